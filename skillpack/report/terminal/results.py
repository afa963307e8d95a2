"""Whether a skill helps, in one sentence for a terminal: what, with how many agents and tasks, on whose word."""

from collections.abc import Iterator

from skillpack.model.evaluation import Help, HelpState, ResultBinding
from skillpack.report.quantity import quantity

_MINUS = "\N{MINUS SIGN}"
_WORDS = {"pass_rate": "correct", "correctness": "correct"}
"""Names that authors give to dimensions, in lower case -> ours."""


def help_sentence(found: Help) -> str:
    """Return results in one sentence; empty where there are none."""
    if found.state is HelpState.NONE:
        return ""
    return "; ".join(_clauses(found))


def _clauses(found: Help) -> Iterator[str]:
    what = f"{_WORDS.get(found.dimension.lower(), found.dimension)} {_range([f'{each}' for each in found.percent])} %"
    points = _range([_signed(each) for each in found.points])
    if found.state is HelpState.SAME:
        yield f"no difference measured: {what} with and without it"
    elif found.state is HelpState.WORSE:
        yield f"worse with it: {what}, {points}"
    elif points:
        yield f"{what}, {points} with it"
    else:
        yield f"{what}; not measured without it"
    agents = found.agents[0] if len(found.agents) == 1 else quantity(len(found.agents), "agent")
    measured = [agents, *([quantity(found.tasks, "task")] if found.tasks else [])]
    if any(measured):
        yield ", ".join(each for each in measured if each)
    yield _whose(found)
    if found.state is HelpState.OLDER:
        yield f"of {found.version[:12]}, not of these files" if found.version else "of other files"
    elif found.binding is ResultBinding.UNNAMED:
        yield "for which files is not said"


def _whose(found: Help) -> str:
    run = ["run by the catalog"] if found.by_catalog else []
    reported = [f"reported by {found.reporter or 'its publisher'}"] if found.by_publisher else []
    return " and ".join([*run, *reported])


def _range(ends: list[str]) -> str:
    return " to ".join(dict.fromkeys(ends))


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{_MINUS}{-number}" if number else "±0"

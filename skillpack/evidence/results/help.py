"""Results -> one line: does the skill help, from the lowest agent to the highest, and on whose word."""

from collections.abc import Iterable, Sequence

from skillpack.model.evaluation import NOT_MEASURED, Help, HelpState, Measured, Result, ResultBinding

MAIN = ("pass_rate", "correctness", "correct", "accuracy", "overall")
"""Dimensions that one line is about, in lower case, the best first; without any of them it is the first of all."""

_ORDER = (ResultBinding.NAMED, ResultBinding.UNNAMED, ResultBinding.OLDER)


def sorted_results(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return results in the order in which people want them: those about these bytes first, each newest first."""
    newest = sorted(sorted(results, key=lambda each: each.file), key=lambda each: each.day, reverse=True)
    return tuple(sorted(newest, key=lambda each: (_ORDER.index(each.binding), each.behind or len(newest) + 1)))


def newest_by_agent(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return sorted results without those that a newer one replaces: of the same author, agent, model and content."""
    kept: dict[object, Result] = {}
    for each in results:
        who = tuple(sorted({(one.agent, one.model) for one in each.measured}))
        kept.setdefault((each.by_catalog, each.binding, each.digest, who), each)
    return tuple(kept.values())


def help_of(results: Sequence[Result]) -> Help:
    """Return results in one line.

    Those about these bytes are counted; without any, those that name no bytes; else those of the newest older content.

    Args:
        results: Sorted (`sorted_results`).
    """
    if not results:
        return NOT_MEASURED
    first = results[0]
    counted = [each for each in results if (each.binding, each.digest) == (first.binding, first.digest)]
    if first.binding is ResultBinding.NAMED:  # a signed one names no digest, and is about the same bytes
        counted = [each for each in results if each.binding is first.binding]
    dimension, rows = _main(counted)
    versus = {row for each in counted if each.baseline for row in each.measured}  # another version, not no skill
    points = sorted(row.points for row in rows if row.points is not None and row not in versus)
    reporters = {each.reporter for each in counted}
    return Help(
        state=_state(first.binding, points),
        binding=first.binding,
        dimension=dimension,
        percent=_ends(sorted(row.percent for row in rows)),
        points=_ends(points),
        agents=tuple(dict.fromkeys(row.agent or row.model for row in rows)),
        tasks=max(row.tasks for row in rows),
        by_catalog=any(each.by_catalog for each in counted),
        by_publisher=any(not each.by_catalog for each in counted),
        reporter=reporters.pop() if len(reporters) == 1 else "",
        version=first.version,
        behind=first.behind,
    )


def _main(results: Sequence[Result]) -> tuple[str, Sequence[Measured]]:
    """Return the dimension that matters most, and its rows in all results; each result gives the best that it has."""
    rows = []
    for each in results:
        names = {one.dimension.lower() for one in each.measured}
        wanted = next((name for name in MAIN if name in names), each.measured[0].dimension.lower())
        rows += [one for one in each.measured if one.dimension.lower() == wanted]
    return rows[0].dimension, rows


def _ends(numbers: Sequence[int]) -> tuple[int, ...]:
    return (numbers[0], numbers[-1]) if numbers else ()


def _state(binding: ResultBinding, points: Sequence[int]) -> HelpState:
    if binding is ResultBinding.OLDER:
        return HelpState.OLDER
    if not points:
        return HelpState.ALONE
    lowest, highest = points[0], points[-1]
    if lowest < 0:
        return HelpState.MIXED if highest > 0 else HelpState.WORSE
    return HelpState.BETTER if highest > 0 else HelpState.SAME


def falls_below(new: Help, old: Help) -> bool:
    """Return whether a skill helps less than it did, with the lowest agent: by its share, in whole percent.

    Only what is about the same dimension is compared.
    """
    same = new.dimension.lower() == old.dimension.lower()
    return bool(same and new.percent and old.percent and new.percent[0] < old.percent[0])

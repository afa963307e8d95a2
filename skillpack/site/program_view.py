"""A metaskill's program as its page shows it: the text with its three calls marked, and how often it makes them."""

from dataclasses import dataclass

from markupsafe import Markup

from skillpack.model.program import Program
from skillpack.site.frame import Frame
from skillpack.site.highlight import highlighted, numbered

_CALLS = {"ask": 5, "command": 10, "trace": 100}
"""Calls that a host allows where nobody says otherwise (seed 001 §8)."""

_WALL_CLOCK = 300  # seconds, likewise


@dataclass(frozen=True, slots=True)
class BudgetLine:
    """One budget: what it limits, how much of it the program can use, and what a host allows."""

    name: str
    count: str
    words: str


@dataclass(frozen=True, slots=True)
class ProgramView:
    """A program for its page.

    Attributes:
        inputs: Keys that it takes from its input.
        lines: Of its text.
    """

    path: str
    runs: bool
    budget: tuple[BudgetLine, ...]
    inputs: tuple[str, ...]
    lines: int
    html: Markup


def program_view(frame: Frame, program: Program) -> ProgramView:
    """Return what a page says of a program."""
    clock = BudgetLine(str(frame.t("program.clock")), f"{_WALL_CLOCK} s", str(frame.t("program.default")))
    html = numbered(highlighted(program.source, "starlark")) if program.source else ""
    return ProgramView(
        path=program.path,
        runs=program.runs,
        budget=(*(_budget(frame, program, name) for name in _CALLS), clock),
        inputs=program.input_keys,
        lines=program.source.count("\n") + (not program.source.endswith("\n")),
        html=Markup(html),  # noqa: S704 our own highlighting
    )


def _budget(frame: Frame, program: Program, name: str) -> BudgetLine:
    times = [call.times for call in program.calls if call.name == name]
    bounded = all(times) and not program.recursive
    key = "program.never" if not times else "program.allowed" if bounded else "program.unknown"
    return BudgetLine(name, str(sum(times)) if bounded else "?", str(frame.t(key, total=_CALLS[name])))

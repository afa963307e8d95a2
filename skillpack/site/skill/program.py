"""A metaskill's program as its page shows it: the text with its three calls marked, and how often it makes them."""

import shlex
from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from skillpack.model.portable import printable
from skillpack.model.program import Input, Program, ProgramCall
from skillpack.model.requirements import Requirements
from skillpack.site.frame import Frame
from skillpack.site.highlight import highlighted, numbered
from skillpack.site.trusted import trusted

_CALLS = {"ask": 5, "command": 10, "trace": 100}
"""Calls that a host allows where nobody says otherwise (metaSKILLs, section 8)."""

_WALL_CLOCK = 300  # seconds, likewise
_PLACES = 6  # lines that are named
_COMMANDS = 24


class BudgetLine(Struct, frozen=True):
    """One budget: what it limits, how much of it the program can use, and what a host allows.

    Attributes:
        places: Lines of its calls.
        more: How many calls are not among them.
        over: True where the program can make more calls than a host allows.
    """

    name: str
    count: str
    words: str
    places: tuple[int, ...] = ()
    more: int = 0
    over: bool = False


class CommandLine(Struct, frozen=True):
    """A command that the program runs, and that a host must allow.

    Attributes:
        code: As a shell would take it; what is computed is left open.
        line: Where it is called first.
        key: Of the text about it, below `program.`: `named` or `unnamed` among what the skill says that it needs,
            `computed` where the program itself is not known.
    """

    code: str
    line: int
    key: str


class ProgramView(Struct, frozen=True):
    """A program for its page.

    Attributes:
        more: How many commands are not listed.
        inputs: What it takes from its input.
        lines: Of its text.
    """

    path: str
    runs: bool
    budget: tuple[BudgetLine, ...]
    commands: tuple[CommandLine, ...]
    more: int
    inputs: tuple[Input, ...]
    lines: int
    html: Markup


def program_view(frame: Frame, program: Program, requires: Requirements) -> ProgramView:
    """Return the view of a program for its page.

    Args:
        frame: Of the site.
        program: As it was read.
        requires: What the skill says that it needs of a machine.
    """
    clock = BudgetLine(str(frame.t("program.clock")), f"{_WALL_CLOCK} s", str(frame.t("program.default")))
    html = numbered(highlighted(program.source, "starlark")) if program.source else ""
    commands = tuple(_commands(program, requires))
    return ProgramView(
        path=program.path,
        runs=program.runs,
        budget=(*(_budget(frame, program, name) for name in _CALLS), clock),
        commands=commands[:_COMMANDS],
        more=max(0, len(commands) - _COMMANDS),
        inputs=program.inputs,
        lines=program.source.count("\n") + (not program.source.endswith("\n")),
        html=trusted(html),  # our own highlighting
    )


def _budget(frame: Frame, program: Program, name: str) -> BudgetLine:
    calls = [call for call in program.calls if call.name == name]
    times = [call.times for call in calls]
    bounded = all(times)
    key = "program.never" if not times else "program.allowed" if bounded else "program.unknown"
    lines = tuple(dict.fromkeys(call.line for call in calls))
    return BudgetLine(
        name,
        str(sum(times)) if bounded else "?",
        str(frame.t(key, total=_CALLS[name])),
        lines[:_PLACES],
        max(0, len(lines) - _PLACES),
        bounded and sum(times) > _CALLS[name],
    )


def _commands(program: Program, requires: Requirements) -> Iterator[CommandLine]:
    """Yield each command once, in the order of the text."""
    first: dict[tuple[tuple[str, ...], tuple[str, ...]], ProgramCall] = {}
    for call in program.calls:
        if call.name == "command":
            first.setdefault((call.literal, call.start), call)
    for call in first.values():
        known = call.literal or call.start
        line = shlex.join(map(printable, known))
        code = line if call.literal else f"{line} …".lstrip()
        key = "computed" if not known else "named" if known[0].rpartition("/")[2] in requires.bins else "unnamed"
        yield CommandLine(code, call.line, key)

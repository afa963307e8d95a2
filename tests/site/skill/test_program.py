from collections.abc import Callable

import pytest

from skillpack.model.requirements import Requirements
from skillpack.parse.program.program import read_program
from skillpack.site.frame import Frame
from skillpack.site.skill.program import CommandLine, ProgramView, program_view


@pytest.fixture
def view(theme, configuration) -> Callable[..., ProgramView]:
    def made(*lines: str, bins: tuple[str, ...] = ()) -> ProgramView:
        source = "def run(input):\n" + "".join(f"    {line}\n" for line in lines)
        program = read_program("SKILL.star", source.encode())
        return program_view(Frame(theme, configuration), program, Requirements(bins=bins))

    return made


def test_calls_lead_to_their_lines(view) -> None:
    budget = view('ask("a")', 'ask("b"); ask("c")', 'trace("t", {})').budget
    assert [(line.name, line.count, line.places) for line in budget] == [
        ("ask", "3", (2, 3)), ("command", "0", ()), ("trace", "1", (4,)), ("wall clock", "300 s", ()),
    ]  # fmt: skip


def test_more_calls_than_a_host_allows_are_told(view) -> None:
    ask, command, trace, _ = view("for i in range(6):", '    ask("a")', 'command(["ls"])').budget
    assert (ask.count, ask.over, command.over, trace.over) == ("6", True, False, False)


def test_many_places_are_counted(view) -> None:
    ask = view(*[f'ask("{number}")' for number in range(9)]).budget[0]
    assert (ask.places, ask.more) == ((2, 3, 4, 5, 6, 7), 3)


def test_commands_are_compared_with_what_the_skill_needs(view) -> None:
    made = view(
        'command(["git", "log"])',
        'command(["git", "log"])',
        'command(["/usr/bin/ruff", input["path"]])',
        'command(["make it", "all"])',
        'command(input["argv"])',
        bins=("git", "ruff"),
    )
    assert made.commands == (
        CommandLine("git log", 2, "named"),
        CommandLine("/usr/bin/ruff …", 4, "named"),
        CommandLine("'make it' all", 5, "unnamed"),
        CommandLine("…", 6, "computed"),
    )
    assert [each.key for each in made.inputs] == ["argv", "path"]


def test_many_commands_are_counted(view) -> None:
    made = view(*[f'command(["tool", "{number}"])' for number in range(30)])
    assert (len(made.commands), made.more) == (24, 6)

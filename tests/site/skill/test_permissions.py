from collections.abc import Callable

import pytest

from skillpack.parse.program.program import read_program
from skillpack.site.skill.permissions import (
    _NARROWED,
    _TOOLS,
    Permission,
    running,
    tool_permission,
)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Read", Permission("Read", "read", "Read")),
        ("Read(docs/**)", Permission("Read(docs/**)", "read-in", "docs/**")),
        ("Bash", Permission("Bash", "shell", "Bash")),
        ("Bash(*)", Permission("Bash(*)", "shell", "Bash")),
        ("Bash(git:*)", Permission("Bash(git:*)", "command", "git")),
        ("Bash(git commit:*)", Permission("Bash(git commit:*)", "command", "git commit")),
        ("Bash(python:skills-ref*)", Permission("Bash(python:skills-ref*)", "command", "python skills-ref")),
        ("Bash(npm run test)", Permission("Bash(npm run test)", "command", "npm run test")),
        ("WebFetch", Permission("WebFetch", "network", "WebFetch")),
        ("WebFetch(domain:example.com)", Permission("WebFetch(domain:example.com)", "host", "example.com")),
        ("Write(out/*)", Permission("Write(out/*)", "write-in", "out/*")),
        ("mcp__figma__export", Permission("mcp__figma__export", "server", "figma/export")),
        ("mcp__figma", Permission("mcp__figma", "server", "figma")),
        ("Grep", Permission("Grep", "look", "Grep")),
        ("run_shell_command", Permission("run_shell_command", "shell", "run_shell_command")),
        ("read", Permission("read", "read", "read")),
        ("Skill(pdf-forms)", Permission("Skill(pdf-forms)", "skills-in", "pdf-forms")),
        ("Task(reviewer)", Permission("Task(reviewer)", "agents-in", "reviewer")),
        ("*", Permission("*", "any", "*")),
        ("Whatever(x)", Permission("Whatever(x)", "tool", "x")),
        ("", Permission("", "tool", "")),
    ],
)
def test_a_pattern_in_words(pattern, expected) -> None:
    assert tool_permission(pattern) == expected


def test_every_word_has_a_text(theme, catalog_skills) -> None:
    details = [skill.details for skill in catalog_skills]
    shown = [power for each in details for power in (*map(tool_permission, each.allowed_tools), *running(each))]
    assert {power.words for power in shown} >= {"read", "command", "program-commands", "opening"}
    for power in shown:
        assert f"may.{power.words}" in theme.strings


def test_every_tool_that_is_known_has_a_text(theme) -> None:
    for words in {*_TOOLS.values(), *(f"{each}-in" for each in _NARROWED)}:
        assert f"may.{words}" in theme.strings
    assert set(_TOOLS.values()) >= _NARROWED


def test_programs_and_shell_lines_run(catalog_skills) -> None:
    by_name = {skill.entry.name: tuple(running(skill.details)) for skill in catalog_skills}
    assert Permission("SKILL.star", "program-commands") in by_name["test-fix"]
    assert Permission("!`git log -3`", "opening") in by_name["timeline"]


@pytest.fixture
def commands(make_record) -> Callable[[str], list[tuple[str, str]]]:
    """Return a function that gives what a page says of the commands of a program, by its lines within `run`."""

    def said(*lines: str, top: str = "") -> list[tuple[str, str]]:
        source = f"{top}\ndef run(input):\n" + "".join(f"    {line}\n" for line in lines)
        program = read_program("SKILL.star", source.encode())
        details = make_record("x", details={"allowed_tools": (), "program": program}).details
        return [(power.code, power.words) for power in running(details)]

    return said


def test_the_commands_of_a_program_are_shown(commands) -> None:
    assert commands("command(['git', 'diff'])", "command(MESSAGE)", top="MESSAGE = ['git', 'commit', '-m', 'a b']") == [
        ("SKILL.star", "program-commands"),
        ("git diff", "program-runs"),
        ("git commit -m 'a b'", "program-runs"),
    ]


def test_what_is_computed_is_not_left_out(commands) -> None:
    found = commands("command(['git', input['x']])", "command(input['argv'])", "go = command", "command(['ls'])")
    assert found == [
        ("SKILL.star", "program-commands"),
        ("git …", "program-continues"),
        ("command(…)", "program-computes"),
        ("ls", "program-runs"),
    ]


def test_each_command_is_told_once(commands) -> None:
    found = commands(*(f"command(['c{number % 20}'])" for number in range(40)))
    assert [code for code, _ in found] == ["SKILL.star", *(f"c{number}" for number in range(20))]


def test_a_command_cannot_hide_what_it_is(commands) -> None:
    (_, (code, _)) = commands("command(['a\\nb', 'c\\u202ed', '`x`'])")
    assert code.isprintable()
    assert "`" not in code

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.abilities.script.script import read_script
from skillpack.model.entry import FileRecord
from skillpack.model.script import Script, ScriptUse, Unread, UseKind
from skillpack.parse.program.program import read_program
from skillpack.site.frame import Frame
from skillpack.site.skill.permissions import (
    _HOT,
    _NARROWED,
    _TOOLS,
    Permission,
    permissions,
    scripts_view,
    tool_permission,
    use_groups,
    use_words,
)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Read", Permission("Read", "read", "Read")),
        ("Read(docs/**)", Permission("Read(docs/**)", "read-in", "docs/**")),
        ("Bash", Permission("Bash", "shell", "Bash", hot=True)),
        ("Bash(*)", Permission("Bash(*)", "shell", "Bash", hot=True)),
        ("Bash(git:*)", Permission("Bash(git:*)", "command", "git", hot=True)),
        ("Bash(git commit:*)", Permission("Bash(git commit:*)", "command", "git commit", hot=True)),
        ("Bash(python:skills-ref*)", Permission("Bash(python:skills-ref*)", "command", "python skills-ref", hot=True)),
        ("Bash(npm run test)", Permission("Bash(npm run test)", "command", "npm run test", hot=True)),
        ("WebFetch", Permission("WebFetch", "network", "WebFetch", hot=True)),
        ("WebFetch(domain:example.com)", Permission("WebFetch(domain:example.com)", "host", "example.com", hot=True)),
        ("Write(out/*)", Permission("Write(out/*)", "write-in", "out/*", hot=True)),
        ("mcp__figma__export", Permission("mcp__figma__export", "server", "figma/export", hot=True)),
        ("mcp__figma", Permission("mcp__figma", "server", "figma", hot=True)),
        ("Grep", Permission("Grep", "look", "Grep")),
        ("run_shell_command", Permission("run_shell_command", "shell", "run_shell_command", hot=True)),
        ("read", Permission("read", "read", "read")),
        ("Skill(pdf-forms)", Permission("Skill(pdf-forms)", "skills-in", "pdf-forms")),
        ("Task(reviewer)", Permission("Task(reviewer)", "agents-in", "reviewer")),
        ("*", Permission("*", "any", "*", hot=True)),
        ("Whatever(x)", Permission("Whatever(x)", "tool", "x")),
        ("", Permission("", "tool", "")),
    ],
)
def test_a_pattern_in_words(pattern, expected) -> None:
    assert tool_permission(pattern) == expected


def test_every_word_has_a_text(theme, catalog_skills) -> None:
    shown = [power for skill in catalog_skills for power in permissions(skill.details)]
    assert {power.words for power in shown} >= {"read", "command", "program-commands", "opening"}
    for power in shown:
        assert f"may.{power.words}" in theme.strings


def test_every_tool_that_is_known_has_a_text(theme) -> None:
    for words in {*_TOOLS.values(), *(f"{each}-in" for each in _NARROWED)}:
        assert f"may.{words}" in theme.strings
    assert set(_TOOLS.values()) >= _HOT | _NARROWED


def test_what_runs_is_hot(catalog_skills) -> None:
    by_name = {skill.entry.name: permissions(skill.details) for skill in catalog_skills}
    assert Permission("SKILL.star", "program-commands", hot=True) in by_name["test-fix"]
    assert Permission("!`git log -3`", "opening", hot=True) in by_name["timeline"]


@pytest.fixture
def commands(make_record) -> Callable[[str], list[tuple[str, str]]]:
    """Return a function that gives what a page says of the commands of a program, by its lines within `run`."""

    def said(*lines: str, top: str = "") -> list[tuple[str, str]]:
        source = f"{top}\ndef run(input):\n" + "".join(f"    {line}\n" for line in lines)
        program = read_program("SKILL.star", source.encode())
        details = make_record("x", details={"allowed_tools": (), "program": program}).details
        assert all(power.hot for power in permissions(details))
        return [(power.code, power.words) for power in permissions(details)]

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


def test_each_command_is_shown_once_and_many_are_counted(commands) -> None:
    found = commands(*(f"command(['c{number % 20}'])" for number in range(40)))
    assert len(found) == 14
    assert found[-1] == ("+8", "program-more")


def test_a_command_cannot_hide_what_it_is(commands) -> None:
    (_, (code, _)) = commands("command(['a\\nb', 'c\\u202ed', '`x`'])")
    assert code.isprintable()
    assert "`" not in code


SCRIPT = "#!/bin/bash\ncurl -s https://a.example/c > c.txt\nnpm test\ncurl -s https://b.example/d\n"


@pytest.fixture
def frame(theme, configuration) -> Frame:
    return Frame(theme, configuration)


def file(path: str, script: Script | None) -> FileRecord:
    return FileRecord(path, 9, "", "script", 2, True, 0o644, "bash" if script else "", "bash", script=script)  # noqa: FBT003


def test_uses_are_told_by_kind_with_their_lines() -> None:
    groups = use_groups(read_script(SCRIPT, "bash"))
    assert [(group.kind, [(line.word, line.line) for line in group.lines]) for group in groups] == [
        (UseKind.NETWORK, [("curl a.example", 2), ("curl b.example", 4)]),
        (UseKind.PROCESS, [("npm", 3)]),
        (UseKind.WRITE, [("> c.txt", 2)]),
    ]


def test_of_many_the_first_are_named_and_the_rest_is_counted() -> None:
    uses = tuple(ScriptUse(UseKind.PROCESS, number, f"p{number}") for number in range(1, 10))
    (group,) = use_groups(Script("shell", uses=uses))
    assert (len(group.lines), group.more) == (6, 3)


def test_a_skill_names_its_scripts_and_what_they_use_together(frame) -> None:
    files = [
        file("SKILL.md", None),
        file("scripts/a.sh", read_script(SCRIPT, "bash")),
        file("b.rb", Script("", Unread.LANGUAGE)),
    ]
    view = scripts_view(frame, files, {"scripts/a.sh": "skills/x/files/scripts/a.sh/index.html"})
    assert [(line.path, bool(line.page)) for line in view.lines] == [("scripts/a.sh", True), ("b.rb", False)]
    assert view.words == "network, other programs, writes files, only partly checked"
    assert (view.count, view.more) == (2, 0)


def test_what_was_not_read_is_not_called_harmless(frame) -> None:
    assert use_words(frame, [Script("", Unread.LANGUAGE)]) == "only partly checked"
    assert use_words(frame, [Script("python")]).startswith("no network")


def test_a_skill_without_scripts_says_nothing_of_them(frame) -> None:
    assert scripts_view(frame, [replace(file("a.txt", None))], {}).words == ""

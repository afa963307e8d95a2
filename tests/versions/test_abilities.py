"""What a version can do and the one before could not."""

import pytest

from skillpack.model.ability import Abilities, Ability, AbilityKind, AbilityOrigin, FileReading
from skillpack.versions.abilities import added_abilities, is_notable


def able(kind: AbilityKind, target: str = "", words: str = "it", path: str = "a.py", line: int = 1) -> Ability:
    return Ability(kind, path, line, words, target)


def added(old: list[Ability], new: list[Ability], *files: str) -> list[Ability]:
    readings = tuple(FileReading(path, "python") for path in ("", *files))
    return list(added_abilities(Abilities(tuple(old)), Abilities(tuple(new), files=readings)))


def test_a_new_host_is_told_with_its_first_line() -> None:
    known = able(AbilityKind.SENDS, "api.example")
    found = [able(AbilityKind.SENDS, "drop.example", line=line) for line in (3, 9)]
    assert added([known], [known, *found]) == [found[0]]


def test_the_same_in_another_file_line_or_by_other_means_is_not_new() -> None:
    old = [able(AbilityKind.WRITES, words="open"), able(AbilityKind.DELETES, "build", "rm -r")]
    new = [
        able(AbilityKind.WRITES, words="write_text", path="b.py", line=7),
        able(AbilityKind.DELETES, "build", "shutil.rmtree", path="c.py"),
    ]
    assert added(old, new) == []


def test_another_way_to_send_is_new_where_no_host_is_known() -> None:
    push, post = able(AbilityKind.SENDS, words="git push"), able(AbilityKind.SENDS, words="requests.post")
    assert added([push], [push, post]) == [post]


def test_sending_to_a_host_that_was_fetched_from_is_new_and_not_the_other_way_round() -> None:
    fetches, sends = able(AbilityKind.FETCHES, "a.example"), able(AbilityKind.SENDS, "a.example")
    assert added([fetches], [sends]) == [sends]
    assert added([sends], [fetches]) == []


def test_an_order_that_becomes_a_script_is_not_new() -> None:
    told = Ability(AbilityKind.STARTS, "", 4, "git", origin=AbilityOrigin.COMMAND)
    assert added([told], [able(AbilityKind.STARTS, words="git")]) == []


@pytest.mark.parametrize("kind", [AbilityKind.ENVIRONMENT, AbilityKind.CLIPBOARD, AbilityKind.HOME])
def test_of_what_there_is_one_it_is_new_once(kind: AbilityKind) -> None:
    found = [able(kind, "x", "env"), able(kind, "", "os.environ")]
    assert added([], found) == found[:1]
    assert added(found[:1], found) == []


def test_own_scripts_and_allowed_tools_are_told_as_permissions() -> None:
    started = [able(AbilityKind.STARTS, words=words) for words in ("scripts/run.sh", "./scripts/run.sh")]
    assert added([], [*started, able(AbilityKind.TOOLS, "Bash")], "scripts/run.sh") == []
    assert added([], started, "scripts/other.sh") == started


def test_what_people_are_asked_about_comes_first() -> None:
    program, host = able(AbilityKind.STARTS, words="jq"), able(AbilityKind.SENDS, "a.example", line=9)
    assert added([], [program, host]) == [host, program]


@pytest.mark.parametrize(("kind", "target", "asked"), [
    (AbilityKind.SENDS, "a.example", True),
    (AbilityKind.DELETES, "build", True),
    (AbilityKind.KEY_FILE, ".env", True),
    (AbilityKind.SETTINGS, ".claude/settings.json", True),
    (AbilityKind.SWITCH, "agent", True),
    (AbilityKind.WRITES, "~/.config/x", True),
    (AbilityKind.WRITES, "../x", True),
    (AbilityKind.WRITES, "out/report.md", False),
    (AbilityKind.WRITES, "", False),
    (AbilityKind.STARTS, "jq", False),
    (AbilityKind.VARIABLE, "HOME", False),
])  # fmt: skip
def test_nobody_is_asked_about_what_most_versions_gain(kind, target, asked) -> None:
    assert is_notable(able(kind, target)) is asked

from skillpack.model.ability import (
    Abilities,
    Ability,
    AbilityKind,
    AbilityRow,
    Concern,
    ConcernKind,
    FileReading,
    Unlooked,
    Unread,
)
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Position
from skillpack.report.terminal.abilities import ability_rows, found_how, found_rows

FILES = (FileReading("", "markdown"), FileReading("scripts/a.py", "python"))
HALF = (FILES[0], FileReading("bin/agent", unread=Unread.BINARY))


def able(kind: AbilityKind, target: str = "", words: str = "it") -> Ability:
    return Ability(kind, "scripts/a.py", 1, words, target)


def rows(*found: Ability, files: tuple[FileReading, ...] = FILES, commands: bool = False) -> dict[str, str]:
    """Return the words of each row."""
    shown = ability_rows(Abilities(found=found, files=files), commands=commands)
    return {title: words for title, words, _ in shown}


def test_every_row_is_told() -> None:
    assert list(rows()) == ["network", "programs", "destroys", "writes", "reads", "code", "agent", "unasked"]
    assert len(rows()) == len(AbilityRow)


def test_what_was_found_is_told_by_kind_each_name_once() -> None:
    found = [able(AbilityKind.SENDS, "drop.example"), able(AbilityKind.FETCHES, words="curl")]
    assert rows(*found, found[0])["network"] == "sends: drop.example; fetches: curl"
    assert rows(able(AbilityKind.KEY_FILE, "~/.ssh/id"))["reads"] == "key files: ~/.ssh/id"


def test_a_host_that_is_sent_to_is_named_once() -> None:
    found = [able(kind, "a.example") for kind in (AbilityKind.SENDS, AbilityKind.FETCHES)]
    assert rows(*found)["network"] == "sends: a.example"


def test_a_row_with_a_finding_alone_is_not_said_to_be_empty() -> None:
    at = Position("scripts/a.py", Span(1, 1, 1, 2))
    concern = Concern(ConcernKind.TAMPERS, AlarmLevel.READ_FIRST, at, "a hook")
    shown = {title: words for title, words, _ in ability_rows(Abilities(concerns=(concern,), files=FILES))}
    assert shown["agent"] == "see the findings"
    assert shown["code"].startswith("none found")


def test_kinds_are_told_in_words() -> None:
    assert rows(able(AbilityKind.STARTS_COMPUTED, words="| sh"))["programs"] == "starts what it puts together: | sh"
    assert rows(able(AbilityKind.SWITCH, "agent", "--yolo"))["unasked"] == "acts without asking: agent --yolo"


def test_of_many_the_first_are_named() -> None:
    found = [able(AbilityKind.STARTS, f"p{number}") for number in range(6)]
    assert rows(*found)["programs"] == "starts: p0, p1, p2, p3 and 2 more"


def test_commands_of_a_program_are_not_denied() -> None:
    assert rows(commands=True)["programs"] == "runs the commands above"


def test_nothing_is_told_with_how_many_files() -> None:
    assert rows()["code"] == "none found in 2 of 2 files"
    assert rows(files=HALF)["code"] == "none found in 1 of 2 files; 1 could not be read"
    assert rows(files=HALF[1:])["code"] == "not known: no file could be read"
    assert rows()["unasked"] == "asks for no tools; none found in 2 of 2 files"
    assert rows(files=HALF)["unasked"] == "asks for no tools; none found in 1 of 2 files; 1 could not be read"


def test_files_that_were_searched_in_part_are_counted() -> None:
    stretches = [Unlooked(Position("scripts/a.py", Span(line, 1, line, 2)), "secret", whole=True) for line in (1, 2)]
    shown = ability_rows(Abilities(files=FILES, unlooked=tuple(stretches)))
    assert {words for title, words, _ in shown if title == "code"} == {"none found in 2 of 2 files; 1 only in part"}


def test_tools_are_not_known_where_the_front_matter_was_not_read() -> None:
    shown = ability_rows(Abilities(files=FILES), tools_known=False)
    assert [words for title, words, _ in shown if title == "unasked"] == [
        "not known: the front matter could not be read"
    ]


def test_whether_something_was_found_is_told() -> None:
    shown = ability_rows(Abilities(found=(able(AbilityKind.DELETES, "/"),), files=FILES))
    assert [title for title, _, found in shown if found] == ["destroys"]


def test_only_what_was_found_is_introduced_and_no_tool_twice() -> None:
    own = able(AbilityKind.STARTS, words="scripts/a.py")
    found = (able(AbilityKind.SENDS, "a.example"), own, able(AbilityKind.TOOLS, "Bash"))
    assert found_rows(Abilities(found=found, files=FILES)) == ("network: sends: a.example",)
    assert found_rows(Abilities(files=FILES)) == ()


def test_how_it_was_found() -> None:
    assert found_how(Abilities(files=FILES)) == "found by reading 2 of 2 files; nothing was run"
    assert found_how(Abilities(files=HALF[1:])) == ""

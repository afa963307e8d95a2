from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.check.alarm import find_alarms
from skillpack.model.ability import (
    Abilities,
    Ability,
    AbilityKind,
    AbilityOrigin,
    AbilityRow,
    Concern,
    ConcernKind,
    FileReading,
    Unread,
)
from skillpack.model.document import Span
from skillpack.model.entry import Excerpt, PageRecord
from skillpack.model.finding import AlarmLevel, Finding, Position
from skillpack.site.frame import Frame
from skillpack.site.skill.abilities import _ALARMED, AbilitiesView, AbilityLine, abilities_view, file_view

SCRIPT = "scripts/sync.py"
PAGES = {"SKILL.md": "skills/lab/files/SKILL.md/index.html", SCRIPT: f"skills/lab/files/{SCRIPT}/index.html"}


def reading(count: int, *unread: Unread) -> tuple[FileReading, ...]:
    """Return the readings of a skill of so many files, the last of which could not be read."""
    paths = ["", SCRIPT, *(f"references/{number}.md" for number in range(count))][:count]
    whys = [*(None for _ in range(count - len(unread))), *unread]
    return tuple(FileReading(path, unread=why) for path, why in zip(paths, whys, strict=True))


FIVE = reading(5)


def ability(
    kind: AbilityKind,
    target: str = "",
    line: int = 1,
    *,
    words: str = "it",
    path: str = SCRIPT,
    origin: AbilityOrigin = AbilityOrigin.SCRIPT,
) -> Ability:
    return Ability(kind, path, line, words, target, origin)


def ordered(
    kind: AbilityKind, target: str, line: int = 1, origin: AbilityOrigin = AbilityOrigin.COMMAND, words: str = "it"
) -> Ability:
    """Return what stands in the skill file."""
    return ability(kind, target, line, words=words, path="", origin=origin)


def alarm(rule: str, path: str = f"skills/lab/{SCRIPT}", line: int = 7) -> Finding:
    return Finding(rule, "lab", path, Span(line, 1, line, 5), "message")


@pytest.fixture
def frame(theme, configuration) -> Frame:
    return Frame(theme, configuration)


@pytest.fixture
def lab(make_record) -> Callable[..., PageRecord]:
    """Return a function that makes a skill that can do some things, and asks for some tools."""

    def made(*found: Ability, files: tuple[FileReading, ...] = FIVE, tools: tuple[str, ...] = ()) -> PageRecord:
        record = make_record("lab", details={"allowed_tools": tools})
        return replace(record, abilities=Abilities(found=found, files=files))

    return made


@pytest.fixture
def view(frame, lab) -> Callable[..., AbilitiesView]:
    def made(*found: Ability, alarms: tuple[Finding, ...] = (), **more: object) -> AbilitiesView:
        return abilities_view(frame, lab(*found, **more), find_alarms(alarms), PAGES)

    return made


@pytest.fixture
def line(view) -> Callable[..., AbilityLine]:
    """Return a function that gives one row of the table."""

    def made(row: AbilityRow, *found: Ability, **more: object) -> AbilityLine:
        return view(*found, **more).lines[list(AbilityRow).index(row)]

    return made


@pytest.fixture
def said(line) -> Callable[..., str]:
    """Return a function that gives what is said in a row, as people read it."""

    def made(row: AbilityRow, *found: Ability, **more: object) -> str:
        shown = line(row, *found, **more)
        parts = (f"{one.origin} {one.words} {', '.join(one.names)}".strip() for one in shown.found)
        return "; ".join(parts) or shown.nothing

    return made


class TestRows:
    def test_there_are_always_eight_in_one_order(self, view, theme) -> None:
        for found in ((), (ability(AbilityKind.SWITCH, "--yes"), ability(AbilityKind.FETCHES, "a.example"))):
            assert [theme.strings[f"can.{each.row}"] for each in view(*found).lines] == [
                "Reach the network",
                "Start other programs",
                "Destroy or overwrite",
                "Write files",
                "Read environment or credentials",
                "Make code at run time",
                "Touch the agent\u2019s own settings",
                "Use tools without asking",
            ]

    def test_every_kind_has_words_in_a_row(self, said) -> None:
        for kind in set(AbilityKind) - {AbilityKind.TOOLS}:
            assert "thing" in said(ability(kind).row, ability(kind, "thing", words="thing")), kind

    def test_every_reason_why_a_file_was_not_read_has_words(self, view) -> None:
        unread = view(files=reading(6, *Unread)).unread
        assert [each.why for each in unread] == [
            "unsupported language",
            "too large",
            "not a text file",
            "not UTF-8",
            "syntax error",
            "nested too deeply",
        ]


class TestFound:
    def test_hosts_are_counted_each_once(self, said) -> None:
        found = [ability(AbilityKind.FETCHES, "api.example", number) for number in (1, 2)]
        assert said(AbilityRow.NETWORK, *found) == "fetches from api.example"
        other = ability(AbilityKind.SENDS, "drop.example")
        assert said(AbilityRow.NETWORK, *found, other) == ("sends data to drop.example; fetches from api.example")

    def test_a_host_that_is_sent_to_is_named_once(self, said) -> None:
        found = [ability(kind, "api.example") for kind in (AbilityKind.FETCHES, AbilityKind.SENDS)]
        assert said(AbilityRow.NETWORK, *found) == "sends data to api.example"

    def test_an_address_that_is_not_written_there(self, said) -> None:
        found = ability(AbilityKind.FETCHES, words="requests.get")
        assert said(AbilityRow.NETWORK, found) == "fetches from an address that is not written there, with requests.get"

    def test_programs_are_counted_apart_in_scripts_and_in_instructions(self, said) -> None:
        started = [ability(AbilityKind.STARTS, name) for name in ("ssh-add", "tar")]
        told = [ordered(AbilityKind.STARTS, name) for name in ("git", "npm", "jq", "make")]
        assert said(AbilityRow.PROGRAMS, *started) == "starts 2: ssh-add, tar"
        assert said(AbilityRow.PROGRAMS, *started, *told) == (
            "starts 2: ssh-add, tar; tells the agent to run 4: git, npm, jq, make"
        )

    def test_what_else_stands_in_instructions_is_told_as_such_once(self, said) -> None:
        found = [ordered(AbilityKind.FETCHES, "a.example"), ordered(AbilityKind.PACKAGES, "left-pad")]
        assert said(AbilityRow.NETWORK, *found) == (
            "in its instructions: fetches from a.example; installs packages: left-pad"
        )
        front = ordered(AbilityKind.HOOKS, "PreToolUse", origin=AbilityOrigin.FRONT_MATTER)
        assert said(AbilityRow.AGENT, front) == "in its front matter: changes hooks: PreToolUse"

    def test_files_and_variables(self, said) -> None:
        assert said(AbilityRow.WRITE, ability(AbilityKind.WRITES, "~/.cache/lab")) == "writes ~/.cache/lab"
        key, token = ability(AbilityKind.KEY_FILE, "~/.ssh/id_ed25519"), ability(AbilityKind.VARIABLE, "LAB_TOKEN")
        assert said(AbilityRow.READ, key, token) == "reads ~/.ssh/id_ed25519, LAB_TOKEN"

    def test_where_it_is_not_seen_to_what_it_is_told_with_what(self, said) -> None:
        wrote = [ability(AbilityKind.WRITES, words="open"), ability(AbilityKind.WRITES, "out.txt", words="write_text")]
        assert said(AbilityRow.WRITE, *wrote) == "writes out.txt; writes with open"
        assert said(AbilityRow.DESTROY, ability(AbilityKind.DELETES, words="os.remove")) == "deletes with os.remove"

    def test_without_a_target_its_words_name_it(self, said) -> None:
        found = ability(AbilityKind.ENVIRONMENT, words="os.environ")
        assert said(AbilityRow.READ, found) == "reads the whole environment: os.environ"

    def test_the_program_of_a_metaskill_is_never_left_out(self, frame, catalog_skills) -> None:
        (skill,) = [each for each in catalog_skills if each.entry.name == "test-fix"]
        bare = replace(skill, abilities=Abilities(files=FIVE))
        programs = abilities_view(frame, bare, (), {}).lines[1]
        assert [one.words for one in programs.found] == [
            "a program with commands, as far as the host allows:",
            "a command of SKILL.star, built at run time:",
        ]

    def test_of_many_the_first_are_named_and_the_rest_is_counted(self, line) -> None:
        shown = line(
            AbilityRow.PROGRAMS, *(ability(AbilityKind.STARTS, f"p{number}", number) for number in range(1, 12))
        )
        (one,) = shown.found
        assert (one.words, len(one.names), one.more) == ("starts 11:", 8, 3)
        assert (len(shown.where), shown.more) == (8, 3)


class TestWhere:
    def test_each_name_leads_to_its_first_line(self, line) -> None:
        found = [ability(AbilityKind.STARTS, name, number) for name, number in (("tar", 9), ("tar", 10), ("jq", 12))]
        shown = line(AbilityRow.PROGRAMS, *found, ordered(AbilityKind.STARTS, "tar", 30))
        assert [(each.at, each.page, each.anchor) for each in shown.where] == [
            ("sync.py:9", PAGES[SCRIPT], "#L9"),
            ("sync.py:12", PAGES[SCRIPT], "#L12"),
            ("SKILL.md:30", PAGES["SKILL.md"], "#L30"),
        ]

    def test_its_folder_is_told_where_another_file_has_its_name(self, line) -> None:
        files = (*FIVE, FileReading("bin/sync.py"))
        (where,) = line(AbilityRow.PROGRAMS, ability(AbilityKind.STARTS, "tar", 9), files=files).where
        assert where.at == f"{SCRIPT}:9"

    def test_a_file_without_a_page_or_a_line_is_named(self, line) -> None:
        found = ability(AbilityKind.BYTECODE, "a.pyc", 0, path="a.pyc")
        (where,) = line(AbilityRow.CODE, found).where
        assert (where.at, where.page, where.anchor) == ("a.pyc", "", "")


class TestNothing:
    def test_says_in_how_many_files(self, said) -> None:
        assert said(AbilityRow.NETWORK) == "none found in 5 of 5 files"
        assert said(AbilityRow.WRITE, files=reading(1)) == "none found in 1 of 1 file"

    def test_counts_what_could_not_be_read(self, said) -> None:
        assert said(AbilityRow.NETWORK, files=reading(5, Unread.BINARY)) == (
            "none found in 4 of 5 files; 1 could not be read"
        )

    def test_is_not_known_where_nothing_was_read(self, said, view) -> None:
        for files in ((), reading(1, Unread.SYNTAX)):
            assert said(AbilityRow.CODE, files=files) == "not known: no file could be read"
            assert view(files=files).below == ""

    def test_below_it_says_how_it_was_found(self, view) -> None:
        shown = view(files=reading(5, Unread.BINARY))
        assert shown.below == (
            "Found by reading 4 of 5 files; nothing was run. What a program does once started is not seen."
        )
        assert [(each.path, each.why) for each in shown.unread] == [("references/2.md", "not a text file")]


class TestTools:
    def test_are_told_in_words(self, said) -> None:
        assert said(AbilityRow.UNASKED, tools=("Bash(*)", "Read", "Bash(git:*)")) == (
            "runs any command: Bash(*); reads any file: Read; runs git: Bash(git:*)"
        )

    def test_none_are_asked_for(self, said) -> None:
        assert said(AbilityRow.UNASKED) == "asks for no tools; none found in 5 of 5 files"

    def test_are_not_known_where_the_front_matter_cannot_be_read(self, frame, lab) -> None:
        broken = replace(lab(), excerpts=(Excerpt(1, 1, ("---",)),))
        assert (
            abilities_view(frame, broken, (), {}).lines[-1].nothing == "not known: the front matter could not be read"
        )

    def test_lead_to_the_field(self, line) -> None:
        field = ordered(AbilityKind.TOOLS, "Bash(*)", 4, AbilityOrigin.FRONT_MATTER)
        shown = line(AbilityRow.UNASKED, field, tools=("Bash(*)",))
        assert [each.at for each in shown.where] == ["SKILL.md:4"]
        assert [one.words for one in shown.found] == ["runs any command:"]

    def test_switches_are_named_too(self, said) -> None:
        switch = ability(AbilityKind.SWITCH, "codex", words="--yolo")
        assert (
            said(AbilityRow.UNASKED, switch, tools=("Read",))
            == "reads any file: Read; switches questions off: codex --yolo"
        )


class TestAlarms:
    def test_a_row_bears_the_mark_of_its_gravest_alarm(self, line) -> None:
        found = ability(AbilityKind.SENDS, "drop.example", 14)
        shown = line(AbilityRow.NETWORK, found, alarms=(alarm("SF015"),))
        assert shown.level is AlarmLevel.STOP
        assert [each.at for each in shown.where] == ["sync.py:7", "sync.py:14"]
        assert line(AbilityRow.UNASKED, alarms=(alarm("SF006"),)).level is AlarmLevel.READ_FIRST

    def test_a_row_with_an_alarm_never_says_that_nothing_was_found(self, said) -> None:
        assert said(AbilityRow.CODE, alarms=(alarm("SF014"), alarm("SF014", line=9))) == (
            "Hides what it runs from people who read it"
        )

    def test_every_rule_that_marks_a_row_raises_an_alarm_and_has_words(self, line, theme) -> None:
        for code, rows in _ALARMED.items():
            for row in rows:
                shown = line(row, alarms=(alarm(code),))
                assert shown.level is not None
                assert [one.words for one in shown.found] == [theme.strings[f"does.{code}"]]

    def test_other_rows_bear_none(self, view) -> None:
        marked = [each.row for each in view(alarms=(alarm("SF020"), alarm("SF005"))).lines if each.level]
        assert marked == [AbilityRow.DESTROY, AbilityRow.AGENT]

    def test_an_accepted_one_leaves_no_mark(self, view) -> None:
        assert {each.level for each in view(ability(AbilityKind.DELETES, "/")).lines} == {None}

    def test_a_row_of_an_accepted_one_never_says_that_nothing_was_found(self, frame, lab) -> None:
        record, at = lab(), Position("sync.py", Span(7, 1, 7, 2))
        concern = Concern(ConcernKind.TAMPERS, AlarmLevel.STOP, at, "a hook")
        accepted = replace(record, abilities=replace(record.abilities, concerns=(concern,)))
        rows = {each.row: each.nothing for each in abilities_view(frame, accepted, (), PAGES).lines}
        assert rows[AbilityRow.AGENT] == "see the checks"
        assert rows[AbilityRow.CODE].startswith("none found")


class TestShort:
    def test_names_the_rows(self, view) -> None:
        assert view(ability(AbilityKind.STARTS, "tar"), ability(AbilityKind.FETCHES)).short == "network, other programs"

    def test_nothing_is_said_with_its_count(self, view) -> None:
        assert view().short == "none found in 5 of 5 files"
        assert view(files=()).short == "not known: no file could be read"


class TestFile:
    def test_tells_its_rows_with_lines(self, lab) -> None:
        record = lab(
            ability(AbilityKind.FETCHES, "a.example", 3, words="curl"),
            ability(AbilityKind.STARTS, "npm", 4, words="npm"),
            ability(AbilityKind.STARTS, "npm", 9, words="npm"),
            ordered(AbilityKind.STARTS, "git", 2, words="git status"),
        )
        shown = file_view(record, SCRIPT)
        assert [(each.row, each.lines) for each in shown.rows] == [
            (AbilityRow.NETWORK, (("curl → a.example", 3),)),
            (AbilityRow.PROGRAMS, (("npm", 4),)),
        ]
        assert [each.lines for each in file_view(record, "SKILL.md").rows] == [(("git status", 2),)]

    def test_that_was_not_read_says_why(self, lab) -> None:
        assert file_view(lab(files=reading(2, Unread.ENCODING)), SCRIPT).unread == "encoding"

    def test_that_nobody_looked_at_says_nothing(self, lab) -> None:
        assert file_view(lab(), "other.txt") is None

    def test_in_which_nothing_was_found(self, lab) -> None:
        assert file_view(lab(), SCRIPT).rows == ()

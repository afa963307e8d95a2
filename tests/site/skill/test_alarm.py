import pytest
from msgspec.structs import replace

from skillpack.check.rules.concern_sentences import Effect
from skillpack.model.document import Span
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.site.frame import Frame
from skillpack.site.skill.alarm import AlarmView, alarm_view, alarms_in


@pytest.fixture
def frame(theme, configuration) -> Frame:
    return Frame(theme, configuration)


def alarm(rule: str, message: str, quote: str = "", line: int = 12) -> Finding:
    facts = (("quote", quote),) if quote else ()
    return Finding(rule, "x", "skills/x/SKILL.md", Span(line, 1, line, 9), message, facts=facts)


def seen(frame: Frame, *found: Finding) -> AlarmView:
    view = alarm_view(frame, "skills/x/SKILL.md", found, {"SKILL.md": "skills/x/files/SKILL.md/index.html"})
    assert view is not None
    return view


def test_where_nothing_was_found_there_is_no_word(frame) -> None:
    assert alarm_view(frame, "skills/x/SKILL.md", (), {}) is None


def test_the_line_is_quoted_with_what_it_does_and_where(frame) -> None:
    view = seen(frame, alarm("SF005", "destroys: `rm -rf /`", "rm -rf /"))
    (line,) = view.lines
    assert (view.level, view.kind, view.head) == (AlarmLevel.STOP, "bad", "Stop: read 1 line before you install")
    assert (line.quote, line.is_quote, line.words) == (
        "rm -rf /",
        True,
        "Deletes or overwrites your files or your disk",
    )
    assert (line.position.at, line.position.anchor) == ("SKILL.md:12", "#L12")


def test_where_nothing_can_be_quoted_the_message_stands(frame) -> None:
    view = seen(frame, alarm("SF008", "`run` is a Linux program (ELF)"))
    assert (view.kind, view.head) == ("warn", "Read first: 1 line")
    line = view.lines[0]
    assert (line.quote, line.is_quote, line.words) == ("`run` is a Linux program (ELF)", False, "")


def test_every_line_is_counted_and_twelve_are_listed(frame) -> None:
    many = [alarm("SF005", f"m{number}", f"c{number}", number + 1) for number in range(14)]
    view = seen(frame, *many, alarm("SF006", "tools", "Bash"))
    assert (view.head, len(view.lines), view.more) == ("Stop: read 15 lines before you install", 12, 3)


def test_lines_that_came_with_a_version_say_so(frame) -> None:
    old, new = alarm("SF005", "m1", "c1"), alarm("SF005", "m2", "c2")
    view = alarm_view(frame, "x/SKILL.md", (old, new), {}, new=(new,), new_in="1.1.0")
    assert view is not None
    assert [line.new_in for line in view.lines] == ["", "1.1.0"]
    since = alarm_view(frame, "x/SKILL.md", (new,), {}, since="1.0.0")
    assert since is not None
    assert since.head == "Stop: 1 line is new since 1.0.0"


def test_a_files_own_page_shows_its_alarms_by_line_and_no_others(frame, make_record) -> None:
    entry = replace(make_record("x").entry, path="skills/x/SKILL.md")
    found = [alarm("SF005", "m1", "rm -rf /", 30), alarm("SF004", "m2", "curl | sh", 12)]
    found.append(replace(alarm("SF004", "m3", "wget | sh", 2), path="skills/x/scripts/a.sh"))
    assert [line.position.anchor for line in alarms_in(frame, entry, found, "SKILL.md")] == ["#L12", "#L30"]
    assert [line.quote for line in alarms_in(frame, entry, found, "scripts/a.sh")] == ["wget | sh"]
    assert alarms_in(frame, entry, found, "references/b.md") == ()


@pytest.mark.parametrize(("facts", "words"), [
    ((), "Deletes or overwrites your files or your disk"),
    ((("does", "pushes"),), "Overwrites what others pushed"),
])  # fmt: skip
def test_what_a_line_does_is_said_for_what_was_found(frame, facts, words) -> None:
    found = replace(alarm("SF005", "m"), facts=(("quote", "x"), *facts))
    assert [line.words for line in seen(frame, found).lines] == [words]


@pytest.mark.parametrize("rule", ["SF004", "SF015", "SF022", "SF023"])
def test_a_host_is_named_where_it_is_known(frame, rule) -> None:
    found = replace(alarm(rule, "m"), facts=(("quote", "x"), ("host", "a&b.example")))
    assert "a&b.example" in seen(frame, found).lines[0].words
    assert "example" not in seen(frame, alarm(rule, "m", "x")).lines[0].words


def test_a_false_claim_is_quoted(frame) -> None:
    found = replace(alarm("SF021", "m"), facts=(("quote", "x"), ("claim", "Never sends <b>.")))
    words = seen(frame, found).lines[0].words
    assert words == "Does otherwise, although it says of itself: “Never sends <b>.”"


def test_every_effect_has_words(theme) -> None:
    assert {f"does.{effect}" for effect in Effect if effect} <= set(theme.strings)

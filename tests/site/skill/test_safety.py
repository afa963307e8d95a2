import pytest
from msgspec.structs import replace

from skillpack.model.document import Span
from skillpack.model.finding import Finding
from skillpack.model.safety import SafetyLevel
from skillpack.site.frame import Frame
from skillpack.site.skill.safety import SafetyView, hazards_in, safety_view


@pytest.fixture
def frame(theme, configuration) -> Frame:
    return Frame(theme, configuration)


def hazard(rule: str, message: str, quote: str = "", line: int = 12) -> Finding:
    facts = (("quote", quote),) if quote else ()
    return Finding(rule, "x", "skills/x/SKILL.md", Span(line, 1, line, 9), message, facts=facts)


def seen(frame: Frame, make_prepared, level: SafetyLevel, *found: Finding) -> SafetyView:
    entry = replace(make_prepared("x").entry, path="skills/x/SKILL.md", safety=level)
    return safety_view(frame, entry, found, {"SKILL.md": "skills/x/files/SKILL.md/index.html"})


def test_a_clear_skill_is_never_called_safe(frame, make_prepared) -> None:
    view = seen(frame, make_prepared, SafetyLevel.CLEAR)
    assert (view.kind, view.head, view.lines) == ("ok", "Nothing unsafe found", ())


def test_the_line_is_quoted_with_what_it_does_and_where(frame, make_prepared) -> None:
    view = seen(frame, make_prepared, SafetyLevel.UNSAFE, hazard("SF004", "runs: `curl | sh`", "curl | sh"))
    (line,) = view.lines
    assert (view.kind, view.head) == ("bad", "1 line is not safe")
    assert (line.quote, line.is_quote, line.words) == ("curl | sh", True, "Runs what it downloads, unseen")
    assert (line.position.at, line.position.anchor) == ("SKILL.md:12", "#L12")


def test_where_nothing_can_be_quoted_the_message_stands(frame, make_prepared) -> None:
    view = seen(frame, make_prepared, SafetyLevel.CAUTION, hazard("SF008", "`run` is a Linux program (ELF)"))
    assert (view.lines[0].quote, view.lines[0].is_quote, view.lines[0].words) == (
        "`run` is a Linux program (ELF)",
        False,
        "",
    )


def test_the_count_is_that_of_the_level_and_the_rest_is_counted(frame, make_prepared) -> None:
    many = [hazard("SF004", f"m{number}", f"c{number}", number + 1) for number in range(14)]
    view = seen(frame, make_prepared, SafetyLevel.UNSAFE, *many, hazard("SF006", "tools", "Bash"))
    assert (view.head, view.count, len(view.lines), view.more) == ("14 lines are not safe", 15, 12, 3)


def test_a_files_own_page_shows_its_hazards_by_line_and_no_others(frame, make_prepared) -> None:
    entry = replace(make_prepared("x").entry, path="skills/x/SKILL.md")
    found = [hazard("SF005", "m1", "rm -rf /", 30), hazard("SF004", "m2", "curl | sh", 12)]
    found.append(replace(hazard("SF004", "m3", "wget | sh", 2), path="skills/x/scripts/a.sh"))
    assert [line.position.anchor for line in hazards_in(frame, entry, found, "SKILL.md")] == ["#L12", "#L30"]
    assert [line.quote for line in hazards_in(frame, entry, found, "scripts/a.sh")] == ["wget | sh"]
    assert hazards_in(frame, entry, found, "references/b.md") == ()

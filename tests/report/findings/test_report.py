import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Finding, Fix, Judged, Severity, Suppression
from skillpack.report.findings.report import (
    CheckedSkill,
    Counts,
    Report,
    by_skill,
    counts,
    fails,
    fingerprints,
    fixable,
    identity,
    is_open,
    summary,
)
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint

NONE = Counts(0, 0, 0, 0, 0, 0, 0, 0)

FINDING = Finding("BD002", "a", "a/SKILL.md", Span(1, 1, 1, 2), "the body has 612 lines", "split", (("size", "612"),))


def judged(subject="a", path="a/SKILL.md", severity=Severity.ERROR, expires=None) -> Judged:
    accepted = None if expires is None else Suppression("XX001", "", "why", expires)
    return Judged(Finding("XX001", subject, path, NOWHERE, "message"), severity, accepted)


@pytest.mark.parametrize(
    ("expires", "today", "opened"),
    [
        (None, "2026-01-01", True),
        ("", "2026-01-01", False),
        ("2026-01-01", "2026-01-01", False),
        ("2025-12-31", "2026-01-01", True),
        ("2025-12-31", "", False),
    ],
)
def test_a_suppression_holds_to_the_end_of_its_last_day(expires, today, opened) -> None:
    assert is_open(judged(expires=expires), today) is opened


def test_skills_of_one_name_are_told_apart_by_their_folders() -> None:
    skills = (CheckedSkill("a", "one/a"), CheckedSkill("a", "two/a"))
    finding = judged(path="two/a/SKILL.md")
    assert dict(by_skill(Report((finding,), {}, {}, skills, "1"))) == {skills[0]: (), skills[1]: (finding,)}


def test_a_finding_goes_to_the_nearest_skill() -> None:
    skills = (CheckedSkill("a", ""), CheckedSkill("a", "in/a"))
    finding = judged(path="in/a/SKILL.md")
    assert dict(by_skill(Report((finding,), {}, {}, skills, "1")))[skills[1]] == (finding,)


def test_a_single_file_holds_its_findings() -> None:
    skill = CheckedSkill("a", "skills/a.md")
    finding = judged(path="skills/a.md")
    assert dict(by_skill(Report((finding,), {}, {}, (skill,), "1"))) == {skill: (finding,)}


def test_what_belongs_to_no_skill_comes_last() -> None:
    skill = CheckedSkill("a", "a")
    finding = judged(subject="", path="")
    assert list(by_skill(Report((finding,), {}, {}, (skill,), "1"))) == [(skill, ()), (None, (finding,))]


def test_fails_from_a_severity_on() -> None:
    report = Report((), {}, {}, (), "1")
    warning = judged(severity=Severity.WARNING)
    assert not fails(warning, report)
    assert fails(warning, replace(report, fail_on=Severity.WARNING))
    assert not fails(judged(), replace(report, fail_on=None))


def test_names_the_options_that_mend() -> None:
    assert fixable(None) == ""
    assert fixable(Fix("x", safe=True)) == "--fix"
    assert fixable(Fix("x", safe=False)) == "--fix --unsafe-fixes"


@pytest.mark.parametrize(
    ("numbers", "line"),
    [
        (
            replace(NONE, skills=14, errors=2, warnings=5, fixable=3),
            "14 skills, 2 errors, 5 warnings (3 fixable with --fix)",
        ),
        (replace(NONE, skills=1), "1 skill checked"),
        (replace(NONE, skills=2, infos=1, unsafe=1), "2 skills, 1 info (1 fixable with --unsafe-fixes)"),
        (
            replace(NONE, skills=1200, errors=1, fixable=1, unsafe=2, suppressed=3, known=4),
            "1,200 skills, 1 error (1 fixable with --fix, 2 more with --unsafe-fixes, 3 suppressed, 4 in the baseline)",
        ),
    ],
)
def test_says_it_in_one_line(numbers, line) -> None:
    assert summary(numbers, Paint()) == line


def test_counts_what_no_suppression_covers(report) -> None:
    assert counts(report) == Counts(skills=5, errors=2, warnings=4, infos=1, suppressed=1, fixable=1, unsafe=1, known=0)


def test_without_a_day_all_suppressions_hold(report) -> None:
    assert counts(replace(report, today="")).suppressed == 2


def test_counts_nothing_in_nothing() -> None:
    assert counts(Report((), {}, {}, (), "1")) == NONE


def test_says_one_and_many() -> None:
    assert [quantity(number, "skill") for number in (0, 1, 2)] == ["0 skills", "1 skill", "2 skills"]


@given(st.integers(1, 9999))
def test_survives_that_lines_move(line) -> None:
    assert identity(replace(FINDING, span=Span(line, 1, line, 2))) == identity(FINDING)


def test_survives_that_the_measured_changes() -> None:
    assert identity(replace(FINDING, message="the body has 1,615 lines", facts=(("size", "1615"),))) == identity(
        FINDING
    )
    quoted = replace(FINDING, message="the body has `612` lines")
    assert identity(replace(quoted, message="the body has `615` lines", facts=(("size", "615"),))) == identity(quoted)


@pytest.mark.parametrize(
    "change",
    [
        {"rule": "BD003"},
        {"subject": "b"},
        {"path": "b/SKILL.md"},
        {"message": "the body has many lines"},
    ],
)
def test_tells_rule_skill_path_and_words_apart(change) -> None:
    assert identity(replace(FINDING, **change)) != identity(FINDING)


def test_tells_values_apart() -> None:
    one, two = (replace(FINDING, message=f"unknown field `v{number}`") for number in (1, 2))
    assert identity(one) != identity(two)


def test_does_not_confuse_where_one_part_ends() -> None:
    assert identity(Finding("a", "bc", "", NOWHERE, "")) != identity(Finding("ab", "c", "", NOWHERE, ""))


def test_equal_findings_have_different_names() -> None:
    names = fingerprints([FINDING, FINDING, replace(FINDING, rule="BD003"), FINDING])
    assert len(set(names)) == 4
    assert names[0] == identity(FINDING)


def test_names_what_cannot_be_encoded() -> None:
    assert len(identity(replace(FINDING, path="\udcff\ud800"))) == 32

import pytest
from msgspec.structs import replace

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Fix, Judged, Severity, Suppression
from skillpack.report.findings.report import CheckedSkill, Report, by_skill, fails, fixable, is_open


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

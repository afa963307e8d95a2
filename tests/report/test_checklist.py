import pytest

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.report.checklist import Mark, checklist_lines, checklists
from skillpack.report.input import CheckedSkill, Report
from skillpack.report.paint import Paint


def marks(*codes: str) -> dict[Mark, list[int]]:
    found = tuple(Judged(Finding(code, "a", "a/SKILL.md", NOWHERE, "m"), Severity.WARNING) for code in codes)
    (entry,) = checklists(Report(found, {}, {}, (CheckedSkill("a", "a"),), "1"))
    return {
        mark: [point.number for point in entry.points if point.mark is mark]
        for mark in Mark
        if any(point.mark is mark for point in entry.points)
    }


def test_checklist(report, snapshot) -> None:
    assert "\n".join(checklist_lines(report, Paint())) == snapshot


def test_all_ten_hold() -> None:
    assert marks() == {Mark.PASSED: list(range(1, 11))}
    assert marks("DS006", "SF001") == {Mark.PASSED: list(range(1, 11))}


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("FM005", 2),
        ("NM009", 3),
        ("DS005", 4),
        ("OP004", 5),
        ("FM006", 6),
        ("BD002", 7),
        ("BD003", 8),
        ("RS002", 9),
        ("MD005", 10),
    ],
)
def test_each_point_has_its_rules(code, number) -> None:
    assert marks(code)[Mark.FAILED] == [number]


def test_without_a_file_nothing_else_can_be_told() -> None:
    assert marks("LY001") == {Mark.FAILED: [1], Mark.UNKNOWN: list(range(2, 11))}


def test_without_front_matter_its_points_cannot_be_told() -> None:
    assert marks("FM017") == marks("FM003")
    assert marks("FM003") == {Mark.PASSED: [1, 7, 8, 9], Mark.FAILED: [2], Mark.UNKNOWN: [3, 4, 5, 6, 10]}


def test_a_suppressed_finding_fails_nothing(report) -> None:
    forms = next(entry for entry in checklists(report) if entry.skill.name == "pdf-forms")
    assert forms.points[6].mark is Mark.PASSED
    assert forms.passed == 9

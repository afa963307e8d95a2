import pytest

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.report.findings.checklist import PointState, checklist_lines, checklists
from skillpack.report.findings.report import CheckedSkill, Report
from skillpack.report.terminal.paint import Paint


def marks(*codes: str) -> dict[PointState, list[int]]:
    found = tuple(Judged(Finding(code, "a", "a/SKILL.md", NOWHERE, "m"), Severity.WARNING) for code in codes)
    (entry,) = checklists(Report(found, {}, {}, (CheckedSkill("a", "a"),), "1"))
    return {
        mark: [point.number for point in entry.points if point.mark is mark]
        for mark in PointState
        if any(point.mark is mark for point in entry.points)
    }


def test_checklist(report, snapshot) -> None:
    assert "\n".join(checklist_lines(report, Paint())) == snapshot


def test_all_ten_hold() -> None:
    assert marks() == {PointState.PASSED: list(range(1, 11))}
    assert marks("DS006", "SF001") == {PointState.PASSED: list(range(1, 11))}


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
    assert marks(code)[PointState.FAILED] == [number]


def test_without_a_file_nothing_else_can_be_told() -> None:
    assert marks("LY001") == {PointState.FAILED: [1], PointState.UNKNOWN: list(range(2, 11))}


def test_without_front_matter_its_points_cannot_be_told() -> None:
    assert marks("FM017") == marks("FM003")
    assert marks("FM003") == {
        PointState.PASSED: [1, 7, 8, 9],
        PointState.FAILED: [2],
        PointState.UNKNOWN: [3, 4, 5, 6, 10],
    }


def test_a_suppressed_finding_fails_nothing(report) -> None:
    forms = next(entry for entry in checklists(report) if entry.skill.name == "pdf-forms")
    assert forms.points[6].mark is PointState.PASSED
    assert forms.passed == 9

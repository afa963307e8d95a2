import pytest
from msgspec.structs import replace

from skillpack.report.findings.counts import Counts, counts, summary
from skillpack.report.findings.report import Report
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint

NONE = Counts(0, 0, 0, 0, 0, 0, 0, 0)


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

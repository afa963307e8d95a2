import json

import pytest
from msgspec.structs import replace

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Fix, Judged, Severity, group_findings
from skillpack.report.findings.report import Report
from skillpack.report.findings.statistics import (
    Remedy,
    remedies,
    remedy_lines,
    rule_counts,
    statistics,
    statistics_json,
)
from skillpack.report.terminal.paint import Paint

SAFE, UNSAFE = Fix("mend", safe=True), Fix("mend", safe=False)


def many(number, code, fix=None, severity=Severity.WARNING) -> list[Judged]:
    return [
        Judged(Finding(code, f"skill-{index}", f"{index}/SKILL.md", NOWHERE, "message", fix=fix), severity)
        for index in range(number)
    ]


def test_statistics(report, snapshot) -> None:
    assert "\n".join(statistics(report, Paint(width=80))) == snapshot


def test_statistics_as_json(report, snapshot) -> None:
    text = "\n".join(statistics_json(report))
    assert json.loads(text)["remedies"][0]["mends"] == 1
    assert text == snapshot


def test_of_nothing() -> None:
    assert list(statistics(Report((), {}, {}, (), "1"), Paint())) == ["0 skills checked"]
    assert remedies(()) == ()
    assert list(remedy_lines((), Paint())) == []


def test_safe_fixes_first_then_unsafe_ones_then_work_by_hand() -> None:
    findings = many(41, "FM006", SAFE) + many(12, "NM009", UNSAFE) + many(23, "BD003") + many(2, "RS001")
    assert remedies(group_findings(findings), ("skills",)) == (
        Remedy("skillpack check --fix skills", 41, "fixes 41"),
        Remedy("skillpack check --fix --unsafe-fixes skills", 12, "fixes 12 more"),
        Remedy("skillpack explain BD003", 23, "23 findings, by hand"),
    )


def test_takes_the_three_that_mend_most() -> None:
    findings = many(9, "RS001") + many(8, "BD003") + many(7, "BD002") + many(6, "AT001")
    assert [remedy.command.split()[-1] for remedy in remedies(group_findings(findings))] == ["RS001", "BD003", "BD002"]


def test_names_the_command_of_everything_fixable() -> None:
    findings = many(1, "FM006", SAFE) + many(9, "RS001") + many(8, "BD003") + many(7, "BD002")
    findings += many(3, "FM008", SAFE, Severity.INFO) + many(1, "LY002", UNSAFE)
    assert remedies(group_findings(findings)) == (
        Remedy("skillpack check --fix", 4, "fixes 4"),
        Remedy("skillpack check --fix --unsafe-fixes", 1, "fixes 1 more"),
        Remedy("skillpack explain RS001", 9, "9 findings, by hand"),
    )


def test_counts_warnings_beside_errors() -> None:
    findings = many(41, "FM006", SAFE) + many(23, "BD003") + many(2, "ZZ001", severity=Severity.ERROR)
    assert remedies(group_findings(findings)) == (
        Remedy("skillpack check --fix", 41, "fixes 41"),
        Remedy("skillpack explain ZZ001", 2, "2 findings, by hand"),
        Remedy("skillpack explain BD003", 23, "23 findings, by hand"),
    )
    assert next(iter(remedy_lines(remedies(group_findings(findings)), Paint()))) == "To fix most of it:"


def test_what_a_rule_finds_in_one_file_counts_once() -> None:
    one = Finding("RS001", "pdf", "pdf/SKILL.md", NOWHERE, "no `a`")
    findings = [Judged(replace(one, message=f"no `{name}`"), Severity.WARNING) for name in "abc"]
    (row,) = rule_counts(Report(tuple(findings), {}, {}, (), "1"))
    assert (row.count, row.skills) == (1, 1)
    assert remedies(group_findings(findings)) == (Remedy("skillpack explain RS001", 1, "1 finding, by hand"),)


def test_a_file_in_which_something_is_left_by_hand_is_not_fixable() -> None:
    one = Finding("FM006", "pdf", "pdf/SKILL.md", NOWHERE, "no `a`")
    findings = [Judged(one, Severity.WARNING), Judged(replace(one, fix=SAFE), Severity.WARNING)]
    assert [remedy.command for remedy in remedies(group_findings(findings))] == ["skillpack explain FM006"]


def test_infos_count_only_where_nothing_else_was_found() -> None:
    infos = many(50, "BG001", severity=Severity.INFO)
    assert [remedy.mends for remedy in remedies(group_findings(infos + many(1, "RS001")))] == [1]
    assert [remedy.mends for remedy in remedies(group_findings(infos))] == [50]


def test_a_command_can_be_pasted() -> None:
    assert (
        remedies(group_findings(many(1, "FM006", SAFE)), ("my skills", "a;b"))[0].command
        == "skillpack check --fix 'my skills' 'a;b'"
    )


def test_one_finding_is_one() -> None:
    assert remedies(group_findings(many(1, "RS001")))[0].words == "1 finding, by hand"


def test_a_rule_is_as_strict_as_its_strictest_finding() -> None:
    findings = (*many(2, "RS001"), *many(1, "RS001", severity=Severity.ERROR))
    (row,) = rule_counts(Report(findings, {}, {}, (), "1"))
    assert (row.severity, row.count, row.skills, row.fixable) == (Severity.ERROR, 3, 2, 0)


@pytest.mark.parametrize("width", [40, 80])
def test_remedies_line_up(width) -> None:
    lines = list(
        remedy_lines(
            remedies(group_findings(many(2, "FM006", SAFE) + many(1, "RS001")), ("skills",)), Paint(width=width)
        )
    )
    assert lines == [
        "To fix most of it:",
        "  skillpack check --fix skills  fixes 2",
        "  skillpack explain RS001       1 finding, by hand",
    ]

from xml.etree import ElementTree as ET

from msgspec.structs import replace

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.report.findings.junit import junit_report
from skillpack.report.findings.report import CheckedSkill, Report


def tree(report) -> ET.Element:
    return ET.fromstring("\n".join(junit_report(report)))  # noqa: S314 - our own


def test_junit(report, snapshot) -> None:
    assert "\n".join(junit_report(report)) == snapshot


def test_one_case_for_each_skill_and_one_for_the_set(report) -> None:
    names = [case.get("name") for case in tree(report).iter("testcase")]
    assert names == [*(skill.name for skill in report.skills), "(catalog)"]


def test_counts_the_cases_that_fail(report) -> None:
    assert tree(report).attrib == {"name": "skillpack", "tests": "6", "failures": "2", "errors": "0"}
    assert tree(replace(report, fail_on=Severity.WARNING)).get("failures") == "4"
    assert tree(replace(report, fail_on=None)).get("failures") == "0"


def test_hostile_words_are_text() -> None:
    finding = Finding("XX001", '<a & "b">', "p", NOWHERE, "]]> <x>&amp;\x00\ufffe\ud800\n##[group]")
    root = tree(Report((Judged(finding, Severity.ERROR),), {}, {}, (CheckedSkill('<a & "b">', ""),), "1"))
    assert root.find(".//testcase").get("name") == '<a & "b">'
    spelled = "]]> <x>&amp;<U+0000><U+FFFE><U+D800><U+000A>##<U+005B>group]"
    assert root.find(".//failure").text.strip() == f"p: error XX001 {spelled}"
    assert root.find(".//failure").get("message") == spelled.replace("<U+000A>", "\n")

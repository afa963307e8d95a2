import json

import jsonschema

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, SecretIdentity, Severity
from skillpack.report.findings.json import json_report
from skillpack.report.findings.report import Report
from skillpack.report.schemas import FINDINGS


def test_json(report, snapshot) -> None:
    assert "\n".join(json_report(report)) == snapshot


def test_obeys_its_schema(report) -> None:
    jsonschema.Draft202012Validator.check_schema(FINDINGS)
    jsonschema.validate(json.loads("\n".join(json_report(report))), FINDINGS)
    jsonschema.validate(json.loads("\n".join(json_report(Report((), {}, {}, (), "1")))), FINDINGS)


def test_names_the_suppression_only_while_it_holds(report) -> None:
    entries = json.loads("\n".join(json_report(report)))["findings"]
    assert {entry["code"]: entry["suppressed"] for entry in entries if entry["code"] in {"BD002", "FM006"}} == {
        "BD002": {"reason": "split planned", "expires": "2027-01-31"},
        "FM006": None,
    }


def test_a_file_as_a_whole_has_no_place(report) -> None:
    entry = json.loads("\n".join(json_report(report)))["findings"][1]
    assert (entry["line"], entry["column"], entry["end"]) == (None, None, None)


def test_says_where_else_the_same_was_found(repeated) -> None:
    document = json.loads("\n".join(json_report(repeated)))
    jsonschema.validate(document, FINDINGS)
    (entry,) = document["findings"]
    assert document["summary"]["warnings"] == 1
    assert [(place["path"], place["line"]) for place in entry["others"]] == [
        *(("skills/pdf-forms/SKILL.md", line) for line in range(5, 15)),
        ("skills/pdf-forms/b.md", None),
    ]


def test_names_what_accepts_a_secret() -> None:
    found = Finding("SF003", "a", "a/b.md", NOWHERE, "m", secret=SecretIdentity("b.md", "0" * 16))
    document = json.loads("\n".join(json_report(Report((Judged(found, Severity.ERROR),), {}, {}, (), "1"))))
    jsonschema.validate(document, FINDINGS)
    assert document["findings"][0]["secret"] == {"file": "b.md", "fingerprint": "0" * 16}

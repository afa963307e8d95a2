import json
from importlib import resources
from typing import Any

import jsonschema
import pytest
from sarif_kit import Location, Result, Rule, SarifBuilder

from skillpack.evidence.sarif import read_report
from skillpack.model.scan import ResultCounts, ScanRun


def report(**run: Any) -> bytes:
    return json.dumps({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "scan"}}, **run}]}).encode()


def only(content: bytes) -> ScanRun:
    (run,) = read_report(content, "scans/all.sarif")
    return run


def result(uri: str = "", **more: Any) -> dict[str, Any]:
    places = [{"physicalLocation": {"artifactLocation": {"uri": uri}}}] if uri else []
    return {"message": {"text": "x"}, "locations": places, **more}


def test_a_report_of_a_library_is_read() -> None:
    builder = SarifBuilder("scan", tool_version="2.3")
    for each in ("R1", "R2"):
        builder.add_rule(Rule(each))
    builder.add_result(
        Result("R1", "Reads keys", level="error", location=Location("skills/report/run.py", start_line=3))
    )
    builder.add_result(Result("R2", "Long", level="note", location=Location("skills/report/SKILL.md")))
    log = builder.build()
    schema = resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8")
    jsonschema.validate(log, json.loads(schema))
    run = only(json.dumps(log).encode())
    assert (run.tool, run.version, run.file) == ("scan", "2.3", "scans/all.sarif")
    assert run.counts == {
        "skills/report/run.py": ResultCounts(1, 0, 0),
        "skills/report/SKILL.md": ResultCounts(0, 0, 1),
    }


def test_the_day_is_when_the_last_invocation_ended() -> None:
    ends = ["2026-11-19T23:00:00Z", "2026-11-20T10:00:00+00:00Z", "yesterday", None]
    assert only(report(invocations=[{"endTimeUtc": end} for end in ends])).day == "2026-11-20"
    assert only(report(invocations=[{"endTimeUtc": "2026-13-45T00:00:00Z"}])).day == ""


@pytest.mark.parametrize(
    ("found", "counts"),
    [
        ({"level": "error"}, ResultCounts(1, 0, 0)),
        ({"level": "none"}, None),
        ({}, ResultCounts(0, 1, 0)),
        ({"level": "grave"}, ResultCounts(0, 1, 0)),
        ({"kind": "pass"}, None),
        ({"level": "error", "baselineState": "absent"}, None),
        ({"ruleId": "R1"}, ResultCounts(0, 0, 1)),
        ({"ruleIndex": 0}, ResultCounts(0, 0, 1)),
        ({"rule": {"index": 0}}, ResultCounts(0, 0, 1)),
        ({"ruleIndex": 10**9}, ResultCounts(0, 1, 0)),
        ({"level": "error", "suppressions": [{"kind": "inSource"}]}, ResultCounts(1, 0, 0)),
    ],
)
def test_a_result_counts_at_its_level_or_that_of_its_rule(found: dict[str, Any], counts: ResultCounts | None) -> None:
    rules = [{"id": "R1", "defaultConfiguration": {"level": "note"}}]
    tool = {"driver": {"name": "scan", "rules": rules}}
    run = only(report(tool=tool, results=[result("a.md", **found)]))
    assert run.counts.get("a.md") == counts


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("skills/a%20b/SKILL.md", "skills/a b/SKILL.md"),
        ("./skills//report/SKILL.md", "skills/report/SKILL.md"),
        ("skills\\report\\SKILL.md", "skills/report/SKILL.md"),
        ("file:///home/ci/skills/report/SKILL.md", "/home/ci/skills/report/SKILL.md"),
        ("file://host/share/SKILL.md", "/share/SKILL.md"),
        ("C:\\work\\skills\\SKILL.md", "/C:/work/skills/SKILL.md"),
        ("skills/report/run-2.x.py", "skills/report/run-2.x.py"),
        ("skills/report/.env", "skills/report/.env"),
        ("skills/report/", "skills/report"),
        ("skills/é/SKILL.md", "skills/é/SKILL.md"),
        ("SKILL.md\n", ""),
        ("a/" * 23 + "b", "a/" * 23 + "b"),
        ("a/" * 24 + "b", ""),
        ("skills/../../etc/passwd", ""),
        ("skills/%2e%2e/report/SKILL.md", ""),
        ("https://example.invalid/SKILL.md", ""),
        ("a\u202eb.md", ""),
        ("a/" * 50 + "b", ""),
        ("a" * 2000, ""),
    ],
)
def test_an_address_becomes_a_path_or_nothing(uri: str, path: str) -> None:
    assert list(only(report(results=[result(uri)])).counts) == [path]


def test_an_address_is_relative_to_its_base() -> None:
    place = {"physicalLocation": {"artifactLocation": {"uri": "SKILL.md", "uriBaseId": "SKILL"}}}
    bases = {"SKILL": {"uri": "report/", "uriBaseId": "ROOT"}, "ROOT": {"uri": "file:///ci/skills/"}}
    run = only(report(results=[result(locations=[place])], originalUriBaseIds=bases))
    assert list(run.counts) == ["/ci/skills/report/SKILL.md"]


def test_bases_that_lead_to_each_other_end() -> None:
    place = {"physicalLocation": {"artifactLocation": {"uri": "SKILL.md", "uriBaseId": "A"}}}
    bases = {"A": {"uri": "a", "uriBaseId": "B"}, "B": {"uri": "b", "uriBaseId": "A"}}
    assert len(only(report(results=[result(locations=[place])], originalUriBaseIds=bases)).counts) == 1


def test_artifacts_give_hashes_and_places() -> None:
    digest = "AB" * 32
    artifacts = [
        {"location": {"uri": "skills/report/SKILL.md"}, "hashes": {"sha-256": digest, "md5": "x"}},
        {"location": {"uri": "skills/report/run.py"}, "hashes": {"sha-256": "short"}},
        {"length": 5},
    ]
    place = {"physicalLocation": {"artifactLocation": {"index": 1}}}
    run = only(report(artifacts=artifacts, results=[result(locations=[place])]))
    assert run.hashes == {"skills/report/SKILL.md": digest.lower(), "skills/report/run.py": ""}
    assert run.counts == {"skills/report/run.py": ResultCounts(0, 1, 0)}


def test_revisions_are_commits() -> None:
    found = [{"revisionId": "A" * 40}, {"revisionId": "main"}, {"revisionId": None}]
    assert only(report(versionControlProvenance=found)).revisions == ("a" * 40,)


def test_what_a_tool_calls_itself_commands_no_terminal() -> None:
    driver = {"name": "s\u001b[31mcan\n<b>", "version": "9" * 500}
    run = only(report(tool={"driver": driver}))
    assert run.tool == "s\\x1b[31mcan <b>"
    assert len(run.version) == 80


def test_a_byte_order_mark_is_passed_over() -> None:
    assert only(b"\xef\xbb\xbf" + report()).tool == "scan"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "cannot be read as SARIF"),
        (b"\xff{}", "cannot be read as SARIF"),
        (b"[" * 100_000, "cannot be read as SARIF"),
        (b'{"version":"2.1.0","x":' + b"[" * 100_000, "cannot be read as SARIF"),
        (b'{"version":"2.1.0","runs":[],"x":NaN}', "cannot be read as SARIF"),
        (b'{"version":"2.1.0"}', "missing required field `runs`"),
        (b'{"version":"2.0.0","runs":[]}', "is `2.0.0`, not `2.1.0`"),
        (b'{"version":"2.1.0","runs":[' + b'{"tool":{"driver":{"name":"a"}}},' * 1001 + b"]}", "cannot be read"),
        (report(tool={"driver": {"name": "  "}}), "does not name the tool"),
        (report(results=[{"ruleIndex": 1e400}]), "cannot be read as SARIF"),
        (report(results=[{"level": 5}]), r"Expected `str \| null`, got `int`"),
        (report(results=[result(f"f{n}") for n in range(50_001)]), "names more than 50,000 files"),
        (b"{" * 2_000_001, "holds more than 2,000,000 objects"),
        (b" " * (32 * 2**20 + 1), "at most 33,554,432 are read"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_no_report_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_report(content, "scans/all.sarif")


def test_a_million_results_are_counted() -> None:
    content = b'{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":['
    content += b",".join([b'{"level":"note"}'] * 1_000_000) + b"]}]}"
    assert only(content).counts == {"": ResultCounts(0, 0, 1_000_000)}

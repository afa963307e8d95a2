"""Findings as a Code Quality report of GitLab, which compares them between branches by fingerprint."""

from collections.abc import Iterator

from skillpack.model.finding import Judged, Severity
from skillpack.report.findings.report import Report, fingerprints, open_findings
from skillpack.report.findings.text import other_places
from skillpack.report.json_text import json_entries, readable

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab_report(report: Report) -> Iterator[str]:
    """Yield the lines of the report, one open finding a line.

    GitLab drops a finding whose fingerprint it has seen, so equal ones in one file are told apart by their order.
    """
    found = open_findings(report)
    names = fingerprints(judged.finding for judged in found)
    yield "["
    yield from json_entries((_entry(one, name) for one, name in zip(found, names, strict=True)), indent="  ")
    yield "]"


def _entry(judged: Judged, fingerprint: str) -> dict[str, object]:
    finding = judged.finding
    first = max(1, finding.span.line)  # a file as a whole is shown at its first line
    return {
        "description": readable(finding.message) + (f" (also in {other_places(finding)})" if finding.others else ""),
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[judged.severity],
        "location": {
            "path": readable(finding.path) or ".",
            "lines": {"begin": first, "end": max(first, finding.span.end_line)},
        },
    }

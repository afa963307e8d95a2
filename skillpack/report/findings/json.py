"""Findings as one JSON object; `schemas.FINDINGS` describes it."""

from collections.abc import Iterator

from msgspec import to_builtins

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Fix, Judged, Position
from skillpack.report.findings.report import Report, finding_counts, fingerprints, is_open, rule_name
from skillpack.report.json_text import json_document

VERSION = 1
"""Of the format: a field may be added to it, none changes its meaning or goes away."""


def json_report(report: Report) -> Iterator[str]:
    """Yield the lines of the report, suppressed findings included, one finding a line."""
    head = {
        "version": VERSION,
        "tool": {"name": "skillpack", "version": report.tool_version},
        "summary": to_builtins(finding_counts(report)),
    }
    names = fingerprints(judged.finding for judged in report.findings)
    entries = (_entry(judged, name, report) for judged, name in zip(report.findings, names, strict=True))
    return json_document(head, "findings", entries)


def _entry(judged: Judged, fingerprint: str, report: Report) -> dict[str, object]:
    finding = judged.finding
    accepted = None if is_open(judged, report.today) else judged.suppression
    return {
        "code": finding.rule,
        "name": rule_name(report, finding.rule),
        "severity": judged.severity.value,
        "skill": finding.subject,
        **_location(finding.places()[0]),
        "others": [_location(place) for place in finding.others],
        "message": finding.message,
        "hint": finding.hint,
        "facts": dict(finding.facts),
        "fix": _fix(finding.fix) if finding.fix else None,
        "suppressed": {"reason": accepted.reason, "expires": accepted.expires or None} if accepted else None,
        "fingerprint": fingerprint,
        "secret": to_builtins(finding.secret),
    }


def _location(place: Position) -> dict[str, object]:
    span, placed = place.span, place.span != NOWHERE
    return {
        "path": place.path,
        "line": span.line if placed else None,
        "column": span.column if placed else None,
        "end": {"line": span.end_line, "column": span.end_column} if placed else None,
    }


def _fix(fix: Fix) -> dict[str, object]:
    return {
        "title": fix.title,
        "safe": fix.safe,
        "edits": [{"path": edit.path, "start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits],
        "renames": [{"from": old, "to": new} for old, new in fix.renames],
        "newlines": list(fix.newlines),
    }

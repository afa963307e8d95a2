"""Findings as SARIF 2.1.0 (OASIS), which code scanning services read."""

from collections.abc import Iterator

from msgspec import to_builtins

from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import SEVERITY_ORDER, Finding, Fix, Judged, Position, RulePage, Severity
from skillpack.report.findings.report import CheckedSkill, Report, fingerprints, holds, is_open
from skillpack.report.json_text import json_entries, json_text, readable

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")


def sarif_log(report: Report) -> Iterator[str]:
    """Yield the lines of a log with one run, suppressed findings included, one rule and one result a line."""
    codes = _strictest(report)
    indices = {code: index for index, code in enumerate(codes)}
    rules = (_rule(code, severity, report.rules.get(code)) for code, severity in codes.items())
    names = fingerprints(judged.finding for judged in report.findings)
    results = (
        _result(judged, name, indices[judged.finding.rule], report)
        for judged, name in zip(report.findings, names, strict=True)
    )
    yield "{"
    yield f'  "$schema": {json_text(SCHEMA)},'
    yield '  "version": "2.1.0",'
    yield '  "runs": [{'
    yield '    "columnKind": "unicodeCodePoints",'
    yield '    "tool": {"driver": {'
    yield '      "name": "skillpack",'
    yield f'      "version": {json_text(report.tool_version)},'
    yield '      "rules": ['
    yield from json_entries(rules, indent="        ")
    yield "      ]"
    yield "    }},"
    yield '    "results": ['
    yield from json_entries(results, indent="      ")
    yield "    ]"
    yield "  }]"
    yield "}"


def uri(path: str) -> str:
    """Return a path as a relative URI reference (RFC 3986 §4.2), `.` for an empty one."""
    try:
        content = path.encode("utf-8", "surrogateescape")  # the bytes that the file system gave
    except UnicodeEncodeError:
        content = path.encode("utf-8", "replace")
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in content).lstrip("/") or "."


def _strictest(report: Report) -> dict[str, Severity]:
    """Return the rules that found something, sorted by code, with the strictest judgement of each."""
    found: dict[str, Severity] = {}
    for judged in report.findings:
        code = judged.finding.rule
        found[code] = min(found.get(code, judged.severity), judged.severity, key=SEVERITY_ORDER.__getitem__)
    return dict(sorted(found.items()))


def _rule(code: str, severity: Severity, page: RulePage | None) -> dict[str, object]:
    rule: dict[str, object] = {"id": code}
    if page:
        source = f"Demanded by: {'; '.join(map(str, page.sources))}"
        rule |= {
            "name": page.name,
            "shortDescription": {"text": _message(page.text.partition("\n\n")[0].replace("\n", " ") or page.name)},
            "help": {"text": _message(f"{page.text}\n\n{source}"), "markdown": _markdown(f"{page.text}\n\n{source}")},
            "properties": {"tags": ["agent-skills", page.family]},
        }
    return {**rule, "defaultConfiguration": {"level": _LEVELS[severity]}}


def _markdown(text: str) -> str:
    """Return a rule's page with its key words in bold."""
    blocks = readable(text).split("\n\n")
    for word in ("Why:", "Fix:", "Demanded by:"):
        blocks = [f"**{word}**{block.removeprefix(word)}" if block.startswith(word) else block for block in blocks]
    return "\n\n".join(blocks)


def _result(judged: Judged, fingerprint: str, index: int, report: Report) -> dict[str, object]:
    finding = judged.finding
    properties: dict[str, object] = {}
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[judged.severity],
        "message": {"text": _message(finding.message + (f"\nhelp: {finding.hint}" if finding.hint else ""))},
        "locations": [_location(Position(finding.path, finding.span))],
        "partialFingerprints": {"skillpackIdentity/v1": fingerprint},
    }
    if finding.others:
        others = [{"id": number, **_location(place)} for number, place in enumerate(finding.others, 1)]
        result |= {"occurrenceCount": len(others) + 1, "relatedLocations": others}
    changes = _changes(finding, finding.fix, report) if finding.fix else []
    if finding.fix and changes:
        result["fixes"] = [{"description": {"text": _message(finding.fix.title)}, "artifactChanges": changes}]
    accepted = judged.suppression
    if accepted and not is_open(judged, report.today):
        justification = readable(accepted.reason)
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": justification}]
    if finding.subject:
        properties["skill"] = readable(finding.subject)
    if finding.secret:
        properties["secret"] = to_builtins(finding.secret)
    if properties:
        result["properties"] = properties
    return result


def _location(place: Position) -> dict[str, object]:
    # Services that show results refuse those without a region: a file as a whole is its first line.
    return {"physicalLocation": {"artifactLocation": _artifact(place.path), "region": region(place.span)}}


def _artifact(path: str) -> dict[str, str]:
    return {"uri": uri(path), "uriBaseId": "%SRCROOT%"}


def _changes(finding: Finding, fix: Fix, report: Report) -> list[dict[str, object]]:
    """Return the edits of a fix by file, or nothing where SARIF cannot say all of it: renames, or a text not given."""
    files: dict[str, list[dict[str, object]]] = {}
    for edit in fix.edits:
        path = _located(finding, edit.path, report.skills)
        place = region_of_bytes(report.sources.get(path, ""), edit.start, edit.end)
        if fix.renames or fix.newlines or place is None:
            return []
        replacement = {"deletedRegion": place, "insertedContent": {"text": edit.text}}
        files.setdefault(path, []).append(replacement)
    return [{"artifactLocation": _artifact(path), "replacements": edits} for path, edits in files.items()]


def _located(finding: Finding, path: str, skills: tuple[CheckedSkill, ...]) -> str:
    """Return an edit's path, which is relative to its skill, as people write it."""
    if finding.path == path or finding.path.endswith(f"/{path}"):
        return finding.path
    roots = [skill.path for skill in skills if skill.name == finding.subject and holds(skill, finding.path)]
    root = max(roots, key=len, default="")
    return f"{root}/{path}" if root not in {"", "."} else path


def _message(text: str) -> str:
    """Return a message in which nothing is a link: SARIF 3.11.6 reads `[text](target)` in plain text."""
    return readable(text).replace("](", "] (")


_MARK = "\ufeff"


def region(span: Span) -> dict[str, int]:
    """Return the region of a span; the first line for a file as a whole."""
    if span == NOWHERE:
        return {"startLine": 1}
    return {
        "startLine": max(1, span.line),
        "startColumn": max(1, span.column),
        "endLine": max(1, span.end_line),
        "endColumn": max(1, span.end_column),
    }


def region_of_bytes(text: str, start: int, end: int) -> dict[str, int] | None:
    """Return the region of the bytes [start, end) of a text, or None where they are no whole characters of it.

    A byte-order mark is not a column.
    """
    raw = text.encode("utf-8", "surrogatepass")
    if not 0 <= start <= end <= len(raw):
        return None
    try:
        before, inside = raw[:start].decode(), raw[start:end].decode()
    except UnicodeDecodeError:
        return None
    line, column = _position(before)
    end_line, end_column = _position(before + inside)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _position(before: str) -> tuple[int, int]:
    line = before.removeprefix(_MARK)
    return line.count("\n") + 1, len(line) - (line.rfind("\n") + 1) + 1

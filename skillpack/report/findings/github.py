"""Findings as workflow commands of GitHub Actions, which shows them beside the changed lines."""

from collections.abc import Iterable, Iterator

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, FindingGroup, Severity, Suppression
from skillpack.report.findings.report import Report, fixable, open_groups, rule_name
from skillpack.report.findings.suppression import suppression_lines
from skillpack.report.findings.text import other_messages, other_places
from skillpack.report.json_text import readable

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}

# What the runner turns back, in the order in which it must be written: the escape character first.
_DATA = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_PROPERTY = (*_DATA, (":", "%3A"), (",", "%2C"))


def github_commands(report: Report) -> Iterator[str]:
    """Yield one command a line for what each rule found in each file.

    GitHub shows ten errors, ten warnings and ten notices of a step; which ones is its choice.
    """
    for group in open_groups(report):
        finding = group.first.finding
        title = f"{finding.rule} {rule_name(report, finding.rule)}".strip()
        properties = ",".join(
            f"{name}={_escaped(readable(str(value)), _PROPERTY)}"
            for name, value in [*_location(finding), ("title", title)]
            if value
        )
        message = _escaped(_message(group, report.suppressions), _DATA)
        yield f"::{_COMMANDS[group.first.severity]} {properties}::{message}"


def _location(finding: Finding) -> list[tuple[str, object]]:
    span = finding.span
    if span == NOWHERE:
        return [("file", finding.path)]
    lines: list[tuple[str, object]] = [("file", finding.path), ("line", span.line), ("endLine", span.end_line)]
    if span.line == span.end_line:  # columns are refused on several lines
        lines += [("col", span.column), ("endColumn", span.end_column)]
    return lines


def _message(group: FindingGroup, suppressions: Iterable[Suppression]) -> str:
    finding = group.first.finding
    lines = [_one_line(finding.message)]
    if finding.others:
        lines.append(f"also: in {other_places(finding)}")
    lines += [f"also: {_one_line(text)}" for text in other_messages(group)]
    if finding.hint:
        lines.append(f"help: {_one_line(finding.hint)}")
    if finding.fix:
        lines.append(f"fix: {_one_line(finding.fix.title)} (skillpack check {fixable(finding.fix)})")
    accepting = list(suppression_lines(finding, suppressions))
    if accepting:
        lines += [
            "else: where it is no secret, paste this into skillpack.toml, with a reason:",
            *map(_one_line, accepting),
        ]
    return "\n".join(lines)


def _one_line(text: str) -> str:
    return readable(text.replace("\n", " "))


def _escaped(text: str, table: tuple[tuple[str, str], ...]) -> str:
    for char, escape in table:
        text = text.replace(char, escape)
    return text

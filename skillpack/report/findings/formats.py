"""The formats of `check --format`: one row, one file."""

from collections.abc import Callable, Iterator, Mapping

from skillpack.report.findings.checklist import checklist_lines
from skillpack.report.findings.github import github_commands
from skillpack.report.findings.gitlab import gitlab_report
from skillpack.report.findings.json import json_report
from skillpack.report.findings.junit import junit_report
from skillpack.report.findings.report import Report
from skillpack.report.findings.sarif import sarif_log
from skillpack.report.findings.text import concise, full
from skillpack.report.terminal.paint import Paint

Format = Callable[[Report, Paint], Iterator[str]]
"""Yields lines without newlines."""


def _for_machines(write: Callable[[Report], Iterator[str]]) -> Format:
    """Return a format that nothing about the terminal changes."""
    return lambda report, _: write(report)


FORMATS: Mapping[str, Format] = {
    "full": full,
    "concise": concise,
    "json": _for_machines(json_report),
    "github": _for_machines(github_commands),
    "gitlab": _for_machines(gitlab_report),
    "sarif": _for_machines(sarif_log),
    "junit": _for_machines(junit_report),
    "checklist": checklist_lines,
}

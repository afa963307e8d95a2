"""Findings -> what a command prints of them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from skillpack import __version__
from skillpack.check.run import rule_pages
from skillpack.model.finding import Finding, Judged, RulePage, Severity, Suppression, at_places
from skillpack.report.findings.report import CheckedSkill, Report

FAIL_ON: Mapping[str, Severity | None] = {"error": Severity.ERROR, "warning": Severity.WARNING, "never": None}
"""`[policy] fail_on` -> from which severity on the answer is no."""


def rules() -> Mapping[str, RulePage]:
    """Return every rule's page by code."""
    return {page.code: page for page in rule_pages()}


def shown_root(root: Path) -> str:
    """Return the prefix of paths relative to a catalog's folder, so that people can click them.

    A folder below or above the one where people are is shown from there: annotations and editors look from there too.
    """
    here = Path.cwd()
    if root.is_absolute() and here.is_relative_to(root):
        return "../" * len(here.relative_to(root).parts)
    text = (root.relative_to(here) if root.is_absolute() and root.is_relative_to(here) else root).as_posix()
    return "" if text == "." else f"{text}/"


def placed(finding: Finding, prefix: str) -> Finding:
    """Return a finding whose paths start where the user is."""
    if not finding.path:
        return finding
    return at_places(finding, [replace(place, path=f"{prefix}{place.path}") for place in finding.places()])


def make_report(
    judged: Iterable[Judged],
    *,
    skills: Sequence[CheckedSkill],
    sources: Mapping[str, str],
    targets: Sequence[str],
    prefix: str = "",
    today: str = "",
    fail_on: Severity | None = Severity.ERROR,
    suppressions: Sequence[Suppression] = (),
) -> Report:
    """Return a report with every path as the user would type it.

    `prefix` goes before paths of the catalog.
    """
    return Report(
        findings=tuple(replace(each, finding=placed(each.finding, prefix)) for each in judged),
        rules=rules(),
        sources={f"{prefix}{path}": text for path, text in sources.items()},
        skills=tuple(replace(skill, path=f"{prefix}{skill.path}") for skill in skills),
        tool_version=__version__,
        targets=tuple(targets),
        today=today,
        fail_on=fail_on,
        suppressions=tuple(suppressions),
    )

"""A report: judged findings, their numbers and their fingerprints, all that every format needs to write them."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.finding import (
    SEVERITY_ORDER,
    Finding,
    FindingGroup,
    Fix,
    Judged,
    RulePage,
    Severity,
    Suppression,
    group_findings,
)
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint

WHOLE_SET = "(catalog)"
"""Stands where a finding about the set has no file."""

_MEASURED = re.compile(r"`[^`]*`|\d[\d,._]*")


class CheckedSkill(Struct, frozen=True):
    """A skill that was looked at, with or without findings.

    Attributes:
        path: The skill's folder or single file as people write it; empty for the root itself.
    """

    name: str
    path: str


class Report(Struct, frozen=True):
    """Judged findings and all that is said about them.

    Attributes:
        findings: Sorted by `finding_order`; those that a baseline accepts are left out.
        rules: Code -> page; a code without a page is shown without name and help.
        sources: `Finding.path` -> text of that file with its newlines as they are, for quoting; may lack files.
        skills: Everything that was checked, sorted by name.
        targets: Paths as typed, for the commands that are proposed.
        today: ISO day on which suppressions are judged; empty to let all of them hold.
        fail_on: From which severity on the answer is no; None for never.
        known: Number of findings that a baseline accepts.
        most: How many lines of open findings people are shown, the gravest; 0 for all. Formats for programs hold all.
        suppressions: Of the catalog; what accepts a secret takes over the reason of one that accepts it no more.
    """

    findings: tuple[Judged, ...]
    rules: Mapping[str, RulePage]
    sources: Mapping[str, str]
    skills: tuple[CheckedSkill, ...]
    tool_version: str
    targets: tuple[str, ...] = ()
    today: str = ""
    fail_on: Severity | None = Severity.ERROR
    known: int = 0
    most: int = 0
    suppressions: tuple[Suppression, ...] = ()


def is_open(judged: Judged, today: str) -> bool:
    """Tell whether no suppression covers a finding on that day; the last day still counts."""
    accepted = judged.suppression
    return accepted is None or bool(today and accepted.expires and accepted.expires < today)


def open_findings(report: Report) -> tuple[Judged, ...]:
    """Return the findings that no suppression covers on the day of the report."""
    return tuple(judged for judged in report.findings if is_open(judged, report.today))


def open_groups(report: Report) -> tuple[FindingGroup, ...]:
    """Return the same as people are shown it: what one rule found in one file together."""
    return group_findings(open_findings(report))


def fails(judged: Judged, report: Report) -> bool:
    """Tell whether an open finding makes the answer no."""
    return reaches(judged, report.fail_on)


def reaches(judged: Judged, limit: Severity | None) -> bool:
    """Tell whether a finding is at least as severe as a limit; None is never reached."""
    return limit is not None and SEVERITY_ORDER[judged.severity] <= SEVERITY_ORDER[limit]


def rule_name(report: Report, code: str) -> str:
    """Return the name of a rule, or an empty text for a code without a page."""
    page = report.rules.get(code)
    return page.name if page else ""


SAFE, UNSAFE = "--fix", "--fix --unsafe-fixes"
"""Options of `check` that apply safe fixes, and all of them."""


def fixable(fix: Fix | None) -> str:
    """Return the options that apply a fix; empty without a fix."""
    if fix is None:
        return ""
    return SAFE if fix.safe else UNSAFE


def fix_option(group: FindingGroup) -> str:
    """Return the options that fix all that a rule found in a file; empty where something is left to do by hand."""
    if group.first.finding.fix is None:  # as of most
        return ""
    options = {fixable(each.finding.fix) for each in (group.first, *group.more)}
    return "" if "" in options else max(options, key=len)


def by_skill(report: Report) -> Iterator[tuple[CheckedSkill | None, tuple[Judged, ...]]]:
    """Yield every checked skill with its open findings, then None with those of no skill, if there are any."""
    named: dict[str, list[CheckedSkill]] = {}
    for skill in report.skills:
        named.setdefault(skill.name, []).append(skill)
    grouped: dict[CheckedSkill | None, list[Judged]] = {}
    for judged in open_findings(report):
        finding = judged.finding
        holders = [skill for skill in named.get(finding.subject, ()) if holds(skill, finding.path)]
        # Two skills may share a name, and one may lie inside the other's folder: the nearest one is meant.
        owner = max(holders, key=lambda skill: len(skill.path), default=None)
        grouped.setdefault(owner, []).append(judged)
    for skill in report.skills:
        yield skill, tuple(grouped.get(skill, ()))
    if None in grouped:
        yield None, tuple(grouped[None])


def holds(skill: CheckedSkill, path: str) -> bool:
    """Tell whether a path lies in a skill's folder, or is its file."""
    return skill.path in {"", ".", path} or path.startswith(f"{skill.path}/")


class Counts(Struct, frozen=True):
    """The numbers of a report.

    Attributes:
        errors: Like warnings and infos, of what is not suppressed.
        suppressed: Findings, one by one.
        fixable: Of errors, warnings and infos, how many a safe fix fixes.
        unsafe: How many more `--unsafe-fixes` fixes.
        known: Accepted by a baseline.
    """

    skills: int
    errors: int
    warnings: int
    infos: int
    suppressed: int
    fixable: int
    unsafe: int
    known: int


def counts(report: Report) -> Counts:
    """Return the numbers of a report for people: what one rule found in one file counts once."""
    return _counts(report, open_groups(report))


def finding_counts(report: Report) -> Counts:
    """Return the numbers of a report for programs, which list every finding for itself."""
    return _counts(report, tuple(map(FindingGroup, open_findings(report))))


def _counts(report: Report, groups: Sequence[FindingGroup]) -> Counts:
    suppressed = len(report.findings) - len(open_findings(report))
    return replace(group_counts(groups, skills=len(report.skills)), suppressed=suppressed, known=report.known)


def group_counts(groups: Sequence[FindingGroup], *, skills: int) -> Counts:
    """Return the numbers of so many skills with these open findings; nothing is suppressed, and nothing was known."""
    severities = [group.first.severity for group in groups]
    fixes = [fix_option(group) for group in groups]
    return Counts(
        skills=skills,
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
        infos=severities.count(Severity.INFO),
        suppressed=0,
        fixable=fixes.count(SAFE),
        unsafe=fixes.count(UNSAFE),
        known=0,
    )


def summary(numbers: Counts, paint: Paint) -> str:
    """Return the closing line of a report: `14 skills, 2 errors, 5 warnings (3 fixable with --fix)`."""
    parts = [quantity(numbers.skills, "skill")]
    rows = ((numbers.errors, Severity.ERROR), (numbers.warnings, Severity.WARNING), (numbers.infos, Severity.INFO))
    parts += [
        paint.styled(SEVERITY_STYLE[severity], quantity(number, severity.value)) for number, severity in rows if number
    ]
    if len(parts) == 1:
        parts[0] += " checked"
    asides = (
        (numbers.fixable, "fixable with --fix"),
        (numbers.unsafe, "more with --unsafe-fixes" if numbers.fixable else "fixable with --unsafe-fixes"),
        (numbers.suppressed, "suppressed"),
        (numbers.known, "in the baseline"),
    )
    aside = ", ".join(f"{number:,} {words}" for number, words in asides if number)
    return ", ".join(parts) + (f" ({aside})" if aside else "")


def identity(finding: Finding) -> str:
    """Return the identity of a finding, 32 hex digits: rule, skill, path and words, but no place in the file.

    Numbers outside of backticks and the `size` among the facts are measured, not named: a body that grows from 612 to
    615 lines has the same fault. Two findings of one file may have the same identity.
    """
    words = _MEASURED.sub(lambda found: found[0] if found[0].startswith("`") else "#", finding.message)
    for name, value in finding.facts:
        if name == "size" and value:
            words = words.replace(f"`{value}`", "#")
    return _digest(finding.rule, finding.subject, finding.path, words)


def fingerprints(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return a fingerprint for each finding, 32 hex digits, all different: equal ones are told apart by their order."""
    seen: Counter[str] = Counter()
    names = []
    for finding in findings:
        name = identity(finding)
        seen[name] += 1
        names.append(name if seen[name] == 1 else _digest(name, str(seen[name])))
    return tuple(names)


def _digest(*parts: str) -> str:
    text = "\0".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

"""How much was found, as numbers and as one line."""

from collections.abc import Sequence

from msgspec import Struct

from skillpack.model.finding import FindingGroup, Severity
from skillpack.report.findings.report import SAFE, UNSAFE, Report, fix_option, open_findings, open_groups
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint


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
    severities = [group.first.severity for group in groups]
    fixes = [fix_option(group) for group in groups]
    return Counts(
        skills=len(report.skills),
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
        infos=severities.count(Severity.INFO),
        suppressed=len(report.findings) - len(open_findings(report)),
        fixable=fixes.count(SAFE),
        unsafe=fixes.count(UNSAFE),
        known=report.known,
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

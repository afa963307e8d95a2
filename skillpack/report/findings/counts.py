"""How much was found, as numbers and as one line."""

from msgspec import Struct

from skillpack.model.finding import Severity
from skillpack.report.findings.input import Report, open_findings
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style


class Counts(Struct, frozen=True):
    """The numbers of a report.

    Attributes:
        errors: Like warnings and infos, of the findings that are not suppressed.
        fixable: Of those, how many a safe fix fixes.
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
    """Return the numbers of a report."""
    standing = open_findings(report)
    severities = [judged.severity for judged in standing]
    fixes = [judged.finding.fix for judged in standing]
    return Counts(
        skills=len(report.skills),
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
        infos=severities.count(Severity.INFO),
        suppressed=len(report.findings) - len(standing),
        fixable=sum(fix is not None and fix.safe for fix in fixes),
        unsafe=sum(fix is not None and not fix.safe for fix in fixes),
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
        parts.append(paint.styled(Style.GOOD, "nothing found"))
    aside = _aside(numbers)
    return ", ".join(parts) + (f" ({aside})" if aside else "")


def _aside(numbers: Counts) -> str:
    unsafe = "more with --unsafe-fixes" if numbers.fixable else "fixable with --unsafe-fixes"
    rows = (
        (numbers.fixable, "fixable with --fix"),
        (numbers.unsafe, unsafe),
        (numbers.suppressed, "suppressed"),
        (numbers.known, "in the baseline"),
    )
    return ", ".join(f"{number:,} {words}" for number, words in rows if number)

"""Findings -> the alarm that a skill raises: by the codes of the rules, whatever a profile makes of them (pure)."""

from collections.abc import Iterable

from skillpack.model.finding import AlarmLevel, Finding, Severity
from skillpack.model.profile import Profile

_STOP = "SF015 SF020 SF019 SF014 SF005 SF007 SF022"
_READ_FIRST = "SF002 SF001 SF011 SF004 SF021 SF023 SF025 SF006 SF024 SF013 SF009 SF008 SF010 SF018"
_LEVELS = {
    **dict.fromkeys(_STOP.split(), AlarmLevel.STOP),
    **dict.fromkeys(_READ_FIRST.split(), AlarmLevel.READ_FIRST),
}
"""Code of a rule -> the alarm that a finding of it raises which says no level of its own, the gravest first.

A credential or a private file (SF003, PB018) raises none: it harms its owner, and withholds the skill.
"""

_STOPS = {"SF001": "text", "SF002": "order", "SF004": "source", "SF011": "order"}
"""Code of a rule -> the fact whose presence in a finding of it makes the alarm *stop*."""

_SILENT = {"SF004": "maker", "SF006": "shell", "SF009": "idle"}
"""Code of a rule -> the fact whose presence in a finding of it means that it raises none.

Most skills that run a command ask for the shell, and many that set up a tool run the installer that its maker
documents; a file that pytest reads by itself may only define what tests use. The list of abilities says so; an alarm on
each teaches people to click it away. What makes it grave has an alarm of its own: code from somebody else, no need for
the shell, an order not to ask.
"""

_GRAVEST_FIRST = {code: position for position, code in enumerate(_LEVELS)}
_BY_GRAVITY = (AlarmLevel.STOP, AlarmLevel.READ_FIRST)

ALARMS = Profile("alarms", "Alarms", "skillpack", dict.fromkeys(_LEVELS, Severity.WARNING), {}, {}, (), "", "", 0, 0)
"""Minds what raises an alarm, and nothing else."""


def find_alarms(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that raise an alarm, the gravest first."""
    found = [(level, finding) for finding in findings if (level := alarm_level(finding)) is not None]
    found.sort(key=lambda pair: (_BY_GRAVITY.index(pair[0]), _GRAVEST_FIRST[pair[1].rule]))
    return tuple(finding for _, finding in found)


def alarm_level(finding: Finding) -> AlarmLevel | None:
    """Return the alarm that a finding raises; None for one that raises none."""
    level, facts = _LEVELS.get(finding.rule), dict(finding.facts)
    if _SILENT.get(finding.rule) in facts:
        return None
    if level is not None and "level" in facts:
        return AlarmLevel(facts["level"])
    fact = _STOPS.get(finding.rule)
    return AlarmLevel.STOP if fact and fact in facts else level


def gravest_level(findings: Iterable[Finding]) -> AlarmLevel | None:
    """Return the gravest alarm that findings raise; None where none of them raises one."""
    levels = {alarm_level(finding) for finding in findings}
    return next((level for level in _BY_GRAVITY if level in levels), None)


def new_alarms(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return those of some findings that were not there before, wherever they stand in a file."""
    known = {_identity(finding) for finding in before}
    return tuple(finding for finding in after if _identity(finding) not in known)


def _identity(finding: Finding) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    return finding.rule, finding.message, finding.facts

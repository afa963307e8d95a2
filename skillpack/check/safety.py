"""Findings -> how safe a skill looks: by the codes of the rules, whatever a profile makes of them (pure)."""

from collections.abc import Iterable

from skillpack.model.finding import Finding, Severity
from skillpack.model.profile import Profile
from skillpack.model.safety import SafetyLevel

_LEVELS = {
    **dict.fromkeys(("SF015", "SF004", "SF014", "SF005", "SF007", "SF003", "PB018"), SafetyLevel.UNSAFE),
    **dict.fromkeys(
        ("SF002", "SF001", "SF011", "SF006", "SF013", "SF009", "SF008", "SF010", "SF018"), SafetyLevel.CAUTION
    ),
}
"""Code of a rule -> what a finding of it makes of a skill, the gravest first."""

_GRAVEST_FIRST = {code: place for place, code in enumerate(_LEVELS)}

HAZARDS = Profile("hazards", "Hazards", "skillpack", dict.fromkeys(_LEVELS, Severity.WARNING), {}, {}, (), "", "", 0, 0)
"""Minds what a skill could do to its user, and nothing else."""


def hazards(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings about what a skill could do to its user, the gravest first."""
    found = (finding for finding in findings if finding.rule in _LEVELS)
    return tuple(sorted(found, key=lambda finding: _GRAVEST_FIRST[finding.rule]))


def hazard_level(finding: Finding) -> SafetyLevel:
    """Return how grave a finding is; `CLEAR` for one that is no hazard."""
    return _LEVELS.get(finding.rule, SafetyLevel.CLEAR)


def safety_level(findings: Iterable[Finding]) -> SafetyLevel:
    """Return how safe a skill with these findings looks."""
    levels = {hazard_level(finding) for finding in findings}
    return next((level for level in (SafetyLevel.UNSAFE, SafetyLevel.CAUTION) if level in levels), SafetyLevel.CLEAR)

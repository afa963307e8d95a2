"""What hosts meet in a skill file that they read otherwise than we do."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from skillpack.check.fields import readable
from skillpack.check.judge import REPAIR, REPAIRED
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.profile import Repair
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form
from skillpack.parse.skill import reread

_UNDELIMITED = frozenset({"FM001", "FM002"})
_NOT_YAML = frozenset({"FM003"})
_TWICE = frozenset({"FM005", "MD005"})
_NOT_TEXT = frozenset({"NM002", "DS002", "MD004"})
_NOT_THERE = frozenset({"NM001", "NM003", "DS001", "DS003", "FM004", "FM015", "FM016"})
_AFTER: Mapping[Repair, frozenset[str]] = {
    Repair.SPACED: _UNDELIMITED,
    Repair.INDENTED: _UNDELIMITED,
    Repair.LANGUAGE: _UNDELIMITED,
    Repair.LONGER: _UNDELIMITED | _NOT_YAML,
    Repair.UNCLOSED: _UNDELIMITED,
    Repair.TABS: _NOT_YAML,
    Repair.SEPARATORS: _NOT_YAML,
    Repair.NEXT_KEY: _NOT_YAML,
    Repair.COLONS: _NOT_YAML | _TWICE,
    Repair.PROSE: _NOT_YAML | _NOT_TEXT,
    Repair.LINES: _NOT_YAML | _TWICE | _NOT_TEXT | _NOT_THERE,
}
"""Codes of what a reader meets before it makes a repair."""
_ANY = frozenset().union(*_AFTER.values())


def host_readings(
    skill: ParsedSkill, found: Iterable[Finding], limits: Limits
) -> Iterator[tuple[frozenset[Repair], ParsedSkill]]:
    """Yield the skill as readers with some repairs see it, fewest repairs first; nothing where none is needed."""
    met = {finding.rule for finding in found} & _ANY
    if not met or skill.origin.form is Form.YAML or not skill.document.text:
        return
    from skillpack.parse.repairs import repaired_texts  # its patterns are for the few files with such a fault

    done: list[frozenset[Repair]] = []
    for repairs, text in repaired_texts(skill.document.text):
        if any(less <= repairs for less in done) or not met & _after(repairs):
            continue
        seen = reread(skill, text, limits)
        if readable(seen.document):
            done.append(repairs)
            yield repairs, seen


def mark_forgiven(found: Iterable[Finding], readings: Sequence[frozenset[Repair]]) -> Iterator[Finding]:
    """Yield the findings, each with the repairs after which a reader does not meet it."""
    for finding in found:
        facts = [(REPAIR, _named(repairs)) for repairs in readings if finding.rule in _after(repairs)]
        yield replace(finding, facts=(*finding.facts, *facts)) if facts else finding


def find_after(
    found: Iterable[Finding], repairs: frozenset[Repair], known: Collection[tuple[str, str]]
) -> Iterator[Finding]:
    """Yield findings about the repaired text as those of who makes the repairs; they fix nothing.

    Args:
        known: Code and words of what is found without repairs too.
    """
    for finding in found:
        if (finding.rule, finding.message) in known:
            continue
        yield replace(finding, facts=((REPAIRED, _named(repairs)), *finding.facts), fix=None)


def _after(repairs: Iterable[Repair]) -> frozenset[str]:
    return frozenset().union(*(_AFTER[repair] for repair in repairs))


def _named(repairs: Iterable[Repair]) -> str:
    return " ".join(sorted(repairs))

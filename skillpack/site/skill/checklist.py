"""What was looked at in a skill, family by family: a list of answers, never one number."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from skillpack.model.entry import Entry
from skillpack.model.finding import SEVERITY_ORDER, Judged

_ALWAYS = ("LY", "FM", "NM", "DS", "OP", "MD", "IV", "RQ", "AT", "BD", "BG", "RS", "SF", "PB")
"""Families that look at every skill, in the order in which an agent meets what they look at."""


class ChecklistLine(Struct, frozen=True):
    """One family of rules and what it says.

    Attributes:
        family: Its letters.
        severity: The worst of its open findings; empty where it is content.
        codes: Of its open findings, each once, the worst first.
    """

    family: str
    severity: str
    codes: tuple[str, ...]


def checklist(entry: Entry, judged: Iterable[Judged], *, versions: bool) -> tuple[ChecklistLine, ...]:
    """Return the families that looked at a skill, and what each found.

    Args:
        entry: The skill.
        judged: Its findings; suppressed ones count as answered.
        versions: Whether it was compared with an older version.
    """
    opened = sorted(
        (each for each in judged if each.suppression is None), key=lambda each: SEVERITY_ORDER[each.severity]
    )
    found: dict[str, list[Judged]] = {}
    for each in opened:
        found.setdefault(each.finding.rule[:2], []).append(each)
    return tuple(_lines(found, _families(entry, found, versions=versions)))


def _families(entry: Entry, found: Iterable[str], *, versions: bool) -> Iterator[str]:
    yield from _ALWAYS
    if entry.metaskill:
        yield "PG"
    yield "SL"
    if versions:
        yield "VR"
    yield from sorted(set(found) - {*_ALWAYS, "PG", "SL", "VR"})


def _lines(found: Mapping[str, Sequence[Judged]], families: Iterable[str]) -> Iterator[ChecklistLine]:
    for family in families:
        each = found.get(family)
        if each:
            codes = dict.fromkeys(one.finding.rule for one in each)
            yield ChecklistLine(family, str(each[0].severity), tuple(codes))
        else:
            yield _content(family)


@cache
def _content(family: str) -> ChecklistLine:
    """Return the line of a family without findings: most of most pages."""
    return ChecklistLine(family, "", ())

"""What was looked at in a skill, family by family: a list of answers, never one number."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.judge import UNREADABLE
from skillpack.model.entry import Entry
from skillpack.model.finding import SEVERITY_ORDER, Judged

_ALWAYS = ("LY", "FM", "NM", "DS", "OP", "MD", "IV", "RQ", "AT", "BD", "BG", "RS", "SF", "PB")
"""Families that look at every skill, in the order in which an agent meets what they look at."""
_OF_FIELDS = frozenset({"NM", "DS", "OP", "MD", "IV", "RQ", "AT", "SL"})
"""Families that judge what a front matter says."""


class ChecklistLine(Struct, frozen=True):
    """One family of rules and what it says.

    Attributes:
        family: Its letters.
        severity: The worst of its open findings; empty where it has none.
        codes: Of its open findings, each once, the worst first.
        looked: False where there was nothing that it could look at.
    """

    family: str
    severity: str
    codes: tuple[str, ...]
    looked: bool = True


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
    lines = _lines(found, _families(entry, found, versions=versions))
    if not UNREADABLE.isdisjoint(each.finding.rule for each in opened):
        lines = (replace(line, looked=bool(line.codes) or line.family not in _OF_FIELDS) for line in lines)
    return tuple(lines)


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
            yield _without_findings(family)


@cache
def _without_findings(family: str) -> ChecklistLine:
    """Return the line of a family without findings: most of most pages."""
    return ChecklistLine(family, "", ())

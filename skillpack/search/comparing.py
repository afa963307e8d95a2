"""What a change of a set of skills does to the others: requests that were won before and are lost now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from skillpack.model.profile import Profile
from skillpack.model.selection import Chosen, Described, IntentSource, Lost, Query, Seen, Selection, Sight
from skillpack.search.selection import select
from skillpack.search.shown import listing, shown
from skillpack.search.terms import stems

_SHOWN_LEAST = (Sight.WHOLE, Sight.CUT, Sight.NAME)


class Part(StrEnum):
    """What a skill has to do with a change."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Taken:
    """A request that a skill won before and loses now.

    Attributes:
        name: The skill that loses it.
        part: What that skill has to do with the change.
        lost: The request, who wins it now, and why.
        by: What the thief has to do with the change; SAME where none wins it.
        nearly: True for a clause of the own description of which the thief does not have every word: it says nearly as
            much of it, and may well say less.
    """

    name: str
    part: Part
    lost: Lost
    by: Part
    nearly: bool = False


@dataclass(frozen=True, slots=True)
class Hidden:
    """A description of which a host may show less than before.

    Attributes:
        before: In the worst case, like `now`.
    """

    name: str
    before: Sight
    now: Sight


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a change does.

    Attributes:
        added: Names that were not there, sorted.
        removed: Names that are gone, sorted.
        changed: Skills of which the host shows another text, by name.
        before: The set as it was, by itself.
        taken: By skill, then in the order of its requests.
        won: Pairs of a skill and how many requests it wins that it lost before, by name.
        hidden: By name.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    before: Selection
    taken: tuple[Taken, ...]
    won: tuple[tuple[str, int], ...]
    hidden: tuple[Hidden, ...]


def compare(
    old: Iterable[Described],
    new: Iterable[Described],
    profile: Profile,
    *,
    queries: Sequence[Query] = (),
    budget: int = 0,
) -> Comparison:
    """Return what a change does to the skills that were there before.

    Asked are requests that both states have: a line that a skill says in both, or a labelled query. One is told where
    the skill itself or the winner is new or changed; any change also shifts a little how rare words are, and what that
    does between two others is nobody's doing.

    Args:
        queries: Labelled ones, as for `select`.
        budget: Characters of the list, instead of what the profile says.
    """
    before, now = {skill.name: skill for skill in old}, {skill.name: skill for skill in new}
    texts = [{one.name: one.text for one in listing(each.values(), profile)} for each in (before, now)]
    part = {name: _part(name, *texts) for name in texts[0] | texts[1]}
    both = tuple(name for name in sorted(now) if name in before)
    asked = {name: _asked_in_both(before[name], now[name]) for name in both}
    then = _chosen(_asking(before.values(), asked), profile, queries)
    since = _chosen(_asking(now.values(), asked), profile, queries)
    told = [name for name in both if name in texts[0] and name in texts[1]]
    differences = [(name, *_difference(then[name], since[name], part)) for name in told]
    return Comparison(
        added=tuple(sorted(now.keys() - before.keys())),
        removed=tuple(sorted(before.keys() - now.keys())),
        changed=tuple(name for name in both if texts[0].get(name) != texts[1].get(name)),
        before=select(before.values(), profile=profile, queries=queries),
        taken=tuple(
            Taken(name, part[name], one, part.get(one.thief, Part.SAME), nearly=_is_nearly(one, texts[1]))
            for name, lost, _ in differences
            for one in lost
        ),
        won=tuple((name, won) for name, _, won in differences if won),
        hidden=newly_hidden(before.values(), now.values(), profile, budget=budget),
    )


def _part(name: str, before: Mapping[str, str], now: Mapping[str, str]) -> Part:
    if name not in before:
        return Part.NEW
    return Part.SAME if before[name] == now.get(name) else Part.CHANGED


def _asked_in_both(before: Described, now: Described) -> Described:
    """Return a skill with the requests that can be asked in both states.

    Labelled queries are no part of what is published, so that the earlier state may not know them.
    """
    if any(intent.source is IntentSource.LABELLED for intent in now.intents):
        return now
    known = set(before.intents)
    return replace(now, intents=tuple(intent for intent in now.intents if intent in known))


def _asking(skills: Iterable[Described], asked: Mapping[str, Described]) -> Iterator[Described]:
    """Yield skills with the requests of others in place of their own."""
    for skill in skills:
        yield replace(skill, intents=asked[skill.name].intents if skill.name in asked else ())


def _chosen(skills: Iterable[Described], profile: Profile, queries: Sequence[Query]) -> Mapping[str, Chosen]:
    found = select(skills, profile=profile, queries=queries)
    return {one.name: one for one in found.skills}


def _difference(before: Chosen, now: Chosen, part: Mapping[str, Part]) -> tuple[tuple[Lost, ...], int]:
    """Return the requests that a skill lost by the change, and how many it won by it."""

    def only(lost: Iterable[Lost], others: Iterable[Lost]) -> Iterator[Lost]:
        known = {one.text for one in others}
        for one in lost:
            if one.text not in known and {part[now.name], part.get(one.thief)} & {Part.NEW, Part.CHANGED}:
                yield one

    won = sum(1 for _ in only(before.lost, now.lost))
    return tuple(only(now.lost, before.lost)), won


def _is_nearly(lost: Lost, texts: Mapping[str, str]) -> bool:
    return lost.partly and not set(stems(lost.text)) <= set(stems(f"{lost.thief} {texts.get(lost.thief, '')}"))


def newly_hidden(
    old: Iterable[Described], new: Iterable[Described], profile: Profile, *, budget: int = 0
) -> tuple[Hidden, ...]:
    """Return the descriptions of which a host may show less than before, by name.

    Who takes a skill off the list means to.
    """
    known = {seen.name: seen for seen in shown(old, profile, budget=budget).skills}
    pairs = ((known.get(seen.name), seen) for seen in shown(new, profile, budget=budget).skills)
    return tuple(
        Hidden(seen.name, was.worst, seen.worst)
        for was, seen in pairs
        if was and seen.length and Sight.ABSENT not in {was.worst, seen.worst} and _less(was, seen)
    )


def _less(before: Seen, now: Seen) -> bool:
    pairs = ((before.worst, now.worst), (before.best, now.best))
    return any(_SHOWN_LEAST.index(one) < _SHOWN_LEAST.index(other) for one, other in pairs)

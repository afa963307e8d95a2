"""Skills that are near each other while neither text names the other."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from skillpack.model.selection import Described, Neighbours
from skillpack.search.vocabulary import Vocabulary

OVERLAP = 0.2
"""Overlap of names and descriptions from which two skills are neighbours."""

_TAKEN = 3  # requests, both ways, from which two are neighbours
_MOST_SHARING = 64  # skills with a word; one of more brings nobody together, which bounds the work


def neighbours(
    skills: Sequence[Described], known: Vocabulary, taken_by: Mapping[str, Sequence[tuple[str, int]]]
) -> tuple[Neighbours, ...]:
    """Return the pairs that overlap or take each other's requests, and of which neither names the other.

    Args:
        taken_by: Name -> pairs of a skill and how many of its requests that wins.
    """
    mentions = {skill.name: frozenset(skill.mentions) for skill in skills}
    overlap = dict(_overlaps(known))
    taken: defaultdict[tuple[str, str], int] = defaultdict(int)
    for name, thieves in taken_by.items():
        for thief, count in thieves:
            taken[min(name, thief), max(name, thief)] += count
    pairs = {pair for pair, count in taken.items() if count >= _TAKEN}
    pairs |= {pair for pair, how in overlap.items() if how >= OVERLAP}
    found = [
        Neighbours(one, other, taken.get((one, other), 0), overlap.get((one, other), 0.0))
        for one, other in pairs
        if other not in mentions[one] and one not in mentions[other]
    ]
    return tuple(sorted(found, key=lambda pair: (-pair.taken, -pair.overlap, pair.one, pair.other)))


def _overlaps(known: Vocabulary) -> Iterator[tuple[tuple[str, str], float]]:
    """Yield pairs of names and how much of their words' weight both have of what either has."""
    totals = [sum(own.values()) for own in known.own]
    for place, own in enumerate(known.own):
        shared: defaultdict[int, int] = defaultdict(int)
        for stem, count in own.items():
            found = known.postings[stem]
            if len(found) <= _MOST_SHARING:
                for other, theirs in found.items():
                    if other > place:
                        shared[other] += min(count, theirs)
        for other, both in shared.items():
            how = round(both / (totals[place] + totals[other] - both), 3)
            yield (known.names[place], known.names[other]), how

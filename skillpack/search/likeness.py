"""How alike two skills are: a function of the two alone, so that one edit changes few pages (decisions 18)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

OWN_TERMS = 24
"""How many terms stand for a skill."""

LEAST = 0.14
"""Likeness from which two skills are called related."""

_LEAST_SHARED = 2  # terms: one word that two skills share says nothing
_MOST_SHARING = 64  # skills with a term; one of more brings nobody together, which bounds the work

Terms = Sequence[tuple[str, int]]


def own_terms(terms: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return the terms that weigh most in a skill, sorted by stem."""
    heaviest = sorted(terms, key=lambda pair: (-pair[1], pair[0]))[:OWN_TERMS]
    return tuple(sorted(heaviest))


def likeness(one: Terms, other: Terms) -> float:
    """Return how much two skills' own terms overlap, 0 to 1: what both have of what either has."""
    mine, theirs = dict(one), dict(other)
    shared = sum(min(weight, theirs.get(term, 0)) for term, weight in mine.items())
    either = sum(mine.values()) + sum(theirs.values()) - shared
    return shared / either if either else 0.0


def alike(known: Mapping[str, Terms], *, least: float = LEAST) -> Mapping[str, Mapping[str, float]]:
    """Return for each name those that are like it, with their likeness.

    Only skills that share two terms are compared. A term of very many skills brings nobody together, but counts
    between those that others do.

    Args:
        known: Name -> its own terms.
        least: Likeness below which two skills are strangers.
    """
    having: defaultdict[str, list[str]] = defaultdict(list)
    for name, terms in known.items():
        for term, _ in terms:
            having[term].append(name)
    return {name: _near(name, terms, known, having, least) for name, terms in known.items()}


def _near(
    name: str, terms: Terms, known: Mapping[str, Terms], having: Mapping[str, Sequence[str]], least: float
) -> Mapping[str, float]:
    shared: defaultdict[str, int] = defaultdict(int)
    for term, _ in terms:
        if len(having[term]) <= _MOST_SHARING:
            for other in having[term]:
                shared[other] += 1
    shared.pop(name, None)
    scored = {other: likeness(terms, known[other]) for other, count in shared.items() if count >= _LEAST_SHARED}
    return {other: score for other, score in scored.items() if score >= least}

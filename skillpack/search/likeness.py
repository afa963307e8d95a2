"""How alike two skills are: a function of the two alone, so that one edit changes few pages (decisions 18)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

OWN_TERMS = 16
"""How many terms stand for a skill."""

LEAST = 0.2
"""Likeness from which two skills are called related."""

_MOST_SHARING = 200  # skills that share a pair of terms and are still compared with each other

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


def related(skills: Iterable[tuple[str, Terms]], *, most: int, least: float = LEAST) -> Mapping[str, tuple[str, ...]]:
    """Return for each name the names most like it, best first.

    Only skills that share two of their own terms are compared; where very many share the same two, those two do not
    bring them together, which bounds the work.
    """
    known = {name: own_terms(terms) for name, terms in skills}
    sharing: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, terms in known.items():
        for pair in combinations((term for term, _ in terms), 2):
            sharing[pair].append(name)
    candidates: defaultdict[str, set[str]] = defaultdict(set)
    for names in sharing.values():
        if 1 < len(names) <= _MOST_SHARING:
            for name in names:
                candidates[name].update(names)
    return {name: _best(name, known, candidates[name], most, least) for name in known}


def _best(name: str, known: Mapping[str, Terms], others: Iterable[str], most: int, least: float) -> tuple[str, ...]:
    scored = ((likeness(known[name], known[other]), other) for other in others if other != name)
    return tuple(
        other for score, other in sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:most] if score >= least
    )

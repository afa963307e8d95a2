"""How alike two skills are: a function of the two alone, so that one edit changes few pages."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

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


def similarity(one: Terms, other: Terms) -> float:
    """Return how much two skills' own terms overlap, 0 to 1: what both have of what either has."""
    return _overlap(dict(one), dict(other))


def alike(known: Mapping[str, Terms], *, least: float = LEAST) -> Mapping[str, Mapping[str, float]]:
    """Return for each name those that are like it, with their likeness.

    Only skills that share two terms are compared. A term of very many skills brings nobody together, but counts
    between those that others do.

    Args:
        known: Name -> its own terms.
        least: Likeness below which two skills are strangers.
    """
    weights = {name: dict(terms) for name, terms in known.items()}
    having: defaultdict[str, list[str]] = defaultdict(list)
    for name, terms in weights.items():
        for term in terms:
            having[term].append(name)
    found: dict[str, dict[str, float]] = {name: {} for name in known}
    for name, terms in weights.items():
        meeting = chain.from_iterable(having[term] for term in terms if len(having[term]) <= _MOST_SHARING)
        for other, count in Counter(meeting).items():
            if count >= _LEAST_SHARED and name < other:  # each pair once
                score = _overlap(terms, weights[other])
                if score >= least:
                    found[name][other] = found[other][name] = score
    return found


def _overlap(mine: Mapping[str, int], theirs: Mapping[str, int]) -> float:
    shared = sum([min(mine[term], theirs[term]) for term in mine.keys() & theirs.keys()])
    either = sum(mine.values()) + sum(theirs.values()) - shared
    return shared / either if either else 0.0

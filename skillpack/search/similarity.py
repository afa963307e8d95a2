"""How alike two skills are by name and description: a function of the two alone, so that one edit changes few pages.

What a word tells stands in a table that never changes with a catalog; similarity is the cosine between two texts whose
words weigh so.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from math import sqrt

from skillpack.search.terms import stems, words

OWN_TERMS = 64
"""How many stems stand for a skill at most: those that tell most."""

UNKNOWN_WORD = 535
"""What a word tells that the table lacks; it is as rare as can be."""

LEAST = 0.16
"""Similarity from which two skills are called related."""

HARD_TO_TELL = 0.3
"""Similarity from which somebody, or a model, may take one for the other."""

_LEAST_SHARED = 2  # terms: one word that two skills share says nothing
_MOST_SHARING = 64  # skills with a term; one of more brings nobody together, which bounds the work
_WORDS = 6  # shared words that are named

Terms = Sequence[tuple[str, int]]
"""Stems with what each tells, sorted by stem."""


def own_terms(name: str, description: str, weights: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the stems of a skill's name and description that tell most, sorted.

    Args:
        name: Of the skill.
        description: Of the skill.
        weights: Stem -> what it tells.
    """
    found = ((stem, weights.get(stem, UNKNOWN_WORD)) for stem in dict.fromkeys(stems(f"{name} {description}")))
    return tuple(sorted(sorted(found, key=lambda pair: (-pair[1], pair[0]))[:OWN_TERMS]))


def similarity(one: Terms, other: Terms) -> float:
    """Return how alike two skills are, 0 to 1, three digits."""
    return _cosine(dict(one), dict(other), _length(one) * _length(other))


def alike(known: Mapping[str, Terms], *, least: float = LEAST) -> Mapping[str, Mapping[str, float]]:
    """Return for each name those that are like it, with their similarity.

    Only skills that share two terms are compared. A term of very many skills brings nobody together, but counts
    between those that others do.

    Args:
        known: Name -> its own terms.
        least: Similarity below which two skills are strangers.
    """
    weights = {name: dict(terms) for name, terms in known.items()}
    lengths = {name: _length(terms) for name, terms in known.items()}
    having: defaultdict[str, list[str]] = defaultdict(list)
    for name, terms in weights.items():
        for term in terms:
            having[term].append(name)
    found: dict[str, dict[str, float]] = {name: {} for name in known}
    for name, terms in weights.items():
        meeting = chain.from_iterable(having[term] for term in terms if len(having[term]) <= _MOST_SHARING)
        for other, count in Counter(meeting).items():
            if count >= _LEAST_SHARED and name < other:  # each pair once
                score = _cosine(terms, weights[other], lengths[name] * lengths[other])
                if score >= least:
                    found[name][other] = found[other][name] = score
    return found


def shared_words(one: Terms, other: Terms, text: str) -> tuple[str, ...]:
    """Return the words that two skills share, those that tell most first, as they stand in one of the texts.

    Args:
        one: Terms of a skill.
        other: Of the other.
        text: Name and description of one of them.
    """
    both = {stem for stem, _ in one} & {stem for stem, _ in other}
    weights = dict(one)
    spelled: dict[str, str] = {}
    for word in words(text):
        for stem in stems(word):
            if stem in both:
                spelled.setdefault(stem, word)
    ranked = sorted(spelled, key=lambda stem: (-weights[stem], stem))
    return tuple(spelled[stem] for stem in ranked[:_WORDS])


def _length(terms: Terms) -> float:
    return sqrt(sum(weight * weight for _, weight in terms))


def _cosine(mine: Mapping[str, int], theirs: Mapping[str, int], lengths: float) -> float:
    shared = sum([mine[term] * theirs[term] for term in mine.keys() & theirs.keys()])
    return round(min(shared / lengths, 1.0), 3) if lengths else 0.0

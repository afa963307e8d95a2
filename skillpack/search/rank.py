"""The one ranking: BM25 with prefixes and one edit; and Metis's own.

The site ranks with the same (`templates/assets/search.js`). What is looked up for a word begins with its letters, so
that a browser need not load the terms that begin with others.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from math import floor, log

from msgspec import Struct

from skillpack.search.lengths import rounded
from skillpack.search.terms import STOP_WORDS, stem, words

K1, B = 3.0, 0.75
"""How soon a repeated word says no more, how much long texts are held back: chosen by labelled queries."""

K1_OF_BODIES = 6.0
"""The same where bodies are searched too: among many words that are there by chance, a repeated one says more."""

# What a term counts that is not the word itself: one that begins with it, the same where the word itself is known too,
# one an edit away, one that the word begins with.
_PREFIX, _BESIDE, _ONE_EDIT, _BEGUN = 0.6, 0.3, 0.4, 0.4
_SHORTEST_PREFIX, _SHORTEST_EDITED = 2, 4  # characters of a word
_MOST_TERMS = 50  # other terms that one word may stand for
_MOST_WORDS = 32  # of a query
_LONGEST_ENDING = 5  # characters that a word may have behind a known one, as `optimizatio` while somebody types
_KEPT = 2  # first characters that no edit changes
_LAST = "\U0010ffff"  # stands behind every other character
_FINE = 1_000_000_000  # parts of a logarithm; what is finer differs between machines


class Postings(Struct, frozen=True):
    """An index of skills.

    Attributes:
        by_term: Stem -> pairs of name and weight.
        terms: The stems, sorted.
        lengths: Name -> sum of its weights, rounded.
        average: Of the lengths; 1 where there are none.
    """

    by_term: Mapping[str, Sequence[tuple[str, int]]]
    terms: Sequence[str]
    lengths: Mapping[str, int]
    average: float


def gather(skills: Iterable[tuple[str, Iterable[tuple[str, int]]]]) -> Postings:
    """Return an index of names and their terms (`search.terms.terms`)."""
    by_term: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    lengths: dict[str, int] = {}
    for name, weighted in skills:
        lengths[name] = 0
        for term, weight in weighted:
            by_term[term].append((name, weight))
            lengths[name] += weight
    lengths = {name: rounded(length) for name, length in lengths.items()}
    average = sum(lengths.values()) / len(lengths) if lengths else 1.0
    return Postings(dict(by_term), sorted(by_term), lengths, average or 1.0)


def rank(query: str, postings: Postings, *, limit: int) -> tuple[str, ...]:
    """Return the names that a query means, best first, ties by name; a blank query gives the first names.

    Each word of the query counts by the best of the terms it may stand for: itself, less for a longer word that begins
    with it; where it is not known, one that it begins with; and where no longer one is either, one an edit away that
    begins with the same two characters. The skill that is called like the query comes first.
    """
    wanted = _query_terms(query)
    if not wanted:
        return () if query.strip() else tuple(sorted(postings.lengths)[:limit])
    scores: defaultdict[str, float] = defaultdict(float)
    for word in wanted:
        best: defaultdict[str, float] = defaultdict(float)
        for term, share in _corrected(word, postings.terms):
            for name, score in _scored(term, postings):
                best[name] = max(best[name], share * score)
        for name, score in best.items():
            scores[name] += score
    called = "-".join(words(query))
    return tuple(sorted(scores, key=lambda name: (name != called, -scores[name], name))[:limit])


def matched_terms(query: str, postings: Postings) -> frozenset[str]:
    """Return the terms that the words of a query may stand for."""
    return frozenset(term for word in _query_terms(query) for term, _ in _corrected(word, postings.terms))


def corrections(query: str, postings: Postings) -> Mapping[str, tuple[str, ...]]:
    """Return the words of a query that no skill says, each with the terms that it is taken for; others are left out."""
    found = {}
    for word in _query_terms(query):
        terms = [term for term, share in _corrected(word, postings.terms) if share in {_ONE_EDIT, _BEGUN}]
        if terms and not any(True for _ in _starting_with(word, postings.terms)):
            found[word] = tuple(dict.fromkeys(terms))
    return found


def rarity(having: int, total: int) -> float:
    """Return the weight of a term that so many of all texts have."""
    return log(1 + (total - having + 0.5) / (having + 0.5))


def saturated(weight: float, length: float, average: float, k1: float = K1) -> float:
    """Return the score of a term of that weight in a text of that length, before its rarity; at most `k1 + 1`."""
    return weight * (k1 + 1) / (weight + k1 * (1 - B + B * length / average))


def _query_terms(query: str) -> Sequence[str]:
    """Return the words of a query that are looked for: stop words only where there are no others."""
    found = list(dict.fromkeys(words(query)))
    return ([word for word in found if word not in STOP_WORDS] or found)[:_MOST_WORDS]


def _scored(term: str, postings: Postings) -> Iterator[tuple[str, float]]:
    found = postings.by_term[term]
    rare = floor(rarity(len(found), len(postings.lengths)) * _FINE + 0.5) / _FINE
    for name, weight in found:
        yield name, rare * saturated(weight, postings.lengths[name], postings.average, K1_OF_BODIES)


def _corrected(word: str, terms: Sequence[str]) -> list[tuple[str, float]]:
    """Return the terms that a word may stand for, each with its share."""
    own = stem(word)
    exact = [(own, 1.0)] if _is_among(own, terms) else []
    share = _BESIDE if exact else _PREFIX
    found = exact + [(term, share) for term in _starting_with(word, terms) if term != own]
    if exact or len(word) < _SHORTEST_EDITED:
        return found
    if not found:
        alike = terms[bisect_left(terms, own[:_KEPT]) : bisect_right(terms, own[:_KEPT] + _LAST)]
        near = (term for term in alike if within_one_edit(own, term))
        found = [(term, _ONE_EDIT) for term, _ in zip(near, range(_MOST_TERMS), strict=False)]
    begun = (word[:-ending] for ending in range(1, min(_LONGEST_ENDING, len(word) - _SHORTEST_EDITED) + 1))
    return found + [(term, _BEGUN) for term in begun if _is_among(term, terms)][:1]


def _is_among(term: str, terms: Sequence[str]) -> bool:
    at = bisect_left(terms, term)
    return at < len(terms) and terms[at] == term


def _starting_with(word: str, terms: Sequence[str]) -> Iterator[str]:
    if len(word) < _SHORTEST_PREFIX:
        return
    start = bisect_left(terms, word)
    for term in terms[start : start + _MOST_TERMS]:
        if not term.startswith(word):
            return
        yield term


def within_one_edit(one: str, other: str) -> bool:
    """Return whether one character added, left out, replaced, or swapped with the next makes one text the other."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1 or one == other:
        return False
    at = next((index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    swapped = one[at + 1 : at + 2] + one[at] == other[at : at + 2] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]


def rank_as_metis(query: str, entries: Iterable[tuple[str, str]], *, limit: int) -> tuple[str, ...]:
    """Return names by Metis's rule (its section 8).

    The whole query, stripped and in lower case, in the name counts two, in the description one; ties by name. An empty
    query gives the first names.
    """
    needle = query.strip().lower()
    scored = []
    for name, description in entries:
        score = 2 * (needle in name.lower()) + (needle in description.lower()) if needle else 1
        if score:
            scored.append((-score, name))
    return tuple(name for _, name in nsmallest(limit, scored))

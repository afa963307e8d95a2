"""One request against all descriptions: who comes first, and by which words."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from skillpack.search.stemming import stem
from skillpack.search.terms import STOP_WORDS, stems, words
from skillpack.search.vocabulary import UNIT, Vocabulary

OWN_SHARE = 2
"""A clause of a description counts for that description one part of so many: it would win by being there."""

_MOST_WORDS = 32  # different ones of a request
_MOST_TOLD = 5  # words of an explanation
_FIRST = UNIT * 1_000_000  # more than any sum of words


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it is searched.

    Attributes:
        phrase: Its stems in order, with a blank before each and after the last.
        stems: The different ones, sorted.
    """

    text: str
    phrase: str
    stems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a skill stands for a request.

    Attributes:
        rank: From 1, ties by name; 0 where its description has no word of the request.
        thief: The skill in the first place, if that is another; known by its place in the vocabulary.
    """

    rank: int
    thief: int | None


def request(text: str) -> Request:
    """Return a request as it is searched."""
    found = list(stems(text))
    return Request(text, phrase(found), tuple(sorted(set(found[:_MOST_WORDS]))))


def phrase(found: Iterable[str]) -> str:
    """Return stems as a text in which other such texts can be looked for."""
    return f" {' '.join(found)} "


def standing(
    asked: Request,
    known: Vocabulary,
    place: int,
    *,
    share: int = 1,
    exact: Collection[int] = (),
    beside: Collection[int] = (),
) -> Standing:
    """Return where a skill stands for a request.

    Args:
        share: A part of so many is what the request counts for the skill itself.
        exact: Skills whose description is the request: they come before all others.
        beside: Skills that are as right as this one, and do not stand before it.
    """
    own = sum(known.own[place].get(one, 0) for one in asked.stems) // share
    scores = scored(asked, known, least=own)
    scores.pop(place, None)
    for other in beside:
        scores.pop(other, None)
    for other in exact:
        if other == place:
            own += _FIRST
        elif other not in beside:
            scores[other] = scores.get(other, 0) + _FIRST
    if not scores:
        return Standing(int(own > 0), None)
    highest = max(scores.values())
    thief = min(other for other, score in scores.items() if score == highest)
    if not own:
        return Standing(0, thief)
    if highest < own or (highest == own and thief > place):
        return Standing(1, None)
    higher = sum([score > own for score in scores.values()])
    equal = sum([score == own and other < place for other, score in scores.items()])
    return Standing(1 + higher + equal, thief)


def scored(asked: Request, known: Vocabulary, *, least: int = 0) -> dict[int, int]:
    """Return skills and what they score; all that reach `least` are there, with 0 all that come first."""
    by_weight = sorted((known.most[one], one) for one in asked.stems if one in known.most)
    if not by_weight:
        return {}
    # Whoever has the weightiest word scores at least as much as that word; whoever has none but the lightest, of which
    # all together weigh less than what is needed, need not be looked for.
    needed = least or by_weight[-1][0]
    light = 0
    while light + 1 < len(by_weight) and (needed := needed - by_weight[light][0]) > 0:
        light += 1
    heavy = sorted((known.postings[one] for _, one in by_weight[light:]), key=len, reverse=True)
    scores = dict(heavy[0])
    for found in heavy[1:]:
        for place, count in found.items():
            scores[place] = scores.get(place, 0) + count
    # The light words still count for those that others bring up.
    for _, one in by_weight[:light]:
        found = known.postings[one]
        for place in found.keys() & scores.keys():
            scores[place] += found[place]
    return scores


def best(asked: Request, known: Vocabulary) -> int | None:
    """Return the skill in the first place, ties by name; None where no description has a word of the request."""
    scores = scored(asked, known)
    return min(((-score, place) for place, score in scores.items()), default=(0, None))[1]


def share_of(asked: Request, known: Vocabulary, place: int) -> float:
    """Return how much of a request's weight a description has, 0 to 1, three digits."""
    whole = sum(round(UNIT * known.weights.of(stem)) for stem in asked.stems)
    had = sum(round(UNIT * known.weights.of(stem)) for stem in asked.stems if stem in known.own[place])
    return round(had / whole, 3) if whole else 0.0


def deciding(asked: Request, known: Vocabulary, thief: int, place: int) -> tuple[str, ...]:
    """Return the stems by which one skill is ahead of another, the weightiest first.

    Where none is, both say the same: then those that they share.
    """
    first, second = known.own[thief], known.own[place]
    ahead = [(second.get(stem, 0) - first.get(stem, 0), stem) for stem in asked.stems]
    most = sorted(pair for pair in ahead if pair[0] < 0)
    most = most or sorted((-first[stem], stem) for stem in asked.stems if stem in first)
    return tuple(stem for _, stem in most[:_MOST_TOLD])


def lacking(asked: Request, known: Vocabulary, place: int) -> tuple[str, ...]:
    """Return the stems of a request that a skill's name and description do not have, the rarest first."""
    missing = sorted((-known.weights.of(stem), stem) for stem in asked.stems if stem not in known.own[place])
    return tuple(stem for _, stem in missing[:_MOST_TOLD])


def as_written(asked: Request, found: Iterable[str]) -> tuple[str, ...]:
    """Return stems as the words that stand in the request."""
    written: dict[str, str] = {}
    for word in words(asked.text):
        if word not in STOP_WORDS:
            written.setdefault(stem(word), word)
    return tuple(written.get(one, one) for one in found)

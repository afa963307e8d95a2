"""Descriptions made to fit: what tells a skill from the others stays longest."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from math import isqrt

from msgspec import Struct, field

from skillpack.model.selection import Trimming
from skillpack.search.bm25 import rarity, saturated
from skillpack.search.disclaimers import denials, disclaimers
from skillpack.search.terms import DESCRIPTION_WEIGHT, NAME_WEIGHT, stems

_JOIN = ", "  # between pieces that were not next to each other
_NEXT = 2  # characters between pieces that are next to each other: a sign and a blank
_UNIT = 1 << 20  # whole numbers add up to the same in any order and on any machine
_FINE = 1 << 40  # gains are compared as whole numbers
_DIGITS = 9  # of a logarithm: its last bits differ between machines

# A piece ends at punctuation, and in front of the words that begin another thought.
_BORDER = re.compile(
    r"""
    (?<=[,;:.!?)])\s+ | \s+(?=\() | \s+[-\u2013\u2014]+\s+
    | \s+(?=(?:and|or|with|for|using|via|including|when|to|in|from|that|by|before|after|across)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LEADING = re.compile(
    r"""
    \A(?:(?:and|or|with|for|using|via|including|such[ ]as|when|whenever|to|in|from|that|by|across|of|on|the|an?|this
    |these|use|skill|if|it|is|are|be)\b[\s,]*)+
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EDGES = " \t\n,;:.-\u2013\u2014"


class _Piece(Struct, frozen=True):
    """A stretch of a description, with the different stems in it and what it costs."""

    start: int
    end: int
    stems: frozenset[str]
    cost: int


class _Kept(Struct):
    """What stays of one description while pieces are chosen.

    Attributes:
        worth: Stem -> what a description gains by it.
        chosen: Indices of pieces.
        gained: The sum for the stems that are kept.
    """

    text: str
    pieces: tuple[_Piece, ...]
    worth: Mapping[str, int]
    chosen: set[int] = field(default_factory=set)
    stems: set[str] = field(default_factory=set)
    gained: int = _UNIT

    def gain(self, index: int) -> int:
        """Return the gain of a piece for each of its characters: the less, the more is kept already."""
        added = sum(self.worth[stem] for stem in self.pieces[index].stems - self.stems)
        return (isqrt((self.gained + added) * _FINE) - isqrt(self.gained * _FINE)) // self.cost(index)

    def cost(self, index: int) -> int:
        """Return the cost of a piece beside those that are chosen."""
        return self.pieces[index].cost + (len(_JOIN) if self.chosen else 0)

    def keep(self, index: int) -> None:
        """Keep a piece."""
        new = self.pieces[index].stems - self.stems
        self.gained += sum(self.worth[stem] for stem in new)
        self.stems |= new
        self.chosen.add(index)

    def written(self) -> str:
        """Return the pieces that are kept, in the order of the description."""
        text, end = "", 0
        for index in sorted(self.chosen):
            piece = self.pieces[index]
            between = self.text[end : piece.start]
            text += (between if len(between) <= _NEXT else _JOIN) if text else ""
            text += self.text[piece.start : piece.end]
            end = piece.end
        return text


def trim(descriptions: Mapping[str, str], budget: int, *, cost: Callable[[str], int] = len) -> Trimming:
    """Return descriptions of at most so many characters together, cut between words.

    Kept is, piece by piece, what adds most by each of its characters: rare words, and words that its name does not
    have; and the less, the more the description keeps already.

    Args:
        descriptions: By name.
        budget: Characters of all descriptions; names and what stands around them are not counted.
        cost: Text -> what it takes of the budget: one or more for each character, as where a text is escaped.
    """
    texts = {name: " ".join(descriptions[name].split()) for name in sorted(descriptions)}
    if sum(map(cost, texts.values())) <= budget:
        return _trimming(texts, texts)
    rarities = _rarities(texts)
    kept = {name: _kept(name, text, rarities, cost) for name, text in texts.items()}
    _choose(kept, max(budget, 0))
    results = {name: one.written() for name, one in kept.items()}
    left = max(budget, 0) - sum(map(cost, results.values()))
    # What is left over gives back the words between the pieces, where nothing else is missing.
    for name, one in kept.items():
        more = cost(one.text) - cost(results[name])
        if len(one.chosen) == len(one.pieces) and 0 < more <= left:
            results[name] = one.text
            left -= more
    return _trimming(texts, results)


def _rarities(texts: Mapping[str, str]) -> Mapping[str, float]:
    """Return the weight of each stem: the fewer names and descriptions have it, the more."""
    having = Counter(stem for name, text in texts.items() for stem in {*stems(name), *stems(text)})
    return {stem: round(rarity(count, len(texts)), _DIGITS) for stem, count in having.items()}


def _kept(name: str, text: str, rarities: Mapping[str, float], cost: Callable[[str], int]) -> _Kept:
    pieces = tuple(_pieces(text, cost))
    in_name = Counter(stems(name))
    worth = {}
    for stem in {stem for piece in pieces for stem in piece.stems}:
        before = in_name[stem] * NAME_WEIGHT
        more = saturated(before + DESCRIPTION_WEIGHT, 1, 1) - (saturated(before, 1, 1) if before else 0)
        worth[stem] = round(_UNIT * rarities[stem] * more)
    return _Kept(text, pieces, worth)


def _pieces(text: str, cost: Callable[[str], int]) -> Iterator[_Piece]:
    """Yield the pieces that may be kept alone: none that, cut out, would claim what the description does not."""
    barred, whole = list(disclaimers(text)), list(denials(text))
    start = 0
    matches = ((match.start(), match.end()) for match in _BORDER.finditer(text))
    borders = [(end, after) for end, after in matches if not any(since < after <= until for since, until in whole)]
    for end, after in (*borders, (len(text), len(text))):
        lead = _LEADING.match(text[start:end])
        first = start + (lead.end() if lead else 0)
        piece = text[first:end]
        edges = _EDGES + ("" if piece.count("(") == piece.count(")") else "()")
        first += len(piece) - len(piece.lstrip(edges))
        piece = piece.strip(edges)
        last = first + len(piece)
        if not any(since < last and first < until for since, until in barred) and (found := frozenset(stems(piece))):
            yield _Piece(first, last, found, cost(piece))
        start = after


def _choose(kept: Mapping[str, _Kept], budget: int) -> None:
    """Choose pieces within a budget, the best first."""
    # A gain only shrinks while others are chosen, so the first that is still what it was is the best; but for the
    # characters of the join, which the first piece of a description does not need.
    waiting = [(-one.gain(index), name, index) for name, one in kept.items() for index in range(len(one.pieces))]
    heapify(waiting)
    while waiting:
        before, name, index = heappop(waiting)
        one = kept[name]
        gain = one.gain(index)
        if gain <= 0 or one.cost(index) > budget:
            continue
        if -gain > before:
            heappush(waiting, (-gain, name, index))
            continue
        budget -= one.cost(index)
        one.keep(index)


def _trimming(texts: Mapping[str, str], results: Mapping[str, str]) -> Trimming:
    changed = [name for name, text in texts.items() if results[name] != text]
    dropped = sum(not results[name] for name in changed)
    return Trimming(
        texts=tuple(sorted(results.items())),
        characters=sum(map(len, results.values())),
        shortened=len(changed) - dropped,
        dropped=dropped,
    )

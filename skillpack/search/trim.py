"""Descriptions made to fit: what tells a skill from the others stays longest."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import isqrt

from msgspec import Struct, field

from skillpack.model.selection import Trimming
from skillpack.search.rank import rarity, saturated
from skillpack.search.terms import DESCRIPTION_WEIGHT, NAME_WEIGHT, stems
from skillpack.search.visibility import shared_length

_JOIN = ", "  # between pieces that were not next to each other
_UNIT = 1 << 20  # whole numbers add up to the same in any order and on any machine
_FINE = 1 << 40  # gains are compared as whole numbers
_DIGITS = 9  # of a logarithm: its last bits differ between machines
_OPENING, _OPENING_WORTH = 80, 2
"""Characters in which a description says what its skill does, its first sentence at most; and what a word there counts
beside others."""
READABLE = 40
"""Characters of a description that say something."""
_LEAD = 3, 5  # share of what equal cutting would leave that each description keeps from its start
_SENTENCE = re.compile(r"[.!?](?=\s|\Z)")

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

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'\u201d\u2019)]*\s+(?=[\"'\u201c\u2018(\[*`]*[A-Z0-9])|\n\s*\n")
_POINTER_END = re.compile(rf";|{_SENTENCE_END.pattern}")
_CLAUSE_END = re.compile(r"[,;:!?)](?=\s|\Z)|\.(?=\s|\Z)|\s[-\u2013\u2014]+\s")
# When it is not meant: nothing of it is a claim, up to the end of the sentence.
_AGAINST = re.compile(
    r"""
    \b(?: do[ ]not[ ](?:use|trigger|invoke|apply|activate) | don['\u2019]t[ ](?:use|trigger|invoke|apply)
        | not[ ](?:for|to[ ]be[ ]used|when|needed|intended|meant|suitable) | never[ ](?:use|for)
        | skip[ ](?:when|if|this|it|for|once) | avoid[ ](?:when|using|this|for|if)
        | when[ ]not[ ]to | unsuitable | instead[ ]of[ ]this[ ]skill )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# `For X, see Y`, `if X, use the Y skill`: X is what the other skill is for.
_POINTER = re.compile(
    r"""
    \b(?:for|if|when|to)\b (?:(?!\b(?:for|if|when|use[ ](?:this|when|for))\b)[^.;!?]){1,120}?
    (?: \b(?:see|refer[ ]to|consult|go[ ]to)\b
      | [, ]\b(?:use|try|prefer|load|invoke|call)\s+(?:the[ ])?
        (?: [`*"'/$][\w.:-]+ | \w+(?:-\w+)+(?=[\s.,;)]|\Z) | [\w-]+[ ](?:skill\b|instead\b) ) )
    | \b(?:see|use|prefer)\s+(?:the[ ])?[`*"']?[\w-]+[`*"']?(?:[ ]skill)?[ ](?:instead|for)\b
    | \(\s*see\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What is denied stays beside the word that denies it, or goes with it.
_DENIAL = re.compile(
    r"""
    \b(?: not | never | no | without | avoid(?:s|ing)? | prevent(?:s|ing)? | instead[ ]of | rather[ ]than | unlike
        | except(?:[ ]for)? | exclud(?:es?|ing) | unavailable )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


class _Piece(Struct, frozen=True):
    """A stretch of a description, with the different stems in it and what it costs.

    Attributes:
        gap: What the words between the piece before and this one cost; -1 where something else is between them.
    """

    start: int
    end: int
    stems: frozenset[str]
    cost: int
    gap: int


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
        gaps = [self.pieces[second].gap for second in (index, index + 1) if self.follows(second, index)]
        return self.pieces[index].cost + sum(gaps) + (len(_JOIN) * (1 - len(gaps)) if self.chosen else 0)

    def follows(self, index: int, new: int = -1) -> bool:
        """Return whether a piece stands right behind one that is kept too, as if `new` was kept."""
        kept = {index - 1, index} - {new} <= self.chosen
        return 0 < index < len(self.pieces) and kept and self.pieces[index].gap >= 0

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
            if text:
                text += self.text[end : piece.start] if self.follows(index) else _JOIN
            text += self.text[piece.start : piece.end]
            end = piece.end
        return text


def trim(descriptions: Mapping[str, str], budget: int, *, cost: Callable[[str], int] = len, floor: int = 0) -> Trimming:
    """Return descriptions of at most so many characters together, cut between words.

    Kept is, piece by piece, what adds most by each of its characters: words of the opening, rare words, and words that
    its name does not have; and the less, the more the description keeps already.

    Args:
        descriptions: By name.
        budget: Characters of all descriptions; names and what stands around them are not counted.
        cost: Text -> what it takes of the budget: one or more for each character, as where a text is escaped.
        floor: Each description first keeps its `opening` of so many characters, by name as long as the budget lasts.
    """
    texts = {name: " ".join(descriptions[name].split()) for name in sorted(descriptions)}
    if sum(map(cost, texts.values())) <= budget:
        return _trimming(texts, texts)
    having = Counter(stem for name, text in texts.items() for stem in {*stems(name), *stems(text)})
    rarities = {stem: round(rarity(count, len(texts)), _DIGITS) for stem, count in having.items()}
    kept = {name: _kept(name, text, rarities, cost) for name, text in texts.items()}
    left = _open(kept, max(budget, 0), floor)
    _choose(kept, _open(kept, left, _lead([len(text) for text in texts.values()], budget)))
    results = {name: one.written() for name, one in kept.items()}
    left = max(budget, 0) - sum(map(cost, results.values()))
    # What is left over gives back the words between the pieces, where nothing else is missing.
    for name, one in kept.items():
        more = cost(one.text) - cost(results[name])
        if len(one.chosen) == len(one.pieces) and 0 < more <= left:
            results[name] = one.text
            left -= more
    return _trimming(texts, results)


def disclaimers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that are no claims, start and end: `not for X`, and `for X, see Y`, to the sentence's end.

    A pointer to another skill ends at a semicolon too.
    """
    for pattern, closing in ((_AGAINST, _SENTENCE_END), (_POINTER, _POINTER_END)):
        end = 0
        for match in pattern.finditer(text):
            if match.start() >= end:
                closed = closing.search(text, match.end())
                end = closed.start() if closed else len(text)
                yield match.start(), end


def denials(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that a word such as `without` denies, start and end, to the end of the clause."""
    end = 0
    for match in _DENIAL.finditer(text):
        if match.start() >= end:
            closed = _CLAUSE_END.search(text, match.end())
            end = closed.start() if closed else len(text)
            yield match.start(), end


def _lead(lengths: Sequence[int], budget: int) -> int:
    """Return how many characters each description keeps from its start; 0 where equal cutting would leave noise."""
    longest = shared_length(lengths, max(budget, 0))
    return max(longest * _LEAD[0] // _LEAD[1], READABLE) if longest >= READABLE else 0


def opening(description: str, floor: int, *, cost: Callable[[str], int] = len) -> str:
    """Return the first pieces of a description: at least so many characters, or all that may be kept of it."""
    text = " ".join(description.split())
    one = _Kept(text, tuple(_pieces(text, cost)), {})
    for _ in _opened(one, floor):
        pass
    written = one.written()
    return text if len(text) <= max(floor, len(written)) else written


def _opened(one: _Kept, floor: int) -> Iterator[int]:
    """Keep pieces of a description from its start while it is shorter than the floor; yield each before it is kept."""
    for index in range(len(one.pieces)):
        if len(one.written()) >= floor:
            return
        if index not in one.chosen:
            yield index
            one.chosen.add(index)


def _open(kept: Mapping[str, _Kept], budget: int, floor: int) -> int:
    """Keep the opening of each description, and return what is left of the budget."""
    for one in kept.values():
        for index in _opened(one, floor):
            if one.cost(index) > budget:
                break
            budget -= one.cost(index)
            one.keep(index)
    return budget


def _kept(name: str, text: str, rarities: Mapping[str, float], cost: Callable[[str], int]) -> _Kept:
    pieces = tuple(_pieces(text, cost))
    in_name = Counter(stems(name))
    sentence = _SENTENCE.search(text)
    end = min(_OPENING, sentence.start() if sentence else len(text))
    opening = {stem for piece in pieces if piece.start < end for stem in piece.stems}
    worth = {}
    for stem in {stem for piece in pieces for stem in piece.stems}:
        before = in_name[stem] * NAME_WEIGHT
        more = saturated(before + DESCRIPTION_WEIGHT, 1, 1) - (saturated(before, 1, 1) if before else 0)
        worth[stem] = round(_UNIT * rarities[stem] * more) * (_OPENING_WORTH if stem in opening else 1)
    return _Kept(text, pieces, worth)


def _pieces(text: str, cost: Callable[[str], int]) -> Iterator[_Piece]:
    """Yield the pieces that may be kept alone: none that, cut out, would claim what the description does not."""
    barred, whole = list(disclaimers(text)), list(denials(text))
    start, before = 0, -1
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
        if any(since < last and first < until for since, until in barred):
            before = -1
        elif found := frozenset(stems(piece)):
            yield _Piece(first, last, found, cost(piece), cost(text[before:first]) if before >= 0 else -1)
            before = last
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

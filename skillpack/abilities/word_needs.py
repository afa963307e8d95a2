"""Which words a text must hold for a pattern to be found in it: read from the pattern, so that no list says it again.

A pattern is read from left to right. What it can match in a few ways only, such as `uploads?`, is spelled out; at what
it can match in any way, such as `[^.;]{0,40}`, a word ends. What is not understood needs nothing, so that a text is
looked through once too often rather than not at all.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod

Clause = frozenset[str]
"""Parts of words, one of which must stand in a text; a word begins or ends where its part does so with a blank."""

Need = frozenset[Clause]
"""What must stand in a text, all of it; nothing for what may be found in any."""

_MOST_SPELLED = 400  # ways to spell one word
_MOST_PHRASES = 64  # ways to spell a group
_MOST_NEEDS = 24  # of one pattern, before those of a group are taken together
_SHORTEST = 3  # characters of a part of Latin letters, with its blanks

_LISTED = r"(?:[a-z']|\\s\+)+\??"
_TOKEN = re.compile(
    rf"""\(\?:{_LISTED}(?:\|{_LISTED})*\)
    | \\(?:x..|u.{{4}}|N\{{[^}}]*\}}|.)
    | \[\^?\]?(?:\\.|[^\]\\])*\]
    | \(\?(?:[:>=!]|<[=!]) | \(\?P<\w+> | \(
    | (?:[*+?]|\{{\d*(?:,\d*)?\}})[?+]?
    | [)|^$.] | [ ] | \s+ | \#
    | [^\\\[\](){{}}|*+?^$.\s\#]+ | .""",
    re.DOTALL | re.VERBOSE,
)
_WORD = re.compile(r"\w+")
_CHOICE = re.compile(r"\[((?:[^\^\\\]-]|\\[^a-zA-Z0-9])+-?)\]")
_EDGE = "\0"  # where a word begins or ends, and nothing else
_BLANK = " "  # anything between words
_ATOMS = {
    **dict.fromkeys((r"\b", r"\A", r"\Z", "^", "$"), (_EDGE,)),
    **dict.fromkeys((r"\s", r"\W", r"\n", r"\t", r"\r"), (_BLANK,)),
    r"\B": ("",),
}
_NOTHING: tuple[Need, ...] = (frozenset(),)
_COMMON = frozenset(
    [
        *("a", "all", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do"),
        *("for", "from", "has", "have", "if", "in", "is", "it", "its", "must", "no", "not"),
        *("of", "on", "or", "should", "so", "that", "the", "then", "these", "they", "this", "to"),
        *("use", "user", "when", "will", "with", "without", "you", "your"),
    ]
)


def needs_of(pattern: str, *, verbose: bool = False) -> tuple[Need, ...]:
    """Return what a text must hold for a pattern to be found in it: one of these needs.

    Args:
        pattern: Of letters in lower case.
        verbose: Whether blanks in it mean nothing.
    """
    tokens = [each for each in _TOKEN.findall(pattern) if not (verbose and each.isspace())]
    return _smallest(_Reader(tokens).alternatives(begins=False).needs())


def both(*needed: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return what a text must hold for several patterns to be found in it."""
    return _smallest(tuple(dict.fromkeys(frozenset().union(*each) for each in product(*needed))))


def of_cut_text(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return the needs of a pattern that is looked for in a part of a text, where a word may end that goes on."""
    loose = [frozenset([frozenset([part.strip() for part in clause]) for clause in need]) for need in needs]
    return tuple([frozenset([clause for clause in need if min(map(len, clause)) >= _SHORTEST]) for need in loose])


def how_common(clause: Clause) -> tuple[int, list[str]]:
    """Return by what clauses are sorted of which the first is met by the fewest texts, as far as words tell."""
    return sum(map(_weight, clause)), sorted(clause)


class _Part:
    """A part of a pattern.

    Args:
        spelled: All that it can match, where that is little.
        needs: Returns what it needs.
        parts: Whether what follows it begins a word, where what stands before it would.
    """

    def __init__(
        self, spelled: tuple[str, ...] | None, needs: Callable[[], tuple[Need, ...]], *, parts: bool = False
    ) -> None:
        self.spelled = spelled
        self.needs = needs
        self.parts = parts


def _spelled(ways: tuple[str, ...]) -> _Part:
    def needs() -> tuple[Need, ...]:
        clause = _clause(ways)
        return (frozenset({clause}),) if clause else _NOTHING

    return _Part(ways, needs, parts=_end_words(ways))


_ANYTHING = _Part(None, lambda: _NOTHING)


class _Reader:
    """Reads the tokens of a pattern."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = [*tokens, ")"]
        self._at = 0

    def alternatives(self, *, begins: bool) -> _Part:
        """Return what the alternatives up to the end of a group come to.

        Args:
            begins: Whether a word begins where the group does.
        """
        phrases = [self._sequence(begins=begins)]
        while self._tokens[self._at] == "|":
            self._at += 1
            phrases.append(self._sequence(begins=begins))
        self._at = min(self._at + 1, len(self._tokens) - 1)
        ways = [phrase.spelled() for phrase in phrases]
        spelled = tuple(dict.fromkeys(way for each in ways if each for way in each)) if all(ways) else None
        return _Part(
            spelled,
            lambda: _merged(need for each in phrases for need in each.needs()),
            parts=all(phrase.parts for phrase in phrases),
        )

    def _sequence(self, *, begins: bool) -> "_Phrase":
        tokens = self._tokens
        phrase = _Phrase(begins=begins)
        while (token := tokens[self._at]) not in {"|", ")"}:
            self._at += 1
            group = token[0] == "(" and token[-1] != ")"
            part = self._group(token, begins=phrase.begins()) if group else _atom(token)
            mark = tokens[self._at]
            if mark[0] in "*+?{":
                self._at += 1
                if len(token) > 1 and token[0] not in "\\[(":
                    phrase.add(_spelled((token[:-1],)))
                    part = _spelled((token[-1],))
                part = _repeated(part, mark)
            phrase.add(part)
        return phrase

    def _group(self, opening: str, *, begins: bool) -> _Part:
        part = self.alternatives(begins=begins and "<" not in opening)
        if opening[-1] == "!":
            return _spelled(("",))
        return _Part(("",), part.needs) if opening[-1] == "=" else part  # what is looked ahead for must be there


class _Phrase:
    """What stands one after another in a pattern.

    Args:
        begins: Whether a word begins with it.
    """

    def __init__(self, *, begins: bool) -> None:
        self.parts = True
        self._needs: tuple[Need, ...] = _NOTHING
        self._word: tuple[str, ...] = (_EDGE if begins else "",)  # as far as it is read, with what stands before it
        self._ways: list[tuple[str, ...]] | None = []

    def add(self, part: _Part) -> None:
        """Add what comes next."""
        ways = part.spelled
        if ways == ("",):
            needs = part.needs()
            if all(needs):
                self._needs, self._ways = _both(self._needs, needs), None
            return
        if ways is None:
            self.parts, self._ways = part.parts, None
            ends = part.parts and self.begins()
            self._close()
            self._needs = _both(self._needs, part.needs())
            self._word = (_BLANK if ends else "",)
            return
        if self._ways is not None:
            self._ways.append(ways)
        if len(self._word) * len(ways) > _MOST_SPELLED:
            self._close()
        self._word = _joined(self._word, ways)
        self.parts = part.parts or (self.parts and "" in ways and self.begins())
        if self.parts:
            self._close()
            self._word = (_BLANK,)

    def begins(self) -> bool:
        """Tell whether a word begins with what comes next."""
        return _end_words(self._word)

    def spelled(self) -> tuple[str, ...] | None:
        """Return all that it can match, where that is little."""
        if self._ways is None or prod(map(len, self._ways)) > _MOST_PHRASES:
            return None
        return tuple(dict.fromkeys(map("".join, product(*self._ways))))

    def needs(self) -> tuple[Need, ...]:
        """Return what it needs, once all of it is added."""
        self._close()
        return self._needs

    def _close(self) -> None:
        """End the word that is read."""
        ways, self._word = self._word, ("",)
        clause = _clause(ways)
        if clause:
            clauses = {frozenset({part}) for part in _parts(ways[0])} if len(ways) == 1 else {clause}
            self._needs = tuple([need | clauses for need in self._needs])


def _end_words(ways: Iterable[str]) -> bool:
    """Tell whether no word goes on behind any of some texts."""
    return all(text and not text[-1].isalnum() and text[-1] != "_" for text in ways)


@lru_cache(2**10)
def _atom(written: str) -> _Part:
    if written in _ATOMS:
        return _spelled(_ATOMS[written])
    if written[0] == "(":
        return _spelled(tuple(dict.fromkeys(_listed(written[3:-1]))))
    if written[0] == "\\":
        return _ANYTHING if written[1].isalnum() else _spelled((written[1],))
    if written[0] == "[" and len(written) > 1:
        choice = _CHOICE.fullmatch(written)
        return _spelled(tuple(dict.fromkeys(choice[1].replace("\\", "")))) if choice else _ANYTHING
    return _ANYTHING if written == "." else _spelled((written,))


def _listed(words: str) -> Iterator[str]:
    """Yield the ways to spell a list of words."""
    for word in words.replace(r"\s+", _BLANK).split("|"):
        yield word.removesuffix("?")
        if word.endswith("?"):
            yield word[:-2]


def _repeated(part: _Part, mark: str) -> _Part:
    """Return what a part comes to that stands there as often as a mark says."""
    least = 0 if mark[0] in "*?" or mark.startswith(("{0", "{,")) else 1
    once = mark[0] == "?" or mark.startswith(("{0,1}", "{,1}"))
    ways = part.spelled
    if ways is not None and (once or not any(map(_WORD.search, ways))):
        return part if least else _spelled(tuple(dict.fromkeys(("", *ways))))
    return _Part(None, part.needs if least else _ANYTHING.needs, parts=part.parts)


def _joined(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    if len(first) == len(second) == 1:
        return (first[0] + second[0],)
    return tuple(dict.fromkeys([before + after for before in first for after in second]))


def _both(first: tuple[Need, ...], second: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return what is needed for one thing and another."""
    if not all(second):
        return first
    if len(first) * len(second) > _MOST_NEEDS:
        first, second = sorted((first, second), key=len)
        second = _together(second)
    return tuple(dict.fromkeys([one | other for one in first for other in second]))


def _together(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return one need in place of some, where each of them holds a clause."""
    if not all(needs):
        return _NOTHING
    return (frozenset({frozenset().union(*[min(need, key=how_common) for need in needs])}),)


def _merged(needs: Iterable[Need]) -> tuple[Need, ...]:
    """Return needs in which those of one clause are one."""
    several, words = dict[Need, None](), set[str]()
    for need in needs:
        if len(need) == 1:
            words |= next(iter(need))
        else:
            several[need] = None
    return (*several, frozenset({frozenset(words)})) if words else tuple(several)


def _clause(ways: Sequence[str]) -> Clause:
    """Return one part of each way to spell something; empty where a way has none."""
    chosen = set()
    for text in ways:
        part = _rarest_part(text)
        if not part:
            return frozenset()
        chosen.add(part)
    return frozenset(chosen)


@lru_cache(2**13)
def _rarest_part(text: str) -> str:
    return min(_parts(text), key=_weight, default="")


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of words in what a pattern matches."""
    for found in _WORD.finditer(text):
        part = f"{_BLANK if found.start() else ''}{found[0]}{_BLANK if found.end() < len(text) else ''}"
        if len(part) >= _SHORTEST or not part.isascii():
            yield part


@lru_cache(2**12)
def _weight(part: str) -> int:
    """Return how common a part of words is, as far as its length tells."""
    word = part.strip()
    return 10_000 - len(word) if len(word) == 1 or word in _COMMON else 10_000 // len(part) ** 2


def _smallest(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return some needs without those that ask for more than another one."""
    return tuple([each for each in needs if not any(other < each for other in needs)])

"""Which words a text must hold for a pattern to be found in it: read from the pattern, so that no list says it again.

A pattern is read from left to right. What it can match in a few ways only, such as `uploads?`, is spelled out; at what
it can match in any way, such as `[^.;]{0,40}`, a new word begins. What is not understood here needs nothing, so that a
text is looked through once too often rather than not at all.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from msgspec import Struct

Clause = frozenset[str]
"""Parts of words, one of which must stand in a text; where a part begins or ends with a blank, its word does so there."""

Need = frozenset[Clause]
"""What must stand in a text, all of it; nothing for what may be found in any."""

_MOST_SPELLED = 400  # ways to spell one word
_MOST_PHRASES = 64  # ways to spell a group
_MOST_NEEDS = 24  # of one pattern, before those of a group are taken together
_SHORTEST = 3  # characters of a part, with its blanks

_TOKEN = re.compile(
    r"""\\(?:x..|u.{4}|N\{[^}]*\}|.)
    | \[\^?\]?(?:\\.|[^\]\\])*\]
    | \(\?(?:[:>=!]|<[=!]) | \(\?P<\w+> | \(
    | (?:[*+?]|\{\d*(?:,\d*)?\})[?+]?
    | [)|^$.] | [ ] | \s+ | \#
    | [^\\\[\](){}|*+?^$.\s\#]+ | .""",
    re.DOTALL | re.VERBOSE,
)
_WORD = re.compile(r"\w+")
_LISTED = re.compile(r"\[((?:[^\^\\\]-]|\\[^a-zA-Z0-9])+-?)\]")
_EDGE = "\0"
_BLANK = " "
_ZERO_WIDTH = {r"\b": _EDGE, r"\A": _EDGE, r"\Z": _EDGE, r"\B": "", "^": _EDGE, "$": _EDGE}
_NO_LETTER = {r"\s", r"\W", r"\n", r"\t", r"\r"}
_COMMON = frozenset(
    "a all an and any are as at be by can do for from has have if in is it its must no not of on or should so that the"
    " then these they this to use user when will with without you your".split()
)


class _Part(Struct, frozen=True):
    """A part of a pattern.

    Attributes:
        spelled: All that it can match, where that is little.
        needs: What it needs.
        parts: Whether what follows it begins a word, where what stands before it would.
    """

    spelled: tuple[str, ...] | None
    needs: tuple[Need, ...]
    parts: bool = False


_ANYTHING = _Part(None, (frozenset(),))
_EMPTY = _Part(("",), (frozenset(),))


def needs_of(pattern: str, *, verbose: bool = False) -> tuple[Need, ...]:
    """Return what a text must hold for a pattern to be found in it: one of these needs.

    Args:
        pattern: Of letters in lower case.
        verbose: Whether blanks in it mean nothing.
    """
    tokens = [each for each in _TOKEN.findall(pattern) if not (verbose and each.isspace())]
    return _smallest(_Reader(tokens).alternatives().needs)


def both(*needed: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return what a text must hold for several patterns to be found in it."""
    return _smallest(tuple(dict.fromkeys(frozenset().union(*each) for each in product(*needed))))


def of_cut_text(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return the needs of a pattern that is looked for in a part of a text, where a word may end that goes on."""
    loose = [frozenset([frozenset([part.strip() for part in clause]) for clause in need]) for need in needs]
    return tuple([frozenset([clause for clause in need if min(map(len, clause)) >= _SHORTEST]) for need in loose])


class _Reader:
    """Reads the tokens of a pattern."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def alternatives(self, *, begins: bool = False) -> _Part:
        """Return what the alternatives up to the end of a group come to.

        Args:
            begins: Whether a word begins where the group does.
        """
        parts = [self._sequence(begins=begins)]
        while self._at < len(self._tokens) and self._tokens[self._at] == "|":
            self._at += 1
            parts.append(self._sequence(begins=begins))
        self._at += 1  # the end of the group
        if len(parts) == 1:
            return parts[0]
        spelled: tuple[str, ...] | None = None
        if all(each.spelled is not None for each in parts):
            spelled = tuple(dict.fromkeys(word for each in parts for word in each.spelled or ()))
        needs = _merged(need for each in parts for need in each.needs)
        return _Part(spelled, needs, all(each.parts for each in parts))

    def _sequence(self, *, begins: bool) -> _Part:
        tokens = self._tokens
        phrase = _Phrase(begins=begins)
        while self._at < len(tokens) and tokens[self._at] not in {"|", ")"}:
            token = tokens[self._at]
            self._at += 1
            part = self._group(token, begins=phrase.parts()) if token[0] == "(" else _atom(token)
            mark = tokens[self._at] if self._at < len(tokens) and tokens[self._at][0] in "*+?{" else ""
            if mark:
                self._at += 1
                if part.spelled is not None and len(token) > 1 and token[0] not in "\\[(":
                    phrase.add(_literal(token[:-1]))
                    part = _literal(token[-1])
                part = _repeated(part, mark)
            phrase.add(part)
        return phrase.part()

    def _group(self, opening: str, *, begins: bool) -> _Part:
        part = self.alternatives(begins=begins and "<" not in opening)
        if opening[-1] == "!":
            return _EMPTY
        if opening[-1] == "=":  # it must stand there, too
            return _Part(("",), _both(part.needs, _needs_of_spelled(part.spelled)) if part.spelled else part.needs)
        return part


class _Phrase:
    """What stands one after another in a pattern."""

    def __init__(self, *, begins: bool) -> None:
        self._needs: tuple[Need, ...] = (frozenset(),)
        self._word: tuple[str, ...] = (_EDGE if begins else "",)  # as far as it is read, with what stands before it
        self._spelled: tuple[str, ...] | None = ("",)
        self._parts = True

    def add(self, part: _Part) -> None:
        """Add what comes next."""
        spelled = part.spelled
        if self._spelled is not None:
            fits = spelled is not None and len(self._spelled) * len(spelled) <= _MOST_PHRASES
            self._spelled = _joined(self._spelled, spelled) if fits and spelled is not None else None
        if spelled == ("",):
            if all(part.needs):
                self._needs, self._spelled = _both(self._needs, part.needs), None
            return
        if spelled is None:
            begins = self._word if part.parts and _ends_word(self._word) else ("",)
            self._close()
            self._needs = _both(self._needs, part.needs)
            self._word = tuple({word[-1] for word in begins}) if begins != ("",) else begins
            self._parts = part.parts
            return
        if len(self._word) * len(spelled) > _MOST_SPELLED:
            self._close()
        self._word = _joined(self._word, spelled)
        self._parts = _ends_word(spelled)
        if _ends_word(self._word):
            self._close()
            self._word = (_BLANK,)

    def parts(self) -> bool:
        """Tell whether a word begins with what comes next."""
        return _ends_word(self._word)

    def part(self) -> _Part:
        """Return what all of it comes to."""
        spelled = self._spelled
        self._close()
        return _Part(spelled, self._needs, self._parts)

    def _close(self) -> None:
        """End the word that is read."""
        if len(self._word) == 1:
            clauses = frozenset([frozenset({part}) for part in _parts(self._word[0])])
            self._needs = tuple([need | clauses for need in self._needs]) if clauses else self._needs
        else:
            clause = _clause(self._word)
            self._needs = tuple([need | {clause} for need in self._needs]) if clause else self._needs
        self._word = ("",)


def _merged(needs: Iterable[Need]) -> tuple[Need, ...]:
    """Return needs in which those of one set of words are one."""
    several, words = dict[Need, None](), set[str]()
    for need in needs:
        if len(need) == 1:
            words |= next(iter(need))
        else:
            several[need] = None
    return (*several, frozenset({frozenset(words)})) if words else tuple(several)


def _ends_word(spelled: Iterable[str]) -> bool:
    """Tell whether no word goes on behind any of some texts."""
    return all(text and not text[-1].isalnum() and text[-1] != "_" for text in spelled)


def _atom(token: str) -> _Part:
    if token in _ZERO_WIDTH:
        return _Part((_ZERO_WIDTH[token],), (frozenset(),))
    if token in _NO_LETTER:
        return _Part((_BLANK,), (frozenset(),))
    if token[0] == "\\":
        return _ANYTHING if token[1].isalnum() else _literal(token[1])
    if token[0] == "[":
        listed = _LISTED.fullmatch(token)
        return _Part(tuple(dict.fromkeys(listed[1].replace("\\", ""))), (frozenset(),)) if listed else _ANYTHING
    return _ANYTHING if token == "." else _literal(token)


def _literal(text: str) -> _Part:
    return _Part((text,), (frozenset(),))


def _repeated(part: _Part, mark: str) -> _Part:
    """Return what a part comes to that stands there as often as a mark says."""
    least = 0 if mark[0] in "*?" or mark.startswith(("{0", "{,")) else 1
    once = mark[0] == "?" or mark.startswith(("{0,1}", "{,1}"))
    spelled = part.spelled
    if spelled is not None and (once or not any(map(_WORD.search, spelled))):
        return _Part(tuple(dict.fromkeys(("", *spelled))) if not least else spelled, (frozenset(),))
    if not least:
        return _Part(None, _ANYTHING.needs, part.parts)
    return _Part(None, _both(part.needs, _needs_of_spelled(spelled)) if spelled is not None else part.needs, part.parts)


def _needs_of_spelled(spelled: tuple[str, ...]) -> tuple[Need, ...]:
    clause = _clause(spelled)
    return (frozenset({clause}),) if clause else (frozenset(),)


def _joined(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([before + after for before, after in product(first, second)]))


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
        return (frozenset(),)
    return (frozenset({frozenset().union(*[min(need, key=_how_common) for need in needs])}),)


def _clause(spelled: Iterable[str]) -> Clause:
    """Return one part of each way to spell something; empty where a way has none."""
    chosen = set()
    for text in spelled:
        part = min(_parts(text), key=_weight, default="")
        if not part:
            return frozenset()
        chosen.add(part)
    return frozenset(chosen)


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of words in what a pattern matches."""
    for found in _WORD.finditer(text):
        part = f"{_BLANK if found.start() else ''}{found[0]}{_BLANK if found.end() < len(text) else ''}"
        if len(part) >= _SHORTEST:
            yield part


@lru_cache(2**12)
def _weight(part: str) -> float:
    """Return how common a part of words is, as far as its length tells."""
    word = part.strip()
    return 1.0 if len(word) == 1 or word in _COMMON else 1.0 / len(part) ** 2


def _how_common(clause: Clause) -> float:
    return sum(map(_weight, clause))


def _smallest(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Return some needs without those that ask for more than another one."""
    return tuple([each for each in needs if not any(other < each for other in needs)])

"""Which signs the words of a text hold: a word is looked at once, for most words come again in every text."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from operator import or_

from skillpack.abilities.prose_tables.contexts import QUOTES
from skillpack.abilities.sentences import plain, unquoted

_START = 3  # characters by which signs are found
_LONGEST = 40  # characters of a word that is remembered
_REMEMBERED = 2**15  # words, about 6 MB
_MARKS = frozenset(f"*_[]{QUOTES}")
_AROUND = "*_[]`\"'()<>{}.,:;!?|#-\u2013\u2014\u2018\u2019\u201c\u201d"
_BARE = str.maketrans("", "", '*_[]`"')
_LETTERS = re.compile(r"\w+")


class _Remembered(dict[str, int]):
    """Words with their bits; those that are not too long are looked up once.

    Args:
        look_up: Returns the bits of a word.
    """

    def __init__(self, look_up: Callable[[str], int]) -> None:
        self._look_up = look_up

    def __missing__(self, word: str) -> int:
        bits = self._look_up(word)
        if len(word) <= _LONGEST:
            self[word] = bits
        return bits


class WordSigns:
    """Parts of words that are looked for together.

    Args:
        signs: Sign, in lower case and of letters -> the bits that stand for it. A blank at one of its ends is the end
            of a word.
    """

    def __init__(self, signs: Mapping[str, int]) -> None:
        self._whole: dict[str, int] = {}
        self._first: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)  # by how they start
        self._last: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)  # by how they end
        self._within: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)  # by how they start
        self._short: list[tuple[str, int]] = []
        for sign, bits in signs.items():
            letters = sign.strip()
            if sign[0] == sign[-1] == " ":
                self._whole[letters] = bits
            elif sign[0] == " ":
                self._first[letters[:_START]].append((letters, bits))
            elif sign[-1] == " ":
                self._last[letters[-_START:]].append((letters, bits))
            elif len(letters) < _START:
                self._short.append((letters, bits))
            else:
                self._within[letters[:_START]].append((letters, bits))
        self._of_word = _Remembered(self._in_word)
        self._of_letters = _Remembered(self._look_up)

    def of_lines(self, lines: Sequence[Collection[str]]) -> list[int]:
        """Return the bits of all signs that the words of each line hold, as they are written or read (`sentences`).

        Args:
            lines: The words of each, in lower case, with all that stands between two blanks.
        """
        for words in (self._of_word, self._of_letters):
            if len(words) > _REMEMBERED:
                words.clear()
        of_word = self._of_word.__getitem__
        return [reduce(or_, filter(None, map(of_word, line)), 0) for line in lines]

    def _in_word(self, word: str) -> int:
        inner = word.strip(_AROUND)
        if inner.isalpha():
            return self._of_letters[inner]
        if not inner:
            return 0
        ways = {inner}
        if not _MARKS.isdisjoint(inner):
            seen = plain(word)
            ways |= {seen, unquoted(seen), word.translate(_BARE)}
        letters = {letters for way in ways for letters in _LETTERS.findall(way)}
        return reduce(or_, [self._of_letters[each] for each in letters], 0)

    def _look_up(self, letters: str) -> int:
        """Return the bits of all signs that a word without any other character holds."""
        found = self._whole.get(letters, 0)
        for length in range(1, _START + 1):
            for sign, bits in self._first.get(letters[:length], ()):
                if letters.startswith(sign):
                    found |= bits
            for sign, bits in self._last.get(letters[-length:], ()):
                if letters.endswith(sign):
                    found |= bits
        for at in range(len(letters) - _START + 1):
            for sign, bits in self._within.get(letters[at : at + _START], ()):
                if letters.startswith(sign, at):
                    found |= bits
        for sign, bits in self._short:
            if sign in letters:
                found |= bits
        return found

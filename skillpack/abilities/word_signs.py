"""Which signs the words of a text hold: a word is looked at once, for most words come again in every text."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_

from skillpack.abilities.sentences import plain, unquoted

_START = 3  # characters by which signs are found
_LONGEST = 40  # characters of a word that is remembered
_REMEMBERED = 2**14  # words, about 3 MB
_MARKS = frozenset("*_[]`\"'“”„«»「」『』‘’")
_AROUND = "*_[]`\"'()<>{}.,:;!?|#“”„«»「」『』‘’—–-"
_BARE = str.maketrans("", "", "*_[]`\"")
_LETTERS = re.compile(r"\w+")


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
        for sign, bits in signs.items():
            letters = sign.strip()
            if sign[0] == sign[-1] == " ":
                self._whole[letters] = bits
            elif sign[0] == " ":
                self._first[letters[:_START]].append((letters, bits))
            elif sign[-1] == " ":
                self._last[letters[-_START:]].append((letters, bits))
            else:
                self._within[letters[:_START]].append((letters, bits))
        self._of_common_word = lru_cache(_REMEMBERED)(self._of_word)
        self._of_letters = lru_cache(_REMEMBERED)(self._look_up)

    def of_word(self, word: str) -> int:
        """Return the bits of all signs that a word holds, as it is written or as it is read (`sentences`).

        Args:
            word: In lower case, with all that stands between two blanks.
        """
        return self._of_common_word(word) if len(word) <= _LONGEST else self._of_word(word)

    def of_words(self, words: Iterable[str]) -> int:
        """Return the bits of all signs that one of some words holds."""
        return reduce(or_, map(self.of_word, words), 0)

    def _of_word(self, word: str) -> int:
        inner = word.strip(_AROUND)
        if inner.isalpha():
            return self._of_letters(inner)
        ways = [word]
        if not _MARKS.isdisjoint(inner):
            seen = plain(word)
            ways += [seen, unquoted(seen), word.translate(_BARE)]
        letters = {letters for way in ways for letters in _LETTERS.findall(way.strip("_"))}
        return reduce(or_, map(self._of_letters, letters), 0)

    def _look_up(self, letters: str) -> int:
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
        return found

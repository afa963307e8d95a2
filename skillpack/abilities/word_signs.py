"""Which signs the words of a text hold: a word is looked at once, for most words come again in every text."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

_START = 3  # characters by which signs are found
_LONGEST = 40  # characters of a word that is remembered
_REMEMBERED = 2**14  # words, about 3 MB


class WordSigns:
    """Parts of words that are looked for together.

    Args:
        signs: In lower case. None has a blank but at its ends, where it is the end of a word.
    """

    def __init__(self, signs: Iterable[str]) -> None:
        self._short: list[str] = []
        self._longer: dict[str, list[str]] = {}  # by how they start
        for sign in sorted(set(signs)):
            if len(sign) >= _START:
                self._longer.setdefault(sign[:_START], []).append(sign)
            else:
                self._short.append(sign)
        self._of_common_word = lru_cache(_REMEMBERED)(self._of_word)

    def find_in(self, lines: Sequence[str]) -> dict[str, set[int]]:
        """Return each sign that words of some lines hold -> the numbers of these lines, from 0.

        Args:
            lines: In lower case.
        """
        words = [set(line.split()) for line in lines]
        signs = {word: held for word in set[str]().union(*words) if (held := self._of(word))}
        found: dict[str, set[int]] = {}
        for number, of_line in enumerate(words):
            for word in signs.keys() & of_line:
                for sign in signs[word]:
                    found.setdefault(sign, set()).add(number)
        return found

    def _of(self, word: str) -> tuple[str, ...]:
        return self._of_common_word(word) if len(word) <= _LONGEST else self._of_word(word)

    def _of_word(self, word: str) -> tuple[str, ...]:
        text, longer = f" {word} ", self._longer
        found = [sign for sign in self._short if sign in text]
        for at in range(len(text) - _START + 1):
            starting = longer.get(text[at : at + _START])
            if starting:
                found += [sign for sign in starting if text.startswith(sign, at)]
        return tuple(dict.fromkeys(found))

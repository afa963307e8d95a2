"""Which ideas a paragraph may hold, told by its words alone: few paragraphs are parted into sentences and looked through.

An idea needs some words (`word_needs`). Sets of words of which one is needed are numbered, a paragraph holds some of
these numbers as bits, and it may hold an idea if it has all the bits of one way to put it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from skillpack.abilities.prose_order import Idea, Words
from skillpack.abilities.word_needs import Clause, Need
from skillpack.abilities.word_signs import WordSigns


class Candidates:
    """Where ideas may stand in texts of a language.

    Args:
        ideas: What is looked for.
        words: Of the language.
    """

    def __init__(self, ideas: Sequence[Idea], words: Words) -> None:
        self._ideas = ideas
        clauses: dict[Clause, int] = {}
        self._needs: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)  # by reach: bits, number of the idea
        for number, idea in enumerate(ideas):
            for need in idea.needs(words):
                self._needs[idea.reach].append((_bits(need, clauses), number))
        signs: defaultdict[str, int] = defaultdict(int)
        for clause, bit in clauses.items():
            for sign in clause:
                signs[sign] |= bit
        self._signs = WordSigns(signs)

    def find(self, lines: Sequence[str]) -> dict[int, list[Idea]]:
        """Return the number of each paragraph that may hold an idea, from 0 -> those that it may hold, in their order.

        Args:
            lines: Of a text, in lower case, a paragraph each.
        """
        held = self._held(lines)
        everything = reduce(or_, held, 0)
        found: defaultdict[int, set[int]] = defaultdict(set)
        for reach, needs in self._needs.items():
            possible = [(bits, idea) for bits, idea in needs if bits & everything == bits]
            if possible:
                for number, bits_here in enumerate(_with_next(held, reach)):
                    for bits, idea in possible:
                        if bits & bits_here == bits:
                            found[number].add(idea)
        return {number: [self._ideas[idea] for idea in sorted(ideas)] for number, ideas in found.items()}

    def _held(self, lines: Iterable[str]) -> list[int]:
        """Return the bits of each line."""
        words = [set(line.split()) for line in lines]
        of_word = self._signs.of_word
        known = {word: bits for word in set[str]().union(*words) if (bits := of_word(word))}
        return [_together(known, each) for each in words]


def _together(known: Mapping[str, int], words: set[str]) -> int:
    return reduce(or_, [known[word] for word in known.keys() & words], 0)


def _with_next(held: Sequence[int], reach: int) -> Sequence[int]:
    """Return the bits of each line with those of the lines that follow it."""
    return [reduce(or_, held[at : at + reach + 1]) for at in range(len(held))] if reach else held


def _bits(need: Need, clauses: dict[Clause, int]) -> int:
    """Return the bits of a need; a set of words that is new gets a number."""
    bits = 0
    for clause in need:
        bits |= clauses.setdefault(clause, 1 << len(clauses))
    return bits

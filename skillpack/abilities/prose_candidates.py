"""Which ideas a paragraph may hold, told by its words alone: few paragraphs are parted into sentences and looked through.

An idea needs some words (`word_needs`). Sets of words of which one is needed are numbered, a paragraph holds some of
these numbers as bits, and it may hold an idea if it has all the bits of one way to put it.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import reduce
from operator import or_

from skillpack.abilities.prose_order import Idea, Words
from skillpack.abilities.word_needs import Clause, Need, how_common
from skillpack.abilities.word_signs import WordSigns


class Candidates:
    """Where ideas may stand in texts of a language.

    Args:
        ideas: What is looked for.
        words: Of the language.
    """

    def __init__(self, ideas: Sequence[Idea], words: Words) -> None:
        self._ideas = ideas
        bits: defaultdict[Clause, int] = defaultdict(lambda: 1 << len(bits))
        self._by_reach = [_Needs() for _ in range(1 + max(idea.reach for idea in ideas))]
        for number, idea in enumerate(ideas):
            for need in idea.needs(words):
                self._by_reach[idea.reach].add(need, bits, number)
        signs: defaultdict[str, int] = defaultdict(int)
        for clause, bit in bits.items():
            for sign in clause:
                signs[sign] |= bit
        self._signs = WordSigns(signs)

    def find(self, lines: Sequence[str], among: Sequence[int] | None = None) -> dict[int, list[Idea]]:
        """Return the number of each line that may hold an idea, from 0 -> those that it may hold, in their order.

        Args:
            lines: In lower case: paragraphs or sentences, as they follow each other in a text.
            among: The numbers of the lines that are asked about; None for all.
        """
        among = range(len(lines)) if among is None else among
        held = self._held(lines, among)
        found = dict[int, list[Idea]]()
        for number in among:
            ideas = set[int]()
            bits = 0
            for reach, needs in enumerate(self._by_reach):
                if number + reach < len(lines):
                    bits |= held[number + reach]
                if bits & needs.rare:
                    ideas |= needs.met(bits)
            if ideas:
                found[number] = [self._ideas[idea] for idea in sorted(ideas)]
        return found

    def _held(self, lines: Sequence[str], among: Sequence[int]) -> dict[int, int]:
        """Return the bits of the lines that are asked about, and of those that follow them."""
        reach = len(self._by_reach)
        near = {number + beside for number in among for beside in range(reach) if number + beside < len(lines)}
        words = {number: set(lines[number].split()) for number in near}
        of_word = self._signs.of_word
        known = {word: bits for word in set[str]().union(*words.values()) if (bits := of_word(word))}
        return {number: reduce(or_, [known[word] for word in known.keys() & each], 0) for number, each in words.items()}


class _Needs:
    """The needs of ideas as bits.

    Attributes:
        rare: For each of them the bit that fewest lines have.
    """

    def __init__(self) -> None:
        self.rare = 0
        self._by_rare: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)  # the whole need, the idea

    def add(self, need: Need, bits: defaultdict[Clause, int], idea: int) -> None:
        """Add a need of an idea; a clause that has no bit yet gets one."""
        rare = bits[min(need, key=how_common)]
        self.rare |= rare
        self._by_rare[rare].append((reduce(or_, [bits[clause] for clause in need]), idea))

    def met(self, bits: int) -> set[int]:
        """Return the ideas of which a line meets a need."""
        found = set()
        rare = bits & self.rare
        while rare:
            lowest = rare & -rare
            rare ^= lowest
            for need, idea in self._by_rare[lowest]:
                if need & bits == need:
                    found.add(idea)
        return found

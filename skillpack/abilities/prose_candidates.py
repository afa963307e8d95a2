"""Which ideas prose may hold, told by its words alone: few paragraphs are parted into sentences, and few of these read.

An idea needs some words (`word_needs`). Each clause of its needs is a bit; a text has the bits of all clauses that its
words meet, and may hold an idea if it has all bits of one of its needs. Only needs whose rarest clause it meets are
looked at.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
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

    def find(self, paragraphs: Sequence[Collection[str]]) -> dict[int, list[int]]:
        """Return the number of each paragraph that may hold an idea, from 0 -> the bits of it and of the next ones.

        Args:
            paragraphs: The words of each paragraph of a text, in lower case.
        """
        held = self._signs.of_lines(paragraphs)
        reach = len(self._by_reach)
        near = ((number, held[number : number + reach]) for number, bits in enumerate(held) if bits)
        return {number: bits for number, bits in near if self._met(bits)}

    def in_sentences(self, sentences: Sequence[str], held: Sequence[int]) -> list[list[Idea]]:
        """Return the ideas that each sentence of a paragraph may hold, in their order.

        Args:
            sentences: In lower case.
            held: The bits of the paragraph and of the next ones.
        """
        bits = [*self._signs.of_lines([text.split() for text in sentences]), *held[1:]]
        return [
            [self._ideas[idea] for idea in sorted(self._met(bits[at : at + len(self._by_reach)]))]
            for at in range(len(sentences))
        ]

    def _met(self, held: Sequence[int]) -> set[int]:
        """Return the numbers of the ideas of which a text meets a need with those that follow it.

        Args:
            held: The bits of the text, and of each of those that follow it.
        """
        found = set[int]()
        bits = 0
        for number, needs in enumerate(self._by_reach):
            bits |= held[number] if number < len(held) else 0
            rare = bits & needs.rare
            while rare:
                lowest = rare & -rare
                rare ^= lowest
                for need, idea in needs.by_rare[lowest]:
                    if need & bits == need:
                        found.add(idea)
        return found


class _Needs:
    """The needs of ideas as bits.

    Attributes:
        rare: For each of them the bit that fewest texts have.
        by_rare: Such a bit -> all bits of a need, and the number of its idea.
    """

    def __init__(self) -> None:
        self.rare = 0
        self.by_rare: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)

    def add(self, need: Need, bits: defaultdict[Clause, int], idea: int) -> None:
        """Add a need of an idea; a clause that has no bit yet gets one.

        Raises:
            ValueError: The idea may be in any text.
        """
        rare = bits[min(need, key=how_common)]
        self.rare |= rare
        self.by_rare[rare].append((reduce(or_, [bits[clause] for clause in need]), idea))

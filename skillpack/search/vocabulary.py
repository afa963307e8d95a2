"""The words of a set of descriptions: how rare each is, and what it counts for whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from skillpack.search.bm25 import rarity, saturated
from skillpack.search.terms import terms

UNIT = 1 << 20
"""What scores are counted in: whole numbers add up to the same in any order and on any machine."""

_DIGITS = 9  # of a logarithm: its last bits differ between machines


@dataclass(frozen=True, slots=True)
class Weights:
    """How much words count; held fixed, what one skill scores does not depend on any other.

    Attributes:
        rarity: Stem -> its weight.
        unknown: The weight of a stem that no description has.
        single: The weight of a stem that one description has.
        average: Length of a description, in weighted words.
    """

    rarity: Mapping[str, float]
    unknown: float
    single: float
    average: float

    def of(self, stem: str) -> float:
        """Return the weight of a stem."""
        return self.rarity.get(stem, self.unknown)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Descriptions as they are searched.

    Attributes:
        names: Sorted; a skill is known by its place here.
        own: For each skill, stem -> what it counts.
        postings: Stem -> skill -> what it counts.
        most: Stem -> the most that it counts for anybody.
    """

    names: Sequence[str]
    weights: Weights
    own: Sequence[Mapping[str, int]]
    postings: Mapping[str, Mapping[int, int]]
    most: Mapping[str, int]


def weigh(texts: Iterable[Sequence[tuple[str, int]]]) -> Weights:
    """Return the weights of words in some texts, each given by its terms."""
    counts: defaultdict[str, int] = defaultdict(int)
    total = length = 0
    for found in texts:
        total += 1
        for stem, weight in found:
            counts[stem] += 1
            length += weight
    rare = {stem: round(rarity(count, total), _DIGITS) for stem, count in counts.items()}
    unknown, single = (round(rarity(having, max(total, 1)), _DIGITS) for having in (0, 1))
    return Weights(rare, unknown, single, length / total if length else 1.0)


def vocabulary(texts: Mapping[str, str], weights: Weights | None = None) -> Vocabulary:
    """Return the words of descriptions.

    Args:
        texts: Name -> description.
        weights: Of words, to be held fixed; by default those of these descriptions.
    """
    names = sorted(texts)
    found = [terms(name, texts[name], ()) for name in names]
    weights = weights or weigh(found)
    postings: defaultdict[str, dict[int, int]] = defaultdict(dict)
    own: list[Mapping[str, int]] = []
    for place, weighted in enumerate(found):
        length = sum(weight for _, weight in weighted)
        counts = {
            stem: round(UNIT * weights.of(stem) * saturated(weight, length, weights.average))
            for stem, weight in weighted
        }
        own.append(counts)
        for stem, count in counts.items():
            postings[stem][place] = count
    most = {stem: max(counts.values()) for stem, counts in postings.items()}
    return Vocabulary(names, weights, own, dict(postings), most)

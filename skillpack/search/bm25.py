"""BM25: what one term counts for one text. Ranking and selection score with nothing else."""

from math import log

K1, B = 3.0, 0.75
"""How soon a repeated word says no more, how much long texts are held back: chosen by labelled queries."""


def rarity(having: int, total: int) -> float:
    """Return the weight of a term that so many of all texts have."""
    return log(1 + (total - having + 0.5) / (having + 0.5))


def saturated(weight: float, length: float, average: float) -> float:
    """Return what a term of that weight counts in a text of that length, before its rarity; at most `K1 + 1`."""
    return weight * (K1 + 1) / (weight + K1 * (1 - B + B * length / average))

"""BM25: what one term counts for one text. Ranking and selection score with nothing else."""

from math import log

K1, B = 3.0, 0.75
"""How soon a repeated word says no more, how much long texts are held back: chosen by labelled queries."""

K1_OF_BODIES = 6.0
"""The same where bodies are searched too: among many words that are there by chance, a repeated one says more."""


def rarity(having: int, total: int) -> float:
    """Return the weight of a term that so many of all texts have."""
    return log(1 + (total - having + 0.5) / (having + 0.5))


def saturated(weight: float, length: float, average: float, k1: float = K1) -> float:
    """Return the score of a term of that weight in a text of that length, before its rarity; at most `k1 + 1`."""
    return weight * (k1 + 1) / (weight + k1 * (1 - B + B * length / average))

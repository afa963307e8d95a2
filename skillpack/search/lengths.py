"""How long a skill is, in one of 256 steps: a byte in the table that a browser needs before it can rank.

A ranking divides by lengths, so what counts is the share by which one is wrong: less than 2 %; short ones are exact.
"""

from bisect import bisect_left

FINENESS = 28
"""A step adds this part of the length it starts from, at least 1; a browser counts the same steps.

So fine that labelled queries find what they find by exact lengths.
"""

COMMON = 56
"""The step that is written as 0: from it on, those of most skills are characters of one byte (`shards.numbers`)."""

_STEPS = 256


def _lengths() -> list[int]:
    found = [0]
    while len(found) < _STEPS:
        found.append(found[-1] + max(found[-1] // FINENESS, 1))
    return found


_LENGTHS = _lengths()


def step(length: int) -> int:
    """Return the number of the step nearest to a length, of two the longer; the last one for all beyond it."""
    at = min(bisect_left(_LENGTHS, length), _STEPS - 1)
    return at - 1 if at and length - _LENGTHS[at - 1] < _LENGTHS[at] - length else at


def written(length: int) -> int:
    """Return the number by which a table has a length."""
    return (step(length) - COMMON) % _STEPS


def rounded(length: int) -> int:
    """Return the length of the step nearest to a length: what every ranking counts with."""
    return _LENGTHS[step(length)]

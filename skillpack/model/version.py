"""Semantic versions (semver.org 2.0.0): labels, order, ranges."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

LONGEST_LABEL = 64  # characters
DIGEST_LABEL = 12  # hex digits of a digest that serve as a label
_LONGEST = 256  # characters of anything that is taken for a version
_NUMBER = r"(?:0|[1-9][0-9]*)"
_PRE = rf"(?:{_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_VERSION = re.compile(
    rf"({_NUMBER})\.({_NUMBER})\.({_NUMBER})(?:-({_PRE}(?:\.{_PRE})*))?(\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
)
_PART = rf"(?:{_NUMBER}|[xX*])"
_COMPARATOR = re.compile(
    rf"(\^|~|>=|<=|>|<|=)?\s*({_PART})(?:\.({_PART})(?:\.({_PART})(?:-({_PRE}(?:\.{_PRE})*))?)?)?(?:\s+|$|(?=[\^~<>=]))"
)

Key = tuple[int, int, int, tuple[tuple[int, int, str], ...]]
"""Sorts as semantic versions do: three numbers, then the identifiers of a prerelease."""

_RELEASE = ((2, 0, ""),)  # above every identifier, for a release is higher than its prereleases


def is_label(text: str) -> bool:
    """Return True for a full semantic version without build metadata, of at most 64 characters."""
    match = _VERSION.fullmatch(text) if len(text) <= LONGEST_LABEL else None
    return match is not None and match[5] is None


def label_of(declared: str, digest: str) -> str:
    """Return the version that people see: the declared one, else the first 12 digits of the digest.

    Empty where there is no digest, that is, where nothing can be published.
    """
    return "" if not digest else declared if is_label(declared) else digest[:DIGEST_LABEL]


def semver_key(text: str) -> Key | None:
    """Return the sort key of a full semantic version, whose build metadata does not count; None for anything else."""
    match = _VERSION.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    return int(match[1]), int(match[2]), int(match[3]), _prerelease(match[4])


def order(one: str, other: str) -> int:
    """Return -1, 0 or 1 as the first version is lower, equal or higher.

    What is not a semantic version is lower than any, and equal to its like: their order is not known.
    """
    first, second = semver_key(one), semver_key(other)
    if first is None or second is None:
        return (first is not None) - (second is not None)
    return (first > second) - (first < second)


def is_range(text: str) -> bool:
    """Return True for a range that `in_range` understands; an empty one is every release."""
    return all(_bounds(part) is not None for part in text.split("||"))


def in_range(version: str, text: str) -> bool:
    """Return True where a version lies in a range, read as npm reads it; never for what is no version or no range.

    A range is comparators that must all hold, separated by blanks: `^1.2` (the same first number that is not 0),
    `~1.2` (the same first two), `>=1 <2`, `1.x`, `*`, `1.2.3`; and several of these, separated by `||`. A prerelease
    is in a range only where a comparator names a prerelease of the same three numbers.
    """
    key = semver_key(version)
    alternatives = [_bounds(part) for part in text.split("||")]
    if key is None or None in alternatives:
        return False
    return any(_holds(key, bounds) for bounds in alternatives if bounds is not None)


class _Bound(NamedTuple):
    """The lowest key in a comparator, the lowest above it that is not, and the numbers of a prerelease it names."""

    low: Key
    high: Key
    named: tuple[int, int, int] | None


_NOTHING: tuple[()] = ()  # a prerelease below all others
_LOWEST: Key = (0, 0, 0, _NOTHING)
_HIGHEST: Key = (10**_LONGEST, 0, 0, _NOTHING)


def _holds(key: Key, bounds: Sequence[_Bound]) -> bool:
    if not all(bound.low <= key < bound.high for bound in bounds):
        return False
    return key[3] == _RELEASE or any(bound.named == key[:3] for bound in bounds)


def _prerelease(text: str | None) -> tuple[tuple[int, int, str], ...]:
    """Return the key of a prerelease: numbers as numbers, below words; fewer identifiers below more."""
    if text is None:
        return _RELEASE
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in text.split("."))


def _bounds(text: str) -> list[_Bound] | None:
    """Return the comparators of a range without `||`, None where one is not understood."""
    bounds = []
    text = text[: _LONGEST + 1].strip()
    position = 0
    while position < len(text):
        match = _COMPARATOR.match(text, position) if len(text) <= _LONGEST else None
        if match is None:
            return None
        bounds.append(_bound(match))
        position = match.end()
    return bounds


def _bound(match: re.Match[str]) -> _Bound:
    numbers = [int(part) for part in takewhile(str.isdecimal, filter(None, match.group(2, 3, 4)))]
    full = len(numbers) == 3
    first, second, third = (*numbers, 0, 0, 0)[:3]
    low: Key = (first, second, third, _prerelease(match[5] if full else None))
    above: Key = (*low[:3], (*low[3], (-1, 0, ""))) if full else _next(numbers, len(numbers) - 1)
    caret = next((index for index, number in enumerate(numbers) if number), len(numbers) - 1)
    low, high = {
        "^": (low, _next(numbers, caret)),
        "~": (low, _next(numbers, min(1, len(numbers) - 1))),
        ">=": (low, _HIGHEST),
        ">": (above, _HIGHEST),
        "<": (_LOWEST, low if numbers else _LOWEST),
        "<=": (_LOWEST, above),
    }.get(match[1] or "=", (low, above))
    return _Bound(low, high, (first, second, third) if full and match[5] else None)


def _next(numbers: Sequence[int], index: int) -> Key:
    """Return the lowest key above all versions that share the numbers up to an index."""
    if index < 0:
        return _HIGHEST
    first, second, third = (*numbers[:index], numbers[index] + 1, 0, 0)[:3]
    return first, second, third, _NOTHING

"""Semantic versions (semver.org 2.0.0): labels, order, ranges."""

import re
from collections.abc import Iterator

LONGEST_LABEL = 64  # characters (decisions 4)
DIGEST_LABEL = 12  # hex digits of a digest that serve as a label (decisions 4)
_LONGEST = 256  # characters of anything that is taken for a version
_NUMBER = r"(?:0|[1-9][0-9]*)"
_PRE = rf"(?:{_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_VERSION = re.compile(
    rf"({_NUMBER})\.({_NUMBER})\.({_NUMBER})(?:-({_PRE}(?:\.{_PRE})*))?(\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
)
_SHORT = re.compile(rf"{_NUMBER}(?:\.{_NUMBER})?")
_PART = rf"(?:{_NUMBER}|[xX*])"
_COMPARATOR = re.compile(
    rf"(\^|~|>=|<=|>|<|=)?\s*({_PART})(?:\.({_PART})(?:\.({_PART})(?:-({_PRE}(?:\.{_PRE})*))?)?)?(?=\s|$)"
)

Key = tuple[int, int, int, tuple[tuple[int, int, str], ...]]
"""Sorts as semantic versions do: three numbers, then the identifiers of a prerelease."""

_RELEASE = ((2, 0, ""),)  # above every identifier, for a release is higher than its prereleases


def is_label(text: str) -> bool:
    """Return True for a full semantic version without build metadata, of at most 64 characters (decisions 4)."""
    match = _VERSION.fullmatch(text) if len(text) <= LONGEST_LABEL else None
    return match is not None and match[5] is None


def label_of(declared: str, digest: str) -> str:
    """Return what people see as the version: the declared one, else the first 12 digits of the digest (decisions 4).

    Empty where there is no digest, that is, where nothing can be published.
    """
    return "" if not digest else declared if is_label(declared) else digest[:DIGEST_LABEL]


def lengthened(text: str) -> str | None:
    """Return `1.2.0` for `1.2` and `1.0.0` for `1`, None for anything else."""
    if len(text) > LONGEST_LABEL or not _SHORT.fullmatch(text):
        return None
    return text + ".0" * (2 - text.count("."))


def semver_key(text: str) -> Key | None:
    """Return the sort key of a full semantic version, whose build metadata does not count; None for anything else."""
    match = _VERSION.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    return int(match[1]), int(match[2]), int(match[3]), _prerelease(match[4])


def order(one: str, other: str) -> int:
    """Return -1, 0 or 1 as the first version is lower, equal or higher.

    What is no semantic version is lower than any (decisions 4), and equal to its like: their order is not known.
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


_Bounds = list[tuple[Key, Key]]
"""For each comparator the lowest key that is in it, and the lowest above that is not."""

_LOWEST: Key = (0, 0, 0, ())
_HIGHEST: Key = (10**_LONGEST, 0, 0, ())


def _holds(key: Key, bounds: _Bounds) -> bool:
    if not all(low <= key < high for low, high in bounds):
        return False
    named = {end[:3] for pair in bounds for end in pair if end[3] not in {(), _RELEASE}}
    return key[3] == _RELEASE or key[:3] in named


def _prerelease(text: str | None) -> tuple[tuple[int, int, str], ...]:
    """Return the key of a prerelease: numbers as numbers, below words; more identifiers above fewer."""
    if text is None:
        return _RELEASE
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in text.split("."))


def _bounds(text: str) -> _Bounds | None:
    """Return the bounds of comparators that are separated by blanks, None where one is not understood."""
    if len(text) > _LONGEST:
        return None
    bounds = []
    position = 0
    text = text.strip()
    while position < len(text):
        match = _COMPARATOR.match(text, position)
        if match is None:
            return None
        bounds.append(_bound(match))
        position = match.end() + len(text[match.end() :]) - len(text[match.end() :].lstrip())
    return bounds


def _bound(match: re.Match[str]) -> tuple[Key, Key]:
    """Return the bounds of one comparator; what a short version leaves open starts at 0 and ends at the next number."""
    numbers = list(_numbers(match))
    low: Key = (*_filled(numbers), _prerelease(match[5]) if len(numbers) == 3 else ())
    ...

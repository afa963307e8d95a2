"""A unified diff that stays small and quick whatever it is given."""

from collections.abc import Sequence
from difflib import unified_diff

MOST_LINES = 2000
"""Of either side, once what both begin and end with is set aside."""

MOST_CHARACTERS = 500
"""Of a line; the rest is cut."""

CONTEXT = 3
"""Unchanged lines around a change."""


def line_diff(old: str, new: str) -> tuple[str, ...]:
    """Return the lines of a unified diff without its two headers; empty for equal texts.

    Texts that differ in more than `MOST_LINES` lines give one line that says so, marked with a backslash as diffs mark
    remarks.
    """
    before, after = old.splitlines(), new.splitlines()
    if before == after:
        return ()
    first = _shared(before, after)
    rest = min(len(before), len(after)) - first
    last = min(_shared(before[::-1], after[::-1]), rest)
    changed, became = len(before) - first - last, len(after) - first - last
    if max(changed, became) > MOST_LINES:
        return (f"\\ {changed} lines became {became}: too many to compare one by one",)
    start, end = max(0, first - CONTEXT), max(0, last - CONTEXT)
    compared = list(unified_diff(_cut(before, start, end), _cut(after, start, end), n=CONTEXT, lineterm=""))
    if not compared:
        return (f"\\ {changed} lines differ only after character {MOST_CHARACTERS}",)
    return tuple(_moved(line, start) for line in compared[2:])


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines two texts begin with together."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _cut(lines: Sequence[str], start: int, end: int) -> list[str]:
    kept = lines[start : len(lines) - end]
    return [line if len(line) <= MOST_CHARACTERS else f"{line[:MOST_CHARACTERS]}…" for line in kept]


def _moved(line: str, lines: int) -> str:
    """Return a line of the diff; a hunk's header counts from the start of the whole text."""
    if not lines or not line.startswith("@@"):
        return line
    _, old, new, _ = line.split(" ", 3)
    return f"@@ -{_shifted(old[1:], lines)} +{_shifted(new[1:], lines)} @@"


def _shifted(place: str, lines: int) -> str:
    start, comma, count = place.partition(",")
    return f"{int(start) + lines}{comma}{count}"

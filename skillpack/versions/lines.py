"""A unified diff that stays small and quick whatever it is given."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from itertools import groupby

MOST_LINES = 2000
"""Of either side, once what both begin and end with is set aside."""

MOST_CHARACTERS = 500
"""Of a line; of a longer one a part is shown, that with its first change where it changed."""

BEFORE = 120
"""Characters that such a part shows before the change."""

CONTEXT = 3
"""Unchanged lines around a change."""


def line_diff(old: str, new: str, *, whole: bool = False) -> tuple[str, ...]:
    """Return the lines of a unified diff without its two headers; empty for equal texts.

    Texts that differ in more than `MOST_LINES` lines give one line that says so, marked with a backslash as diffs mark
    remarks.

    Args:
        whole: Show long lines whole.
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
    compared = list(unified_diff(_within(before, start, end), _within(after, start, end), n=CONTEXT, lineterm=""))
    shown = compared[2:] if whole else _shortened(compared[2:])
    return tuple(_moved(line, start) for line in shown)


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines two texts begin with together."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _within(lines: Sequence[str], start: int, end: int) -> Sequence[str]:
    return lines[start : len(lines) - end]


def _shortened(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a diff, long ones cut; one that took another's place is cut where both begin to differ."""
    if max(map(len, lines)) <= MOST_CHARACTERS:
        yield from lines
        return
    for kind, together in groupby(lines, key=lambda line: line[0] in "-+"):
        if not kind:
            yield from (_cut(line, 0) for line in together)
            continue
        changed = list(together)
        removed = [line for line in changed if line[0] == "-"]
        added = [line for line in changed if line[0] == "+"]
        starts = [_first_change(old[1:], new[1:]) for old, new in zip(removed, added, strict=False)]
        for side in (removed, added):
            yield from (_cut(line, starts[at] if at < len(starts) else 0) for at, line in enumerate(side))


def _first_change(old: str, new: str) -> int:
    """Return where the part of two long lines begins that shows how they differ."""
    if max(len(old), len(new)) <= MOST_CHARACTERS:
        return 0
    length = min(len(old), len(new))
    at = bisect_left(range(length), True, key=lambda end: old[: end + 1] != new[: end + 1])  # noqa: FBT003 what is sought
    return at - BEFORE if at > MOST_CHARACTERS - BEFORE else 0


def _cut(line: str, start: int) -> str:
    sign, text = line[0], line[1:]
    if start == 0 and len(text) <= MOST_CHARACTERS:
        return line
    end = start + MOST_CHARACTERS
    return f"{sign}{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def _moved(line: str, lines: int) -> str:
    """Return a line of the diff; a hunk's header counts from the start of the whole text."""
    if not lines or not line.startswith("@@"):
        return line
    _, old, new, _ = line.split(" ", 3)
    return f"@@ -{_shifted(old[1:], lines)} +{_shifted(new[1:], lines)} @@"


def _shifted(place: str, lines: int) -> str:
    start, comma, count = place.partition(",")
    return f"{int(start) + lines}{comma}{count}"

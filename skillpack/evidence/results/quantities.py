"""Numbers and texts of results, from whatever a stranger wrote: a share, a difference, an amount, a name, a day."""

import math
import re
from datetime import date

from skillpack.model.portable import printable

LONGEST_NAME = 80  # characters of an agent, a model or a dimension that are kept

_PERCENT = re.compile(r"\+?([0-9]{1,3}(?:\.[0-9]{1,6})?)\s?%")
_POINTS = re.compile(r"([+\u00b1\u2212-]?)\s?([0-9]{1,3}(?:\.[0-9]{1,6})?)")
_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])")
_HIGHEST = 1e15  # seconds or tokens: what is more is no measurement
_EXACT = 1e-6


def read_share(value: object) -> float | None:
    """Return a share from 0 to 1, of a number or of a text such as `83%`; None for anything else.

    83 is none: whether it is a count or means percent, nobody can tell.
    """
    if isinstance(value, str):
        found = _PERCENT.fullmatch(value.strip())
        return None if found is None else read_share(float(found[1]) / 100)
    number = _number(value)
    return number if number is not None and 0 <= number <= 1 else None


def read_difference(value: object) -> float | None:
    """Return a difference of shares from -1 to 1, of a number or of a text with a sign such as `+0.50`, else None."""
    if isinstance(value, str):
        text = value.strip().replace("\N{MINUS SIGN}", "-")
        if not re.fullmatch(r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,12})?", text):
            return None
        value = float(text)
    number = _number(value)
    return number if number is not None and -1 <= number <= 1 else None


def read_points(text: str) -> float | None:
    """Return a difference in points, of a text such as `+73`, `-0` or `±0`; None for anything else."""
    found = _POINTS.fullmatch(text.strip())
    if found is None or float(found[2]) > 100:
        return None
    return -float(found[2]) if found[1] in {"-", "\N{MINUS SIGN}"} and float(found[2]) else float(found[2])


def read_amount(value: object) -> float | None:
    """Return an amount such as seconds or tokens, from 0 on; None for anything else."""
    number = _number(value)
    return number if number is not None and 0 <= number <= _HIGHEST else None


def read_name(value: object) -> str:
    """Return a text on one line without anything hidden in it, cut where it is long; empty for what is no text."""
    if not isinstance(value, str):
        return ""
    line = printable(" ".join(value[: LONGEST_NAME * 4].split()))
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 1]}…"


def read_day(value: object) -> str | None:
    """Return the day that a text starts with, as ISO date; empty for no text, None where it names none that exists."""
    if value is None or value == "":
        return ""
    found = _DAY.match(value) if isinstance(value, str) else None
    if found is None:
        return None
    try:
        return date.fromisoformat(found[1]).isoformat()
    except ValueError:
        return None


def differs(one: float, other: float) -> bool:
    """Return whether two shares are not the same but for what computing with them leaves."""
    return abs(one - other) > _EXACT


def quoted(value: object) -> str:
    """Return a value as a problem names it: short, on one line."""
    text = value if isinstance(value, str) else repr(value)[:LONGEST_NAME]
    return f"`{read_name(text)}`"


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:  # an integer of 400 digits
        return None
    return number if math.isfinite(number) else None

"""Numbers with their nouns."""


def quantity(number: int, noun: str) -> str:
    """Return a number with its noun: `1 error`, `2 errors`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

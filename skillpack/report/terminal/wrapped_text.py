"""Text in lines of a width, counted in the columns of a terminal and not in characters."""

from collections.abc import Iterator

from skillpack.report.terminal.visible_text import width

_DENSE = 16  # characters that share a column at most; a longer word need not be measured whole


def wrapped(text: str, columns: int) -> Iterator[str]:
    """Yield a visible text in lines of at most that many columns; a word that is longer is broken."""
    line = ""
    for word in text.split():
        rest = word
        while width(rest[: columns * _DENSE]) > columns:
            if line:
                yield line
            line = ""
            cut = _fitting(rest, columns)
            yield rest[:cut]
            rest = rest[cut:]
        joined = f"{line} {rest}" if line else rest
        if width(joined) > columns:
            yield line
            line = rest
        else:
            line = joined
    if line:
        yield line


def _fitting(text: str, columns: int) -> int:
    """Return how many characters of a text that is too wide fit, at least one."""
    end = 1
    while width(text[: end + 1]) <= columns:
        end += 1
    return end

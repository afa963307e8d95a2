"""Text in lines of a width, counted in the columns of a terminal and not in characters."""

from collections.abc import Iterator, Sequence

from skillpack.report.terminal.paint import Paint, Style
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


def beside(
    key: str,
    texts: Sequence[str],
    paint: Paint,
    style: Style | None = None,
    *,
    room: int,
    margin: str = "",
    whole: bool = False,
) -> Iterator[str]:
    """Yield foreign texts beside their key, nothing for empty ones.

    Args:
        key: Stands before the first line.
        texts: What passes the right end goes on below.
        paint: For colours and width.
        style: Of the texts.
        room: Columns before the texts, with those of the margin.
        margin: Stands before every line.
        whole: Keep each on its line: a path of this machine can be copied only whole.
    """
    shown = [paint.show(text) for text in texts if text]
    lines = shown if whole else [line for text in shown for line in wrapped(text, paint.columns - room)]
    for index, line in enumerate(lines):
        head = "" if index else key
        blank = " " * (room - len(margin) - len(head))
        yield f"{margin}{paint.styled(Style.FAINT, head)}{blank}{paint.styled(style, line)}"

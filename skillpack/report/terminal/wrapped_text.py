"""Text in lines of a width, counted in the columns of a terminal and not in characters."""

import re
from collections.abc import Iterator, Sequence

from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.visible_text import clip, width

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_WORDS = re.compile(r"(?:`[^`]*`|[^\s`]|`)+")  # what stands in backticks is one word
_DENSE = 16  # characters that share a column at most; a longer word need not be measured whole


def wrapped(text: str, columns: int, *, hanging: int = 0) -> Iterator[str]:
    """Yield a visible text in lines of at most that many columns; a word that is longer is broken.

    Args:
        text: Words.
        columns: Of the first line.
        hanging: Columns that all later lines are shorter, for an indent.
    """
    line, first = "", True
    for word in text.split():
        rest = word
        while width(rest[: columns * _DENSE]) > columns:
            if line:
                yield line
                columns, first = columns - hanging * first, False
            line = ""
            cut = _fitting(rest, columns)
            yield rest[:cut]
            rest = rest[cut:]
            columns, first = columns - hanging * first, False
        joined = f"{line} {rest}" if line else rest
        if width(joined) > columns:
            yield line
            columns, first = columns - hanging * first, False
            line = rest
        else:
            line = joined
    if line:
        yield line


def clipped_lines(text: str, columns: int, most: int, *, indent: str, ellipsis: str) -> list[str]:
    """Return a visible text in at most so many lines; the last ends in an ellipsis where more would follow.

    Args:
        text: Words.
        columns: Of a line.
        most: Lines.
        indent: Before every line but the first.
        ellipsis: That stands for the rest.
    """
    lines = list(wrapped(text, columns, hanging=len(indent)))
    if len(lines) > most:
        room = columns - (len(indent) if most > 1 else 0)
        last = lines[most - 1]
        # A word goes where the mark has no space beside it.
        while " " in last and width(f"{last} {ellipsis}") > room:
            last = last.rpartition(" ")[0]
        lines[most - 1 :] = [
            f"{last} {ellipsis}" if width(f"{last} {ellipsis}") <= room else clip(last, room, ellipsis)
        ]
    return [f"{indent if index else ''}{line}" for index, line in enumerate(lines)]


def folded(text: str, columns: int, *, indent: str = "  ") -> Iterator[str]:
    """Yield a message in lines of at most that many columns, broken between words alone.

    A path or a command in backticks stays whole where a line can hold it, and a longer word passes the end: both can be
    copied. A text that fits, or is laid out in columns, stays as it is.

    Args:
        text: One line, perhaps with colours.
        columns: Of the terminal.
        indent: Before every line but the first, behind the blanks that the text begins with.
    """
    start = text[: len(text) - len(text.lstrip(" "))]
    if _shown_width(text) <= columns or "  " in text[len(start) :]:
        yield text
        return
    line, head = "", start
    for word in _WORDS.findall(text):
        pieces = [word] if _shown_width(f"{start}{indent}{word}") <= columns else word.split(" ")
        for piece in pieces:
            joined = f"{line} {piece}" if line else f"{head}{piece}"
            if line and _shown_width(joined) > columns:
                yield line
                head = start + indent
                joined = f"{head}{piece}"
            line = joined
    yield line


def _shown_width(text: str) -> int:
    return width(_COLOUR.sub("", text))


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

"""A small table: columns side by side, as wide as they must be and no wider than the terminal."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.visible_text import clip, width

_GAP = "  "
_LEAST = 8  # columns that a column keeps when it shrinks


class Column(Struct, frozen=True):
    """A column.

    Attributes:
        title: Empty in all columns for a table without a head.
        right: Align to the right, for numbers.
        shrinks: Give up width where the table is too wide.
    """

    title: str
    right: bool = False
    shrinks: bool = False


class Cell(Struct, frozen=True):
    """A visible text (`Paint.show`) and its style."""

    text: str
    style: Style | None = None


def table(columns: Sequence[Column], rows: Iterable[Sequence[Cell | str]], paint: Paint) -> Iterator[str]:
    """Yield the lines of a table without trailing spaces.

    A table that is too wide first takes from the columns that shrink, the widest first; what is then still too wide
    loses its right end.
    """
    body = [[cell if isinstance(cell, Cell) else Cell(paint.show(cell)) for cell in row] for row in rows]
    head = [Cell(column.title, Style.FAINT) for column in columns]
    grid = [head, *body] if any(column.title for column in columns) else body
    room = paint.columns
    widths = [min(room, max((width(row[index].text) for row in grid), default=0)) for index in range(len(columns))]
    _shrink(widths, columns, room)
    for row in grid:
        yield _line(row, columns, widths, paint)


def _shrink(widths: list[int], columns: Sequence[Column], room: int) -> None:
    while sum(widths) + len(_GAP) * (len(widths) - 1) > room:
        able = [index for index, column in enumerate(columns) if column.shrinks and widths[index] > _LEAST]
        if not able:
            return
        widths[max(able, key=lambda index: widths[index])] -= 1


def _line(row: Sequence[Cell], columns: Sequence[Column], widths: Sequence[int], paint: Paint) -> str:
    room, line, blank = paint.columns, "", ""
    for cell, column, size in zip(row, columns, widths, strict=True):
        text = clip(cell.text, min(size, max(0, room)), paint.glyphs.ellipsis).rstrip()
        pad = " " * (min(size, max(0, room)) - width(text))
        if text:
            line += blank + (pad if column.right else "") + paint.styled(cell.style, text)
            blank = "" if column.right else pad
        else:
            blank += pad
        blank += _GAP
        room -= size + len(_GAP)
    return line

"""A stretch of a source file, quoted with line numbers and marked."""

from collections.abc import Iterator, Sequence

from skillpack.model.document import Span
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.visible_text import LONGEST, clip, shown, width

_TAB = "    "  # the same everywhere in a line, so that marks line up wherever the line is cut
_HEAD, _TAIL = 4, 2  # lines that are quoted of the two ends of a long span


def source_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a file as spans count them: without byte-order mark and newlines."""
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    return tuple(line.removesuffix("\r") for line in lines)


def fitted(span: Span, lines: Sequence[str]) -> Span | None:
    """Return a span that lies within the lines and ends after it starts, or None where it starts outside of them.

    An end at the start of a line is moved to the end of the line before.
    """
    if not 1 <= span.line <= len(lines):
        return None
    end_line, end_column = max(span.line, span.end_line), span.end_column
    if end_line > len(lines) or (end_line > span.line and end_column <= 1):
        end_line = min(end_line - 1, len(lines))
        end_column = len(lines[end_line - 1]) + 1
    column = min(max(1, span.column), len(lines[span.line - 1]) + 1)
    end_column = min(max(1, end_column), len(lines[end_line - 1]) + 1)
    return Span(span.line, column, end_line, max(column, end_column) if end_line == span.line else end_column)


def digits(span: Span, lines: Sequence[str]) -> int:
    """Return the width of the line numbers that `quote` writes for a fitted span."""
    return len(str(min(span.end_line + 1, len(lines))))


def quote(lines: Sequence[str], span: Span, label: str, style: Style, paint: Paint) -> Iterator[str]:
    """Yield the lines of a fitted span, marked and labelled, with one line before and one after it."""
    size = digits(span, lines)
    several = span.end_line > span.line
    indent = " " * len(paint.glyphs.inner) if several else ""

    def around(number: int) -> Iterator[str]:
        if 1 <= number <= len(lines):
            text, _, _ = _window(lines[number - 1], 0, 0, _width(paint, size, indent), paint)
            yield _row(paint, str(number), size, f"{indent}{text}" if text else "")

    label = clip(label, _width(paint, size, paint.glyphs.end), paint.glyphs.ellipsis)
    yield from around(span.line - 1)
    yield from (_several if several else _single)(lines, span, label, style, paint)
    yield from around(span.end_line + 1)


def _single(lines: Sequence[str], span: Span, label: str, style: Style, paint: Paint) -> Iterator[str]:
    size = digits(span, lines)
    room = _width(paint, size, "")
    text, start, length = _window(lines[span.line - 1], span.column - 1, span.end_column - 1, room, paint)
    yield _row(paint, str(span.line), size, text)
    for mark in (_drawn if paint.unicode else _typed)(start, length, label, room):
        blank = len(mark) - len(mark.lstrip())
        yield _row(paint, "", size, mark[:blank] + paint.styled(style, mark[blank:]))


def _drawn(start: int, length: int, label: str, room: int) -> Iterator[str]:
    """Yield the underline, and the label below its middle; without room it is hung to the left, or stands alone."""
    if not label:
        yield " " * start + "─" * length
        return
    middle = start + (length - 1) // 2
    yield " " * start + "─" * (middle - start) + "┬" + "─" * (start + length - middle - 1)
    left = middle - width(label) - 2
    if middle + 3 + width(label) <= room:
        yield " " * middle + f"╰─ {label}"
    elif left >= 0:
        yield " " * left + f"{label} ─╯"
    else:
        yield " " * max(0, min(start, room - width(label))) + label


def _typed(start: int, length: int, label: str, room: int) -> Iterator[str]:
    """Yield the underline with the label behind it, or below where there is no room."""
    if start + length + 1 + width(label) <= room or not label:
        yield (" " * start + "^" * length + f" {label}").rstrip()
    else:
        yield " " * start + "^" * length
        yield " " * max(0, min(start, room - width(label))) + label


def _several(lines: Sequence[str], span: Span, label: str, style: Style, paint: Paint) -> Iterator[str]:
    size, glyphs = digits(span, lines), paint.glyphs
    room = _width(paint, size, glyphs.inner)
    for number in _chosen(span):
        if number is None:
            yield _row(paint, glyphs.gap, size, paint.styled(style, glyphs.inner.rstrip()))
            continue
        bracket = {span.line: glyphs.first, span.end_line: glyphs.last}.get(number, glyphs.inner)
        text, _, _ = _window(lines[number - 1], 0, 0, room, paint)
        yield _row(paint, str(number), size, paint.styled(style, bracket if text else bracket.rstrip()) + text)
    if label:
        yield _row(paint, "", size, paint.styled(style, glyphs.end + label))


def _chosen(span: Span) -> Iterator[int | None]:
    """Yield the numbers of the lines that are quoted, None for a gap."""
    numbers = range(span.line, span.end_line + 1)
    if len(numbers) <= _HEAD + _TAIL + 1:
        yield from numbers
        return
    yield from numbers[:_HEAD]
    yield None
    yield from numbers[-_TAIL:]


def _row(paint: Paint, number: str, size: int, text: str) -> str:
    edge = paint.styled(Style.FAINT, f"{number:>{size}} {paint.glyphs.bar}")
    return f"{edge} {text}" if text else edge


def _width(paint: Paint, size: int, indent: str) -> int:
    return paint.columns - size - len(" | ") - len(indent)


def _window(line: str, start: int, end: int, room: int, paint: Paint) -> tuple[str, int, int]:
    """Return the visible part of a line, and first column and width in it of the characters [start, end).

    A line that has no room is cut around them. Only characters near them are looked at: lines may be a megabyte long.
    """
    first, last = max(0, start - room * LONGEST), min(len(line), start + room * LONGEST)
    near = line[first:last]
    pieces = [
        _TAB if char == "\t" else piece
        for char, piece in zip(near, shown(near, ascii_only=not paint.unicode), strict=True)
    ]
    widths = [width(piece) for piece in pieces]
    if last == len(line) and not any(widths[start - first :]):  # a mark behind the line needs a column too
        pieces.append(" ")
        widths.append(1)
    left, right = 0, len(pieces)
    if last - first < len(line) or sum(widths) > room:
        left, right = _cut(widths, start - first, room, width(paint.glyphs.ellipsis))
    before = paint.glyphs.ellipsis if first + left > 0 else ""
    after = paint.glyphs.ellipsis if first + right < len(line) else ""
    column = width(before) + sum(widths[left : start - first])
    length = sum(widths[start - first : min(end - first, right)])
    return (before + "".join(pieces[left:right]) + after).rstrip(), column, max(1, length)


def _cut(widths: Sequence[int], start: int, room: int, ellipsis: int) -> tuple[int, int]:
    """Return the part of a line that fits: a third of the room before the start, as much as possible behind it."""
    room -= 2 * ellipsis
    left, spare = start, room // 3
    while left > 0 and widths[left - 1] <= spare:
        left -= 1
        spare -= widths[left]
    if sum(widths[:left]) <= ellipsis:
        left = 0
    right, spare = left, room
    while right < len(widths) and widths[right] <= spare:
        spare -= widths[right]
        right += 1
    while right == len(widths) and left > 0 and widths[left - 1] <= spare:
        left -= 1
        spare -= widths[left]
    return left, right

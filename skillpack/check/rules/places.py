"""Where a match lies in a text file, what stands around it, and how a message shows it."""

import re
from collections.abc import Iterator
from itertools import islice

from skillpack.check.patterns import late
from skillpack.check.texts import TextFile
from skillpack.model.document import Span

MOST = 20
"""Findings of one rule about one file: a file with more is not understood better by reading them all."""

_CANDIDATES = 2000  # matches that are looked at in one file, so that a hostile file costs milliseconds
_REACH = 600  # bytes of a line that are looked at
_WARNS = late(
    rb"""\b(?:never|avoid|don't|do\ not|instead\ of|dangerous|unsafe|insecure|malicious|anti-?pattern|bad|wrong|blocks?
    |blocked|den(?:y|ied)|forbid\w*|prohibit\w*|reject\w*|disallow\w*|suspicious|attack\w*)\b
    | \xe2\x9d\x8c | \xf0\x9f\x9a\xab""",  # a red cross, a no-entry sign
    re.VERBOSE | re.IGNORECASE,
)
_BOM = b"\xef\xbb\xbf"


def matches(pattern: re.Pattern[bytes], content: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the first 2,000 matches."""
    return islice(pattern.finditer(content), _CANDIDATES)


def span_in_file(file: TextFile, start: int, end: int) -> Span:
    """Return the place of the bytes [start, end) of a file's content in the file as people open it."""
    return span_of(file.base, file.offset(start), file.offset(end - 1) + 1 if end > start else file.offset(end))


def span_of(content: bytes, start: int, end: int) -> Span:
    """Return the place of the bytes [start, end) of a text file; a byte-order mark is no column."""
    line, column = _place(content, start)
    if content.find(b"\n", start, end) < 0:
        return Span(line, column, line, column + len(decoded(content[start:end])))
    return Span(line, column, *_place(content, end))


def span_in(text: str, start: int, end: int) -> Span:
    """Return the place of the characters [start, end) of a text without a byte-order mark."""
    line, end_line = text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1
    return Span(line, start - text.rfind("\n", 0, start), end_line, end - text.rfind("\n", 0, end))


def span_in_text(file: TextFile, text: str, start: int, end: int) -> Span:
    """Return the place of the characters [start, end) of a file's `text()` in the file as people open it."""
    if len(file.base) == len(file.content):
        return span_in(text, start, end)
    first = len(file.content) - len(text[start:].encode("utf-8", "surrogateescape"))
    return span_in_file(file, first, first + len(text[start:end].encode("utf-8", "surrogateescape")))


def decoded(content: bytes) -> str:
    """Return a text file without its byte-order mark; bytes that are no UTF-8 become surrogates."""
    return content.removeprefix(_BOM).decode("utf-8", "surrogateescape")


def line_before(content: bytes, position: int) -> bytes:
    """Return what stands before a position on its line, lines that a shell would join included (at most 600 bytes)."""
    low = start = max(0, position - _REACH)
    newline = content.rfind(b"\n", low, position)
    while newline >= 0:
        start = newline + 1
        if not content[max(low, newline - 2) : newline].rstrip(b"\r").endswith(b"\\"):
            break
        start, newline = low, content.rfind(b"\n", low, newline)
    return content[start:position]


def line_after(content: bytes, position: int) -> bytes:
    """Return what stands behind a position on its line (at most 600 bytes)."""
    end = content.find(b"\n", position, position + _REACH)
    return content[position : end if end >= 0 else position + _REACH]


def warned(content: bytes, position: int) -> bool:
    """Tell whether prose warns of what stands at a position: before it on its line, or on the line above."""
    line = content.rfind(b"\n", 0, position)
    above = content.rfind(b"\n", 0, max(line, 0))
    return _WARNS().search(content, max(above, position - 300, 0), position) is not None


def shown(found: bytes, limit: int = 60) -> str:
    """Return a stretch of a file on one line for a message, cut to a number of characters."""
    line = " ".join(found.decode("utf-8", "replace").replace("`", "'").split())
    line = "".join(mark if mark.isprintable() else "?" for mark in line)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _place(content: bytes, position: int) -> tuple[int, int]:
    start = content.rfind(b"\n", 0, position) + 1
    line = content.count(b"\n", 0, start) + 1
    return line, len(decoded(content[start:position])) + 1

"""Where a match lies in a text file, what stands around it, and how a message shows it."""

import re

from skillpack.abilities.texts import TextFile
from skillpack.model.document import Span
from skillpack.parse.patterns import late

MOST = 20
"""Findings of one rule about one file: a file with more is not understood better by reading them all."""

_ABOVE = 300  # bytes in which prose warns of what follows
WARNS = late(
    rb"""\b(?:never|avoid|don't|do\ not|instead\ of|dangerous|unsafe|insecure|malicious|anti-?pattern|bad|wrong|blocks?
    |blocked|den(?:y|ied)|forbid\w*|prohibit\w*|reject\w*|disallow\w*|suspicious|attack\w*)\b
    | \xe2\x9d\x8c | \xf0\x9f\x9a\xab""",  # a red cross, a no-entry sign
    re.VERBOSE | re.IGNORECASE,
)
"""Words by which prose warns of what follows."""

_BOM = b"\xef\xbb\xbf"


def span_in_file(file: TextFile, start: int, end: int) -> Span:
    """Return the place of the bytes [start, end) of a file's content in the file as people open it."""
    return span_of(file.base, file.offset(start), file.offset(end - 1) + 1 if end > start else file.offset(end))


def span_of(content: bytes, start: int, end: int) -> Span:
    """Return the place of the bytes [start, end) of a text file; a byte-order mark is not a column."""
    line, column = _location(content, start)
    if content.find(b"\n", start, end) < 0:
        return Span(line, column, line, column + len(decoded(content[start:end])))
    return Span(line, column, *_location(content, end))


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


def warned(content: bytes, position: int) -> bool:
    """Tell whether prose warns of what stands at a position: before it on its line, or on the line above."""
    low = max(0, position - _ABOVE)
    line = content.rfind(b"\n", low, position)
    above = content.rfind(b"\n", low, max(line, 0))
    return WARNS().search(content, max(above, low), position) is not None


def shown(found: bytes, limit: int = 60) -> str:
    """Return a stretch of a file on one line for a message, cut to a number of characters."""
    line = " ".join(found.decode("utf-8", "replace").replace("`", "'").split())
    line = "".join(mark if mark.isprintable() else "?" for mark in line)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _location(content: bytes, position: int) -> tuple[int, int]:
    start = content.rfind(b"\n", 0, position) + 1
    line = content.count(b"\n", 0, start) + 1
    return line, len(decoded(content[start:position])) + 1

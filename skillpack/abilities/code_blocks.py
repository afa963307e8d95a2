"""Where code is fenced in Markdown, as an agent takes it: in lists and quotations too, a last one without an end."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

_MARKS = re.compile(rb"```+|~~~+")
_BEFORE = re.compile(rb"[ \t]*(?:(?:>[ \t]?)|(?:[-*+]|\d{1,3}[.)])[ \t]+)*")
_LANGUAGE = re.compile(rb"[ \t]*\{?\.?([\w+#-]*)")


class CodeBlock(Struct, frozen=True):
    """A fenced block of code.

    Attributes:
        start: Where its opening line starts, in bytes of the text.
        first: Where its first line of code starts.
        end: Where its closing line starts, or the end of the text.
        after: Where the text goes on behind it.
        line: Number of its opening line, from 1.
        indent: Columns before its opening marks.
        language: As written, in lower case; empty for none.
    """

    start: int
    first: int
    end: int
    after: int
    line: int
    indent: int
    language: str


def code_blocks(text: bytes) -> tuple[CodeBlock, ...]:
    """Return the fenced blocks of a Markdown text, in their order."""
    return tuple(_code_blocks(text))


def block_around(blocks: Sequence[CodeBlock], position: int) -> CodeBlock | None:
    """Return the block whose code, or closing line, stands at a position; None for any other place."""
    number = bisect_right(blocks, position, key=lambda block: block.first)
    return blocks[number - 1] if number and position < blocks[number - 1].after else None


def _code_blocks(text: bytes) -> Iterator[CodeBlock]:
    opened: CodeBlock | None = None
    marks, after = b"", 0
    counted, line = 0, 1
    for found in _MARKS.finditer(text):
        if found.start() < after:
            continue  # only the first marks of a line fence
        start = text.rfind(b"\n", 0, found.start()) + 1
        newline = text.find(b"\n", found.end())
        after = newline + 1 if newline >= 0 else len(text)
        before, rest = text[start : found.start()], text[found.end() : after]
        if opened is not None:
            if found[0].startswith(marks) and not before.strip(b" \t>") and not rest.strip():
                yield replace(opened, end=start, after=after)
                opened = None
            continue
        inline = found[0][:1] == b"`" and b"`" in rest
        if not inline and (not before or _BEFORE.fullmatch(before)):
            line += text.count(b"\n", counted, start)
            counted, marks = start, found[0]
            language = _LANGUAGE.match(rest)
            name = language[1].decode("ascii", "replace").lower() if language else ""
            indent = len(before.replace(b">", b" ").expandtabs(4)) if before else 0
            opened = CodeBlock(start, after, len(text), len(text), line, indent, name)
    if opened is not None:
        yield opened

"""Markdown -> the sentences that speak to who reads it: no code, nothing quoted, nothing listed as an attack."""

import re
from collections.abc import Iterator

from msgspec import Struct

from skillpack.abilities.folding import folded
from skillpack.abilities.prose_tables.contexts import BAD_SECTION, BAD_SENTENCE, END, ONE_WORD, QUOTED, QUOTES

_LONGEST = 2000  # characters of a sentence that are read
_LONGEST_LINE = 20_000  # characters of a line that are read
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?(`{3,}|~{3,})")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(.*)")
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_KEY = re.compile(r"[\w-]{1,64}:")
_ROW = re.compile(r"[ \t]*\|")
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|[\[\]]")
_COMMENT = re.compile(r"<!--.{0,4000}?-->", re.DOTALL)


class Sentence(Struct, frozen=True):
    """A sentence, a heading, an item of a list or a row of a table.

    Attributes:
        text: On one line, without marks of emphasis.
        said: The same in lower case with blanks for what is quoted; empty in sections and lists of bad examples.
        first: Its first line in the file.
        last: Its last line.
        section: The number of the section that it stands in.
    """

    text: str
    said: str
    first: int
    last: int
    section: int


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a Markdown text in their order; code that is fenced is left out."""
    headings: list[tuple[int, bool]] = []  # level, whether it is one of bad examples
    section, introduction, table = 0, False, False
    for block in _blocks(text):
        level = 0
        whole = " ".join(block.lines)
        if block.kind == "heading":
            found = _HEADING.match(block.lines[0])
            level = len(found[1]) if found else 1
            while headings and headings[-1][0] >= level:
                headings.pop()
            headings.append((level, level > 1 and BAD_SECTION().search(whole) is not None))
            section, introduction = section + 1, False
            continue
        if block.kind == "prose":
            introduction = whole.rstrip(" *_").endswith(":") and BAD_SECTION().search(whole) is not None
        if block.kind == "row":
            table = table if block.goes_on else BAD_SECTION().search(whole) is not None
        bad = any(each for _, each in headings)
        bad = bad or (block.kind != "prose" and introduction) or (block.kind == "row" and table)
        yield from _sentences_of(block, section, bad=bad)


class _Block(Struct, frozen=True):
    kind: str  # heading, prose, item, row
    lines: tuple[str, ...]
    first: int
    goes_on: bool = False  # a row after another


def _blocks(text: str) -> Iterator[_Block]:
    kind, lines, first, fence, before = "", list[str](), 0, "", ""
    fields = text.startswith("---\n")
    for number, written in enumerate(text.split("\n"), 1):
        is_rule = written.rstrip() == "---"
        fields = fields and (not is_rule or number == 1)
        line = "" if is_rule else written[:_LONGEST_LINE]
        marks = _FENCE.match(line)
        if fence:
            fence = "" if marks and marks[1].startswith(fence) and not line[marks.end() :].strip("`~ \t\r") else fence
            continue
        starts = (
            "fence" if marks
            else "" if not line.strip()
            else "heading" if _HEADING.match(line)
            else "row" if _ROW.match(line)
            else "item" if _ITEM.match(line) or (fields and _KEY.match(line))
            else "prose"
        )  # fmt: skip
        if starts == "prose" and kind in {"prose", "item"}:
            lines.append(line)
            continue
        if lines:
            yield _Block(kind, tuple(lines), first, goes_on=kind == "row" and before == "row")
            before, lines = kind, []
        if starts == "fence" and marks:
            fence, kind = marks[1], ""
        elif starts:
            before = before if kind else ""
            kind, lines, first = starts, [line], number
        else:
            kind = ""
    if lines:
        yield _Block(kind, tuple(lines), first, goes_on=kind == "row" and before == "row")


def _sentences_of(block: _Block, section: int, *, bad: bool) -> Iterator[Sentence]:
    starts, parts, at = list[int](), list[str](), 0
    for line in block.lines:
        part = line.strip(" \t\r>")
        if not parts:
            marker = _ITEM.match(part)
            part = part[marker.end() :] if marker else part
        starts.append(at)
        parts.append(part)
        at += len(part) + 1
    whole, position, number = " ".join(parts), 0, 0
    ends = [found.end() for found in END().finditer(whole)]
    for end in (*ends, len(whole)):
        text = whole[position:end].strip()
        while number + 1 < len(starts) and starts[number + 1] <= position:
            number += 1
        last = number
        while last + 1 < len(starts) and starts[last + 1] < end:
            last += 1
        position = end
        if text:
            plain = _EMPHASIS.sub("", text)[:_LONGEST].strip()
            said = "" if bad else _said(plain)
            yield Sentence(plain, said, block.first + number, block.first + last, section)


def _said(text: str) -> str:
    return QUOTED().sub(_blank, text).lower() if any(mark in text for mark in QUOTES) else text.lower()


def _blank(found: re.Match[str]) -> str:
    """Return nothing for words that are quoted; names, addresses and paths are no words."""
    return found[0].strip("`\"'") if ONE_WORD.fullmatch(found[0]) and found[0][0] in "`\"'" else " … "


def describes_attacks(sentence: Sentence) -> bool:
    """Tell whether a sentence speaks of attacks or gives examples: it describes, and orders nothing."""
    return BAD_SENTENCE().search(sentence.text) is not None


def instructing(text: str) -> str:
    """Return what of a Markdown text is read for orders: as it looks, without comments, its lines where they were."""
    seen = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text) if "<!--" in text else text
    return folded(seen)

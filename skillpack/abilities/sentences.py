"""Markdown -> the sentences that speak to who reads it: no code, nothing quoted, nothing listed as an attack.

Paragraphs are cheap to find and sentences are not, so only the paragraphs are split in which somebody looks for a word.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from msgspec import Struct

from skillpack.abilities.folding import folded
from skillpack.abilities.prose_tables.contexts import BAD_SECTION, BAD_SENTENCE, END, ONE_WORD, PARTED, QUOTED, QUOTES
from skillpack.abilities.texts import TextFile

_PLAIN_TEXTS = (".txt", ".rst", ".adoc", ".org", ".mdc")
_LONGEST = 2000  # characters of a sentence that are read
_LONGEST_LINE = 20_000  # characters of a line that are read
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?(`{3,}|~{3,})")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+")
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_KEY = re.compile(r"[\w-]{1,64}:")
_MARKS = '*_[]`"'
_MARKED = "*_[]"
_PARTED = '"“„«「『'
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|[\[\]]")
_COMMENT = re.compile(r"<!--.{0,4000}?-->", re.DOTALL)


class Sentence(Struct, frozen=True):
    """A sentence, a heading, an item of a list or a row of a table.

    Attributes:
        text: On one line, without marks of emphasis.
        unquoted: The same in lower case with blanks for what is quoted; empty in sections and lists of bad examples.
        first: Its first line in the file.
        last: Its last line.
        section: The number of the section that it stands in.
    """

    text: str
    unquoted: str
    first: int
    last: int
    section: int


class Title(Struct, frozen=True, dict=True):
    """What says what follows: a heading, the line above a list, the first row of a table."""

    text: str

    @cached_property
    def bad(self) -> bool:
        """Whether bad examples follow."""
        return BAD_SECTION().search(self.text) is not None


class Paragraph(Struct, frozen=True, dict=True):
    """A paragraph, an item of a list or a row of a table.

    Attributes:
        text: On one line.
        starts: Where each of its lines starts in the text.
        first: Its first line in the file.
        section: The number of the section that it stands in.
        titles: The headings above it, but those of the first level; of items and rows what introduces them.
    """

    text: str
    starts: tuple[int, ...]
    first: int
    section: int
    titles: tuple[Title, ...]

    @cached_property
    def bad(self) -> bool:
        """Whether it stands in a section, a list or a table of bad examples."""
        return any(title.bad for title in self.titles)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences, at least one."""
        return tuple(self._sentences())

    def _sentences(self) -> Iterator[Sentence]:
        text, starts = self.text, self.starts
        marked = any(mark in text for mark in _MARKED)
        quotes = any(mark in text for mark in QUOTES)
        position = number = 0
        for end in (*self._ends(), len(text)):
            sentence = text[position:end].strip()
            while number + 1 < len(starts) and starts[number + 1] <= position:
                number += 1
            last = number
            while last + 1 < len(starts) and starts[last + 1] < end:
                last += 1
            position = end
            if sentence:
                seen = _one_blank(plain(sentence) if marked else sentence)[:_LONGEST].strip()
                said = "" if self.bad else unquoted(seen) if quotes else seen.lower()
                yield Sentence(seen, said, self.first + number, self.first + last, self.section)

    def _ends(self) -> list[int]:
        """Return the ends of its sentences, but the last one; what is quoted is not parted."""
        ends = [found.end() for found in END().finditer(self.text)]
        if ends and any(mark in self.text for mark in _PARTED):
            quoted = [found.span() for found in PARTED().finditer(self.text)]
            starts, stops = zip((0, 0), *quoted, strict=True)
            ends = [end for end in ends if end >= stops[bisect_left(starts, end) - 1]]
        return ends


class Prose(Struct, frozen=True, dict=True):
    """What a Markdown file says.

    Attributes:
        path: Of the file, relative to the skill; empty for the skill file.
        text: Of the file, LF.
        paragraphs: In their order; code that is fenced, and headings, are left out.
    """

    path: str
    text: str
    paragraphs: tuple[Paragraph, ...]

    @cached_property
    def lower(self) -> str:
        """The text of the paragraphs in lower case, one a line."""
        return "\n".join([each.text for each in self.paragraphs]).lower()

    @cached_property
    def line_words(self) -> list[list[str]]:
        """The words of each paragraph in lower case, as they are written between blanks."""
        return [line.split() for line in self.lower.split("\n")] if self.paragraphs else []

    @cached_property
    def words(self) -> str:
        """The text of the paragraphs in lower case, one a line, without what emphasises or quotes."""
        return _without_marks(self.lower)

    @cached_property
    def lines(self) -> list[str]:
        """The words of each paragraph."""
        return self.words.split("\n")

    @cached_property
    def different(self) -> frozenset[str]:
        """Each of the words once, without stops and commas."""
        written = " ".join(set[str]().union(*self.line_words))
        return frozenset(_without_marks(written).replace(".", " ").replace(",", " ").split())


def _without_marks(text: str) -> str:
    for mark in _MARKS:
        text = text.replace(mark, "")
    return text


def is_prose_text(file: TextFile) -> bool:
    """Tell whether an agent takes a file for a text to be read: Markdown, and plain text by its name."""
    return file.markdown or file.path.lower().endswith(_PLAIN_TEXTS)


def read_prose(path: str, text: str) -> Prose:
    """Return the paragraphs of a text file for an agent: as they look, without comments."""
    text = text.replace("\r\n", "\n") if "\r" in text else text
    return Prose(path, text, tuple(_paragraphs(_visible(text))))


def _visible(text: str) -> str:
    """Return a Markdown text as it looks, without comments, its lines where they were."""
    visible = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text) if "<!--" in text else text
    return folded(visible)


class _Block(Struct, frozen=True):
    kind: str  # heading, prose, item, row, field
    lines: tuple[str, ...]
    first: int
    goes_on: bool  # a row after another


def _paragraphs(text: str) -> Iterator[Paragraph]:
    headings: list[tuple[int, Title]] = []  # with their levels
    titles: tuple[Title, ...] = ()
    introduction = table = Title("")
    section = 0
    for block in _blocks(text):
        start = block.lines[0]
        if block.kind == "heading":
            found = _HEADING.match(start)
            level = len(found[1]) if found else 1
            while headings and headings[-1][0] >= level:
                headings.pop()
            headings.append((level, Title(start)))
            titles = tuple([title for level, title in headings if level > 1])
            section, introduction = section + 1, Title("")
            continue
        around = titles
        if block.kind == "prose":
            introduces = block.lines[-1].rstrip(" *_").endswith(":")
            introduction = Title(" ".join(block.lines) if introduces else "")
        elif block.kind == "row":
            table = table if block.goes_on else Title(start)
            around = (*titles, introduction, table)
        else:
            around = (*titles, introduction)
            section += block.kind == "field"  # none goes on in the next one
        parts = [line.strip(" \t\r>") for line in block.lines]
        marker = _ITEM.match(parts[0]) if block.kind == "item" else None
        parts[0] = parts[0][marker.end() :] if marker else parts[0]
        joined = " ".join(parts)
        if joined.strip():
            starts = (0, *accumulate([len(part) + 1 for part in parts[:-1]])) if len(parts) > 1 else (0,)
            yield Paragraph(joined, starts, block.first, section, around)


def _blocks(text: str) -> Iterator[_Block]:
    kind, lines, first, fence, before = "", list[str](), 0, "", ""
    fields = text.startswith("---\n")
    for number, written in enumerate(text.split("\n"), 1):
        is_rule = written.startswith("---") and written.rstrip() == "---"
        fields = fields and (not is_rule or number == 1)
        line = "" if is_rule else written[:_LONGEST_LINE]
        if fence and fence[0] not in line:
            continue
        starts, marks = _kind_of(line, fields=fields)
        if fence:
            closes = marks and marks[1].startswith(fence) and not line[marks.end() :].strip("`~ \t\r")
            fence = "" if closes else fence
            continue
        if starts == "prose" and kind in {"prose", "item", "field"} and not (">" in line and _quotes(line, lines[-1])):
            lines.append(line)
            continue
        if lines:
            yield _Block(kind, tuple(lines), first, goes_on=kind == "row" and before == "row")
            before, lines = kind, []
        if marks:
            fence, kind = marks[1], ""
        elif starts:
            before = before if kind else ""
            kind, lines, first = starts, [line], number
        else:
            kind = ""
    if lines:
        yield _Block(kind, tuple(lines), first, goes_on=kind == "row" and before == "row")


def _quotes(line: str, before: str) -> bool:
    """Tell whether a line starts a quotation, which no paragraph goes on in."""
    return line.lstrip(" \t").startswith(">") and not before.lstrip(" \t").startswith(">")


def _kind_of(line: str, *, fields: bool) -> tuple[str, re.Match[str] | None]:
    """Return the kind of block that a line starts, empty for none, and the marks of a fence."""
    mark = line.lstrip(" \t>")[:1]
    if mark.isalpha() and not fields:
        return "prose", None  # as most lines are
    listed = mark in {"-", "*", "+"} or mark.isdigit()
    marks = _FENCE.match(line) if listed or mark in {"`", "~"} else None
    if marks:
        return "fence", marks
    if mark == "#" and _HEADING.match(line):
        return "heading", None
    if mark == "|" and line.lstrip(" \t").startswith("|"):
        return "row", None
    if listed and _ITEM.match(line):
        return "item", None
    if fields and _KEY.match(line):
        return "field", None
    return "prose" if mark or line.strip() else "", None


def plain(text: str) -> str:
    """Return a text without marks of emphasis and the brackets of links; most have none."""
    return _EMPHASIS.sub("", text) if any(mark in text for mark in _MARKED) else text


def unquoted(text: str) -> str:
    """Return a text in lower case, with blanks for what it quotes."""
    return QUOTED().sub(_blank, text).lower() if any(mark in text for mark in QUOTES) else text.lower()


def _one_blank(text: str) -> str:
    """Return a text with one blank for each run of them: a pattern tries all of a run, at each of its places."""
    return " ".join(text.split())


def _blank(found: re.Match[str]) -> str:
    """Return nothing for words that are quoted; names, addresses and paths are no words."""
    return found[0].strip("`\"'") if ONE_WORD.fullmatch(found[0]) and found[0][0] in "`\"'" else " … "


def describes_attacks(sentence: Sentence) -> bool:
    """Tell whether a sentence speaks of attacks or gives examples: it describes, and orders nothing."""
    return BAD_SENTENCE().search(sentence.text) is not None

"""The blocks of Markdown, found line by line: as much of CommonMark as decides what is heading, code, HTML or text.

Work grows with the length of the text alone: containers nest up to a fixed depth, and no line is looked at again once
its block is known.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

from msgspec import Struct, field

from skillpack.parse.markdown.inline import Inline, without_definitions
from skillpack.parse.markdown.line import CODE, QUOTE, Line, Piece, first_visible
from skillpack.parse.markdown.markup import html_block, is_block_tag, tag_of

_DEEPEST = 32  # containers inside each other; what is deeper is taken for text
_DEEPEST_MEASURED = 256  # the same where depth itself is asked for: more than any limit, and a line stays cheap
_BREAK = 3  # characters of a thematic break
_START = re.compile(
    r"""
      (?P<fence>   `{3,}(?=[^`]*$) | ~{3,} )
    | (?P<heading> \#{1,6}(?=[ \t]|$) )
    | (?P<quote>   > )
    | (?P<rule>    [-=_*][-=_* \t]*$ )
    | (?P<item>    (?:[-+*]|\d{1,9}[.)])(?=[ \t]|$) )
    | (?P<html>    <(?=[A-Za-z/!?]) )
    """,
    re.VERBOSE | re.ASCII,
)
_BULLET = re.compile(r"[-+*](?=[ \t]|$)", re.ASCII)
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*", re.ASCII)
_EMPTY = re.compile(r"^[ \t]*$", re.ASCII)


class HeadingBlock(NamedTuple):
    """A heading: its first line from the first mark on, the index of its last line."""

    level: int
    text: str
    start: Piece
    last: int


class FenceBlock(NamedTuple):
    """A fenced block: its first line from the fence on, the index of its last line.

    Attributes:
        closed: False where its container or the text ends before the fence is closed.
    """

    info: str
    text: str
    start: Piece
    last: int
    closed: bool


class Blocks(Struct):
    """What was found, each in the order of the text.

    Attributes:
        markup: The lines of each block of HTML.
        leaves: The lines of each paragraph and heading.
        quotes: Block quotes inside each other, at most.
        lists: Lists inside each other, at most.
    """

    headings: list[HeadingBlock] = field(default_factory=list)
    fences: list[FenceBlock] = field(default_factory=list)
    markup: list[list[Piece]] = field(default_factory=list)
    leaves: list[list[Piece]] = field(default_factory=list)
    quotes: int = 0
    lists: int = 0


def scan_blocks(lines: Sequence[str]) -> Blocks:
    """Return the blocks of some lines, which come without newlines."""
    scanner = _Scanner(lines)
    scanner.run()
    return scanner.found


def scan_page_blocks(lines: Sequence[str], *, quotes: int, lists: int) -> Blocks:
    """Return the blocks that a page shows: unknown tags begin none, and definitions of links are no paragraph.

    Args:
        lines: Without newlines.
        quotes: Where more lie in each other, the scan ends with the deepest.
        lists: The same of lists.
    """
    scanner = _Scanner(lines, deepest=_DEEPEST_MEASURED, for_page=True)
    scanner.run_until_deeper(quotes, lists)
    return scanner.found


class _Scanner:
    """The open blocks while the lines go by.

    Attributes:
        found: The blocks that are complete.
    """

    def __init__(self, lines: Sequence[str], *, deepest: int = _DEEPEST, for_page: bool = False) -> None:
        self.found = Blocks()
        self._lines, self._deepest, self._for_page = lines, deepest, for_page
        self._containers: list[int] = []
        self._paragraph: list[Piece] = []

    def run(self) -> None:
        """Take all lines."""
        index = 0
        while index < len(self._lines):
            index = self._take(index, self._lines[index])
        self._close_paragraph()

    def run_until_deeper(self, quotes: int, lists: int) -> None:
        """Take lines while containers are no deeper than that, then those that are still deeper than all before."""
        found, index, before = self.found, 0, (0, 0)
        while index < len(self._lines):
            index = self._take(index, self._lines[index])
            deepest = found.quotes, found.lists
            if deepest == before and (found.quotes > quotes or found.lists > lists):
                return
            before = deepest
        self._close_paragraph()

    def _empty(self) -> None:
        self._close_paragraph()
        if QUOTE in self._containers:
            del self._containers[self._containers.index(QUOTE) :]

    def _close_paragraph(self) -> None:
        if self._paragraph:
            self.found.leaves.append(self._paragraph)
            self._paragraph = []

    def _take(self, index: int, text: str) -> int:
        """Take a line that may be anything, with all of the block that it opens; return the index of the next one."""
        if not text or text.isspace():
            self._empty()
            return index + 1
        if text[0].isalpha():  # most lines: words, whatever containers are open
            if not self._paragraph:
                self._containers.clear()
            self._paragraph.append((index, 1, text))
            return index + 1
        line = Line(index, text)
        line.enter(self._containers)
        return self._open(line)

    def _open(self, line: Line) -> int:
        """Open the blocks that start on a line; return the index of the next line."""
        while True:
            if line.here == len(line.text):
                self._close(line)
                return line.index + 1
            if line.here - line.at >= CODE:
                return self._code(line)
            match = _START.match(line.text, line.here)
            if match is None or match.lastgroup is None:
                return self._words(line)
            following = self._takers[match.lastgroup](self, line, match[0])
            if following:
                return following

    def _close(self, line: Line) -> None:
        """Close what a line does not continue."""
        self._close_paragraph()
        del self._containers[line.depth :]

    def _continues(self, line: Line) -> bool:
        """Return True where a line without a block of its own would go on with the paragraph in its container."""
        if not self._paragraph or line.depth != len(self._containers):
            return False
        return not self._for_page or bool(without_definitions(self._paragraph, {}, Inline()))

    def _words(self, line: Line) -> int:
        if not self._paragraph:
            del self._containers[line.depth :]
        self._paragraph.append(line.piece())
        return line.index + 1

    def _code(self, line: Line) -> int:
        if self._paragraph:
            return self._words(line)
        del self._containers[line.depth :]
        return line.index + 1

    def _heading(self, line: Line, _mark: str) -> int:
        self._close(line)
        self._add_heading(line.piece())
        return line.index + 1

    def _add_heading(self, start: Piece) -> None:
        index, column, line = start
        text = line.lstrip("#")
        level = len(line) - len(text)
        text = text.strip()
        unclosed = text.rstrip("#")
        if unclosed != text and unclosed[-1:] in {"", " ", "\t"}:
            text = unclosed.rstrip()
        self.found.headings.append(HeadingBlock(level, text, start, index))
        self.found.leaves.append([(index, column + line.find(text, level), text)])

    def _rule(self, line: Line, marks: str) -> int:
        """Take a line of `-`, `=`, `_` or `*`: an underline, a break, an item, or words."""
        if self._continues(line) and _UNDERLINE.fullmatch(marks):
            text = "\n".join(text.strip() for _, _, text in self._paragraph)
            level = 1 if marks[0] == "=" else 2
            self.found.headings.append(HeadingBlock(level, text, self._paragraph[0], line.index))
            self._close_paragraph()
            return line.index + 1
        bare = marks.replace(" ", "").replace("\t", "")
        if len(bare) >= _BREAK and bare[0] != "=" and bare == bare[0] * len(bare):
            self._close(line)
            return line.index + 1
        return self._item(line, marks[0]) if _BULLET.match(marks) else self._words(line)

    def _quote(self, line: Line, mark: str) -> int:
        if len(self._containers) >= self._deepest:
            return self._words(line)
        end = line.here + len(mark)
        return self._push(line, QUOTE, end + 1 if line.text.startswith(" ", end) else end)

    def _item(self, line: Line, mark: str) -> int:
        end = line.here + len(mark)
        content = first_visible(line.text, end)
        empty = content == len(line.text)
        # CommonMark 5.2: only an item that is not empty and starts with 1 interrupts a paragraph.
        if self._continues(line) and (empty or (mark[0].isdigit() and int(mark[:-1]) != 1)):
            return self._words(line)
        if len(self._containers) >= self._deepest:
            return self._words(line)
        at = end + 1 if empty or content - end > CODE else content
        return self._push(line, at - line.at, at)

    def _push(self, line: Line, container: int, at: int) -> int:
        self._close(line)
        self._containers.append(container)
        quotes = self._containers.count(QUOTE)
        self.found.quotes = max(self.found.quotes, quotes)
        self.found.lists = max(self.found.lists, len(self._containers) - quotes)
        line.go(at)
        return 0

    def _html(self, line: Line, _mark: str) -> int:
        tag = tag_of(line.text[line.here :]) if self._for_page else ""
        block = None if tag and not is_block_tag(tag) else html_block(line.text, line.here)
        if block is None or (self._paragraph and not block.interrupts):
            return self._words(line)
        self._close(line)
        following = line.index + 1
        if block.end is None or not block.end.search(line.text, line.here):
            _, following, _ = self._until(block.end or _EMPTY, "", following)
        rest = range(line.index + 1, following)
        self.found.markup.append([line.piece(), *((index, 1, self._lines[index]) for index in rest)])
        return following

    def _fence(self, line: Line, mark: str) -> int:
        self._close(line)
        return self._add_fence(line.piece(), mark, line.here - line.at)

    def _add_fence(self, start: Piece, mark: str, indentation: int) -> int:
        index, _, line = start
        inside, following, closed = self._until(_closing(mark[0], len(mark)), mark, index + 1)
        if indentation:
            inside = [text[min(indentation, first_visible(text, 0)) :] for text in inside]
        info = line[len(mark) :].strip()
        text = "\n".join(inside) + "\n" if inside else ""
        self.found.fences.append(FenceBlock(info, text, start, following - 1, closed))
        return following

    def _until(self, last: re.Pattern[str], mark: str, start: int) -> tuple[Sequence[str], int, bool]:
        """Return the lines of an open block, the index of the line behind it, and if its last line was found.

        Args:
            last: Found in the block's last line, which is not among the lines.
            mark: Stands in each line in which `last` can be found.
            start: Index of the first line.
        """
        lines = self._lines
        if not self._containers:
            for index in range(start, len(lines)):
                if mark in lines[index] and last.search(lines[index]):
                    return lines[start:index], index + 1, True
            return lines[start:], len(lines), False
        inside: list[str] = []
        for index in range(start, len(lines)):
            line = Line(index, lines[index])
            line.enter(self._containers)
            if line.depth < len(self._containers):
                return inside, index, False
            text = line.text[line.at :]
            if mark in text and last.search(text):
                return inside, index + 1, True
            inside.append(text)
        return inside, len(lines), False

    _takers: ClassVar["dict[str, Callable[[_Scanner, Line, str], int]]"] = {
        "fence": _fence,
        "heading": _heading,
        "quote": _quote,
        "rule": _rule,
        "item": _item,
        "html": _html,
    }
    """Every taker returns the index of the next line, or 0 when it opened a container and the line goes on."""


@lru_cache(maxsize=64)
def _closing(mark: str, length: int) -> re.Pattern[str]:
    """Return the pattern that closes a fence of so many marks (CommonMark 4.5)."""
    return re.compile(rf"^ {{0,3}}{mark}{{{length},}}[ \t]*$", re.ASCII)

"""Short ways for blocks of Markdown: what most of a body is, found without asking every rule at every line.

They find the same tokens as the rules of markdown-it-py, and leave to those whatever is not plainly simple.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import StateBlock, blockquote, fence, heading, table
from markdown_it.rules_block.list import markTightParagraphs
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS, escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_WORDS = re.compile(
    r"[^\s`~>*\-_+#<\[=|:0-9] | [*_-]{1,2}[^\W_] | `{1,2}[^`\s] | \[[^\[\]\\\n]*\](?!:) | [0-9]+(?![0-9.)])", re.VERBOSE
)
"""How a line begins that can be nothing but a paragraph, and ends, underlines and delimits nothing above it."""

_HEADING = re.compile(r"(\#{1,6})[ ]+([^\#\s](?:[^\#\n]*[^\#\s])?)[ \t]*(?:\n|\Z)")
_HEADING_START = re.compile(r"\#{1,6}[ ]")
_ITEM = re.compile(
    r"(?![-*](?:[ \t]*[-*]){2,}[ \t]*$) (?:[-*+]|([0-9]{1,9})[.)]) [ ]+ (?=\S)", re.VERBOSE | re.MULTILINE
)
"""How an item of a list begins that is neither empty nor a rule across the page."""

_MARKER = re.compile(r"(?:[-*+]|([0-9]{1,9})[.)])(?=[ \t\n]|\Z)")
_DELIMITER = re.compile(r"[|:-][|:\- \t]*$", re.MULTILINE)
"""A line below the head of a table."""

_RULE = re.compile(":?-+:?")
_ALIGNED = {(True, True): "center", (False, True): "right", (True, False): "left"}
_ENDS = {mark: re.compile(rf"^ {{0,3}}({mark}{{3,}})[ \t]*$", re.MULTILINE) for mark in "`~"}
"""What ends a block of code."""


class Piece(Token):
    """A token, made without asking what its attributes are like."""

    __slots__ = ()

    def __init__(
        self,
        type: str,  # noqa: A002 a token's
        tag: str,
        nesting: Literal[-1, 0, 1],
        content: str = "",
        level: int = 0,
    ) -> None:
        self.type = type
        self.tag = tag
        self.nesting = nesting
        self.attrs = {}
        self.map = None
        self.level = level
        self.children = None
        self.content = content
        self.markup = ""
        self.info = ""
        self.meta = {}
        self.block = False
        self.hidden = False


_NESTING: tuple[tuple[str, Literal[-1, 0, 1]], ...] = (("open", 1), ("close", -1))
_COMMON = {
    f"{tag}_{kind}": Piece(f"{tag}_{kind}", tag, nesting) for tag in ("tr", "th", "td") for kind, nesting in _NESTING
}
"""Tokens of tables that tell nothing but their kind, and are made once."""


class Lines(StateBlock):
    """The state of the parser, with lines that are measured as wholes, not character by character."""

    def __init__(self, state: StateCore) -> None:
        super().__init__("", state.md, state.env, state.tokens)
        lines = state.src.split("\n")
        if not lines[-1].strip(" \t"):
            lines.pop()
        words = [line.lstrip(" \t") for line in lines]
        ends = list(accumulate([len(line) + 1 for line in lines], initial=-1))
        length = len(state.src)
        self.src = state.src
        self.bMarks = [*[end + 1 for end in ends[:-1]], length]
        self.eMarks = [*ends[1:], length]
        self.tShift = [*[len(line) - len(word) for line, word in zip(lines, words, strict=True)], 0]
        self.sCount = self.tShift.copy()
        if "\t" in state.src:
            self.sCount = [*map(_columns, lines, self.tShift), 0]
        self.bsCount = [0] * len(self.bMarks)
        self.lineMax = len(lines)

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Add a token and return it."""
        if nesting < 0:
            self.level -= 1
        token = Piece(ttype, tag, nesting, "", self.level)
        if nesting > 0:
            self.level += 1
        self.tokens.append(token)
        return token

    def first(self, line: int) -> int:
        """Return the place of the first character of a line that is no blank."""
        return self.bMarks[line] + self.tShift[line]

    def push_around(self, kind: str, tag: str, content: str) -> None:
        """Add a block that holds text alone."""
        level = self.level
        self.tokens += (
            Piece(f"{kind}_open", tag, 1, "", level),
            Piece("inline", "", 0, content, level + 1),
            Piece(f"{kind}_close", tag, -1, "", level),
        )


def find_blocks(state: StateCore) -> None:
    """Find the blocks of a text."""
    lines = Lines(state)
    state.md.block.tokenize(lines, 0, lines.lineMax)


def take_simple(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 markdown-it's
    """Take what can be of one kind only, by how its first line begins."""
    if silent or not isinstance(state, Lines) or state.sCount[start] - state.blkIndent > 3:  # noqa: PLR2004 columns
        return False
    src, first = state.src, state.first(start)
    if _WORDS.match(src, first):
        return _paragraph(state, start)
    if _is_delimiter(state, start + 1):
        return _table(state, start, end)
    character = src[first]
    if character == "#":
        return _heading(state, start, end)
    if character in "`~":
        return _fence(state, start, end, character)
    if character == ">":
        return blockquote(state, start, end, silent)
    return _ITEM.match(src, first) is not None and _list(state, start, end)


def _columns(line: str, indent: int) -> int:
    return len(line[:indent].expandtabs(4))


def _is_delimiter(state: Lines, line: int) -> bool:
    return line < state.lineMax and _DELIMITER.match(state.src, state.first(line)) is not None


def _heading(state: Lines, start: int, end: int) -> bool:
    found = _HEADING.match(state.src, state.first(start))
    if found is None:
        return _HEADING_START.match(state.src, state.first(start)) is not None and heading(state, start, end, False)  # noqa: FBT003
    state.line = start + 1
    state.push_around("heading", f"h{len(found[1])}", found[2])
    return True


def _paragraph(state: Lines, start: int) -> bool:
    """Take a paragraph of which no line begins like anything else, up to an empty line or an item of a list."""
    src, begins, shifts, ends = state.src, state.bMarks, state.tShift, state.eMarks
    line = start + 1
    while line < state.lineMax:
        first = begins[line] + shifts[line]
        if first >= ends[line]:
            break
        if not _WORDS.match(src, first):
            if _is_item(state, line):
                break
            return False
        line += 1
    if line == start + 1:
        text = src[begins[start] + shifts[start] : ends[start]].rstrip(" \t")
    else:
        text = state.getLines(start, line, state.blkIndent, False).strip(" \t\n")  # noqa: FBT003 markdown-it's
    if text[-1].isspace():
        return False
    state.line = line
    state.push_around("paragraph", "p", text)
    return True


def _is_item(state: Lines, line: int) -> bool:
    """Return whether a line plainly begins an item that ends the paragraph above it."""
    indent, outside = state.sCount[line], state.sCount[line] < state.blkIndent
    if indent < 0 or indent - state.blkIndent > 3 or (outside and 0 <= state.listIndent <= indent - 4):  # noqa: PLR2004
        return False
    found = _ITEM.match(state.src, state.first(line))
    # A number inside of the block ends a paragraph only if it is 1.
    return found is not None and (outside or not found[1])


def _fence(state: Lines, start: int, end: int, mark: str) -> bool:
    """Take a block of code; inside of other blocks its end is not so easy to see."""
    if state.level or state.sCount[start]:
        return fence(state, start, end, False)  # noqa: FBT003 markdown-it's
    src, first, last = state.src, state.bMarks[start], state.eMarks[start]
    info = src[first:last].lstrip(mark)
    length = last - first - len(info)
    if length < 3 or (mark == "`" and "`" in info):  # noqa: PLR2004 marks
        return False
    closed = next((found for found in _ENDS[mark].finditer(src, last) if len(found[1]) >= length), None)
    line = bisect_left(state.bMarks, closed.start()) if closed else end
    state.line = line + (closed is not None)
    token = state.push("fence", "code", 0)
    token.info = info
    token.content = src[last + 1 : state.eMarks[line - 1] + 1] if line > start + 1 else ""
    return True


def _table(state: Lines, start: int, end: int) -> bool:
    """Take a table whose rows begin with a bar, which nothing else does."""
    src = state.src
    known = start + 2 <= end and state.sCount[start + 1] - state.blkIndent in range(4)
    head, below = (_row(src[state.first(line) : state.eMarks[line]]) for line in (start, start + 1))
    if not known or src[state.first(start)] != "|" or src[state.first(start + 1)] != "|" or len(head) != len(below):
        return table(state, start, end, False)  # noqa: FBT003 markdown-it's
    if not head or not all(_RULE.fullmatch(cell) for cell in below):
        return table(state, start, end, False)  # noqa: FBT003 markdown-it's
    rows, missing, line = [head], 0, start + 2
    while line < end and state.blkIndent <= state.sCount[line] < state.blkIndent + 4 and not state.isEmpty(line):
        if src[state.first(line)] != "|":
            return table(state, start, end, False)  # noqa: FBT003 markdown-it's
        row = _row(src[state.first(line) : state.eMarks[line]])
        missing += len(head) - len(row)
        if missing > MAX_AUTOCOMPLETED_CELLS:
            break
        rows.append([*row, *[""] * (len(head) - len(row))][: len(head)])
        line += 1
    _push_table(state, rows, [_ALIGNED.get((cell[0] == ":", cell[-1] == ":"), "") for cell in below])
    state.line = line
    return True


def _row(text: str) -> list[str]:
    """Return the cells of a line."""
    cells = escapedSplit(mdTrim(text)) if "\\" in text else mdTrim(text).split("|")
    if cells[0] == "":
        del cells[0]
    if cells and cells[-1] == "":
        del cells[-1]
    return [mdTrim(cell) for cell in cells]


def _push_table(state: Lines, rows: Sequence[Sequence[str]], aligned: Sequence[str]) -> None:
    level, push = state.level, state.tokens.append
    push(Piece("table_open", "table", 1, "", level))
    for number, row in enumerate(rows):
        part, cell = ("tbody", "td") if number else ("thead", "th")
        if number < 2:  # noqa: PLR2004 the head and the first row below
            push(Piece(f"{part}_open", part, 1, "", level + 1))
        opening, closing = _COMMON[f"{cell}_open"], _COMMON[f"{cell}_close"]
        push(_COMMON["tr_open"])
        for text, style in zip(row, aligned, strict=True):
            push(_styled(cell, style) if style else opening)
            push(Piece("inline", "", 0, text))
            push(closing)
        push(_COMMON["tr_close"])
        if not number or number == len(rows) - 1:
            push(Piece(f"{part}_close", part, -1, "", level + 1))
    push(Piece("table_close", "table", -1, "", level))


def _styled(cell: str, style: str) -> Token:
    token = Piece(f"{cell}_open", cell, 1)
    token.attrs = {"style": f"text-align:{style}"}
    return token


def _list(state: Lines, start: int, end: int) -> bool:
    """Take a list; an item that is one line of words takes no parser of its own."""
    src, sheet = state.src, state.tokens
    if 0 <= state.listIndent <= state.sCount[start] - 4 and state.sCount[start] < state.blkIndent:
        return False  # the line continues a paragraph
    marker = _MARKER.match(src, state.first(start))
    if marker is None:
        return False
    kind, number = ("ordered_list", marker[1]) if marker[1] else ("bullet_list", "")
    sign, place, parent = src[marker.end() - 1], len(sheet), state.parentType
    opening = state.push(f"{kind}_open", "ol" if number else "ul", 1)
    if number and int(number) != 1:
        opening.attrs = {"start": int(number)}
    state.parentType = "list"
    tight, gap, line = True, False, start
    while True:
        item = state.push("list_item_open", "li", 1)
        item.info = number
        loose, gap_below = _take_item(state, line, end, marker)
        state.push("list_item_close", "li", -1)
        tight = tight and not loose and not gap
        gap, line = gap_below, state.line
        following = _next_item(state, line, end)
        if following is None or bool(following[1]) != bool(number) or src[following.end() - 1] != sign:
            break
        marker, number = following, following[1] or ""
    state.push(f"{kind}_close", "ol" if kind == "ordered_list" else "ul", -1)
    state.parentType = parent
    if tight:
        markTightParagraphs(state, place)
    return True


def _take_item(state: Lines, line: int, end: int, marker: re.Match[str]) -> tuple[bool, bool]:
    """Take an item; return whether it makes its list loose, and whether it ends with an empty line."""
    if _take_line(state, line, end, marker):
        gap = state.line - line > 1 and state.isEmpty(state.line - 1)
        return False, gap
    initial = state.sCount[line] + marker.end() - state.first(line)
    text = state.src[marker.end() : state.eMarks[line]]
    words = text.lstrip(" \t")
    column = initial
    for blank in text[: len(text) - len(words)]:
        column += 1 if blank == " " else 4 - (column + state.bsCount[line]) % 4
    beside = column - initial if words else 1
    outer = state.tight, state.tShift[line], state.sCount[line], state.listIndent
    state.listIndent, state.blkIndent = state.blkIndent, initial + (beside if beside <= 4 else 1)  # noqa: PLR2004
    state.tight = True
    state.tShift[line], state.sCount[line] = state.eMarks[line] - len(words) - state.bMarks[line], column
    if not words and state.isEmpty(line + 1):
        state.line = min(state.line + 2, end)
    else:
        state.md.block.tokenize(state, line, end)
    loose, gap = not state.tight, state.line - line > 1 and state.isEmpty(state.line - 1)
    state.blkIndent = state.listIndent
    state.tight, state.tShift[line], state.sCount[line], state.listIndent = outer
    return loose, gap


def _take_line(state: Lines, line: int, end: int, marker: re.Match[str]) -> bool:
    """Take an item that is one line of words, where what follows is nothing of it."""
    src, begins = state.src, marker.end() + 1
    if not src.startswith(" ", marker.end()) or not _WORDS.match(src, begins):
        return False
    indent = state.sCount[line] + begins - marker.start()
    text = src[begins : state.eMarks[line]].rstrip(" \t")
    if text[-1].isspace() or state.level >= state.md.options.maxNesting:
        return False
    following = line + 1
    if following < end:
        if state.isEmpty(following):
            following = state.skipEmptyLines(following)
            if following < end and state.sCount[following] >= indent:
                return False
        elif not 0 <= state.sCount[following] < min(indent, state.blkIndent + 4) or not _MARKER.match(
            src, state.first(following)
        ):
            return False
    state.push_around("paragraph", "p", text)
    state.line = following
    return True


def _next_item(state: Lines, line: int, end: int) -> re.Match[str] | None:
    """Return the marker of the item that follows another in its list."""
    if line >= end or not 0 <= state.sCount[line] - state.blkIndent < 4:  # noqa: PLR2004 columns
        return None
    first, block = state.first(line), state.md.block
    if not _ITEM.match(state.src, first) and any(rule(state, line, end, True) for rule in block.ruler.getRules("list")):  # noqa: FBT003
        return None
    return _MARKER.match(state.src, first)

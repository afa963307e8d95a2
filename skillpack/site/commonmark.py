"""Markdown -> tokens: markdown-it-py, set up for bodies of skills and with short ways for what most of a body is.

The short ways find the same tokens as the parser's own rules, and leave to those whatever is not plainly simple.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, heading, html_block, list_block
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from skillpack.site.raw_html import KNOWN, RENAMED

SOURCE_TAGS = frozenset({"script", "style", "textarea"})
"""Tags whose content is code for browsers and is shown as such."""

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_BLOCKS = KNOWN | RENAMED.keys() | SOURCE_TAGS

_WORDS = re.compile(
    r"[^\s`~>*\-_+#<\[=|:0-9] | [*_-]{1,2}[^\W_] | `{1,2}[^`\s] | \[[^\[\]\\\n]*\](?!:) | [0-9]+(?![0-9.)])", re.VERBOSE
)
"""How a line begins that can be nothing but a paragraph, and ends, underlines and delimits nothing above it."""

_HEADING = re.compile(r"\#{1,6}[ ]")
_ITEM = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])[ ][^\W_]")
_DELIMITER = re.compile(r"[|:-][|:\- \t]*$", re.MULTILINE)
"""A line below the head of a table."""

# The parser changes nothing in such an address.
_ADDRESS = r"(?:https?://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?=[/)\#?]))?[A-Za-z0-9_~./-]*+(?:\?[A-Za-z0-9_=.-]++)?+(?:\#[\w.-]++)?+"


def _plain(but: str) -> str:
    """Return a pattern of text without the characters of rules, or with such as do nothing where they stand."""
    lone = r"(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|!(?!\[)|&(?![\#A-Za-z0-9])|<(?![A-Za-z/!?])"
    return rf"(?:[^\n\\`*_~\[!<&{re.escape(but)}]++|{lone})"


def _marked(mark: str) -> str:
    """Return a pattern of words between marks that can only begin and only end there."""
    ends = rf"(?:(?<=[A-Za-z0-9]){mark}(?=[ \n.,:;!?)]|$)|(?<=[:.!?)]){mark}(?=[ \n]|$))"
    return rf"(?<![^ \n]){mark}([A-Za-z0-9]{_plain('')}*+){ends}"


_PIECE = re.compile(
    rf"""
      ((?:\A\[[ ]\](?=[ ]))?+{_plain("")}++)
    | `([^`\n]++)`(?!`)
    | {_marked(r"[*][*]")}
    | {_marked("[*]")}
    | (?<=\S)(\n)(?=\S)
    | \[({_plain("]")}++)\]\((?!\))({_ADDRESS})\)
    """,
    re.VERBOSE | re.ASCII,
)
"""Pieces of text that need no look at what stands around them, in groups as in `_MAKERS`."""

_MARK = re.compile(r"[\n\\`*~\[\]!<&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
"""Where inline rules look; all between is text."""


def parse(text: str, *, nesting: int, list_depth: int) -> Sequence[Token]:
    """Return the tokens of a text.

    Text that markdown-it-py calls special is not joined with the text around it.

    Args:
        text: Without NUL.
        nesting: Blocks inside of each other that are looked into.
        list_depth: Lists inside of each other that are looked into.
    """
    return _parser(nesting, list_depth).parse(text, {})


def tag_of(html: str) -> str:
    """Return the name of the tag with which HTML begins, in lower case; empty for what is no tag."""
    found = _TAG.match(html)
    return found[1].lower() if found else ""


def is_block_tag(tag: str) -> bool:
    """Return whether a tag of this name can begin a block of HTML: unknown ones are words for agents."""
    return tag in _BLOCKS


@lru_cache(maxsize=4)
def _parser(nesting: int, list_depth: int) -> MarkdownIt:
    # A list is two levels, the list and its item. Deeper text would be dropped by the parser, so it is never shown.
    options = {"html": True, "linkify": False, "maxNesting": nesting + 2 * list_depth + 4}
    parser = MarkdownIt("commonmark", options).enable(["table", "strikethrough"]).disable("text_join")
    parser.block.ruler.before("table", "quick", _quick)
    parser.block.ruler.at("html_block", _known_html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.core.ruler.at("normalize", _normalize)
    parser.core.ruler.at("block", _block)
    parser.core.ruler.at("inline", _inline)
    return parser


def _inline_parser() -> MarkdownIt:
    # Inline text nests less than blocks do: each level of unclosed brackets costs time.
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 10}).enable("strikethrough")
    parser.inline.ruler.at("text", _text)
    parser.inline.ruler2.disable("fragments_join")
    return parser


def _normalize(state: StateCore) -> None:
    if "\r" in state.src:
        state.src = state.src.replace("\r\n", "\n").replace("\r", "\n")


def _block(state: StateCore) -> None:
    """Find blocks; lines are measured as wholes, not character by character."""
    found = StateBlock("", state.md, state.env, state.tokens)
    lines = state.src.split("\n")
    if not lines[-1].strip(" \t"):
        lines.pop()
    words = [line.lstrip(" \t") for line in lines]
    ends = list(accumulate([len(line) + 1 for line in lines], initial=-1))
    length = len(state.src)
    found.src = state.src
    found.bMarks = [*(end + 1 for end in ends[:-1]), length]
    found.eMarks = [*ends[1:], length]
    found.tShift = [*(len(line) - len(word) for line, word in zip(lines, words, strict=True)), 0]
    found.sCount = found.tShift.copy()
    if "\t" in state.src:
        found.sCount = [*map(_columns, lines, found.tShift), 0]
    found.bsCount = [0] * len(found.bMarks)
    found.lineMax = len(lines)
    state.md.block.tokenize(found, 0, found.lineMax)


def _columns(line: str, indent: int) -> int:
    return len(line[:indent].expandtabs(4))


def _quick(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 markdown-it's
    """Take what cannot be anything but a paragraph, a heading or a list."""
    if silent or state.sCount[start] - state.blkIndent > 3:  # noqa: PLR2004 columns that make code
        return False
    src, first = state.src, state.bMarks[start] + state.tShift[start]
    if _WORDS.match(src, first):
        return _paragraph(state, start)
    if _is_delimiter(state, start + 1):
        return False
    if _ITEM.match(src, first):
        return list_block(state, start, end, silent)
    return _HEADING.match(src, first) is not None and heading(state, start, end, silent)


def _is_delimiter(state: StateBlock, line: int) -> bool:
    return line < state.lineMax and _DELIMITER.match(state.src, state.bMarks[line] + state.tShift[line]) is not None


def _paragraph(state: StateBlock, start: int) -> bool:
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
    state.push("paragraph_open", "p", 1)
    state.push("inline", "", 0).content = text
    state.push("paragraph_close", "p", -1)
    return True


def _is_item(state: StateBlock, line: int) -> bool:
    """Return whether a line plainly begins an item that ends the paragraph above it."""
    indent, outside = state.sCount[line], state.sCount[line] < state.blkIndent
    if indent < 0 or indent - state.blkIndent > 3 or (outside and 0 <= state.listIndent <= indent - 4):  # noqa: PLR2004
        return False
    first = state.bMarks[line] + state.tShift[line]
    # A number inside of the block ends a paragraph only if it is 1.
    return _ITEM.match(state.src, first) is not None and (outside or not state.src[first].isdigit())


def _known_html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 markdown-it's
    """Begin a block of HTML for real tags only: Markdown between `<example>` and `</example>` stays Markdown."""
    first = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("<", first):
        return False
    found = _TAG.match(state.src, first)
    if found and found[1].lower() not in _BLOCKS:
        return False
    return html_block(state, start, end, silent)


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            token.children = _children(token.content, state)


def _children(text: str, state: StateCore) -> list[Token]:
    children = _simple(text)
    if children is None:
        children = []
        _INLINE.inline.parse(text, _INLINE, state.env, children)
    return children


def _simple(text: str) -> list[Token] | None:
    """Return the tokens of text that is made of simple pieces; None for all other."""
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            return None
        at = piece.end()
        tokens += _MAKERS[piece.lastindex or 0](piece)
    return tokens


def _of_text(text: str) -> Token:
    return Token("text", "", 0, content=text)


def _of_code(code: str) -> Token:
    """Return a token of code without one blank on each side, where there are both and more than blanks."""
    padded = code[0] == code[-1] == " " and code.strip(" ")
    return Token("code_inline", "code", 0, content=code[1:-1] if padded else code)


def _between(kind: str, tag: str, text: str, **attributes: str) -> tuple[Token, ...]:
    opening = Token(f"{kind}_open", tag, 1, attrs={**attributes})
    return opening, _of_text(text), Token(f"{kind}_close", tag, -1)


_MAKERS: Mapping[int, Callable[[re.Match[str]], tuple[Token, ...]]] = {
    1: lambda piece: (_of_text(piece[1]),),
    2: lambda piece: (_of_code(piece[2]),),
    3: lambda piece: _between("strong", "strong", piece[3]),
    4: lambda piece: _between("em", "em", piece[4]),
    5: lambda _: (Token("softbreak", "br", 0),),
    7: lambda piece: _between("link", "a", piece[6], href=piece[7]),
}
"""Number of a group of `_PIECE` -> the tokens of what it matched."""


def _text(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 markdown-it's
    """Take the text up to the next character at which a rule looks; the parser's own stops at more of them."""
    found = _MARK.search(state.src, state.pos)
    end = found.start() if found else state.posMax
    if end == state.pos:
        return False
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


_INLINE = _inline_parser()

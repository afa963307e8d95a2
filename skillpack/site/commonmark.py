"""Markdown -> tokens: markdown-it-py, set up for bodies of skills and with short ways for what most of a body is.

The short ways find the same tokens as the parser's own rules, and leave to those whatever is not plainly simple.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from skillpack.site.blocks import Piece, find_blocks, take_simple
from skillpack.site.raw_html import KNOWN, RENAMED
from skillpack.site.words import is_simple

SOURCE_TAGS = frozenset({"script", "style", "textarea"})
"""Tags whose content is code for browsers and is shown as such."""

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_BLOCKS = KNOWN | RENAMED.keys() | SOURCE_TAGS

_MARK = re.compile(r"[\n\\`*~\[\]!<&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
"""Where inline rules look; all between is text."""


def parse(text: str, *, nesting: int, list_depth: int) -> Sequence[Token]:
    """Return the tokens of a text.

    Text of simple pieces has no tokens of its own: an `inline` token without children, or after the box of a task a
    token `words`, holds it as it was written. Text that markdown-it-py calls special is not joined with the text
    around it.

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
    parser.block.ruler.before("table", "simple", take_simple)
    parser.block.ruler.at("html_block", _known_html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.core.ruler.at("normalize", _normalize)
    parser.core.ruler.at("block", find_blocks)
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
            token.children = None if is_simple(token.content) else _children(token.content, state)


def _children(text: str, state: StateCore) -> list[Token]:
    children: list[Token] = []
    # The box of a task means nothing to the parser, unless somebody has defined where `[x]` leads.
    if text.startswith(("[ ] ", "[x] ", "[X] ")) and not state.env.get("references") and is_simple(text[4:]):
        return [Piece("text", "", 0, text[:4]), Piece("words", "", 0, text[4:])]
    _INLINE.inline.parse(text, _INLINE, state.env, children)
    return children


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

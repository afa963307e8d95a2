"""Markdown -> tokens: markdown-it-py, set up for bodies of skills."""

from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from skillpack.parse.markdown.markup import is_block_tag, tag_of

_INLINE = MarkdownIt("commonmark", {"html": True, "maxNesting": 10}).enable("strikethrough")
"""Inline text nests less than blocks do: each level of unclosed brackets costs time."""


def parse(text: str, *, nesting: int, list_depth: int) -> Sequence[Token]:
    """Return the tokens of a text.

    Args:
        text: As written.
        nesting: Blocks inside of each other that are looked into.
        list_depth: Lists inside of each other that are looked into.
    """
    return _parser(nesting, list_depth).parse(text)


def is_whole(tokens: Sequence[Token], *, nesting: int, list_depth: int) -> bool:
    """Return whether all of a text is in its tokens: what lies deeper than `parse` looks is dropped without a word."""
    deepest = _deepest(nesting, list_depth)
    return all(token.nesting <= 0 or token.level < deepest - 1 for token in tokens)


@lru_cache(maxsize=4)
def _parser(nesting: int, list_depth: int) -> MarkdownIt:
    options = {"html": True, "linkify": False, "maxNesting": _deepest(nesting, list_depth)}
    parser = MarkdownIt("commonmark", options).enable("table")
    parser.block.ruler.at("html_block", _known_html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.core.ruler.at("inline", _inline)
    return parser


def _deepest(nesting: int, list_depth: int) -> int:
    """Return how many levels the parser looks into; a list is two, the list and its item."""
    return nesting + 2 * list_depth + 4


def _known_html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Begin a block of HTML for real tags only: Markdown between `<example>` and `</example>` stays Markdown."""
    tag = tag_of(state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]])
    if tag and not is_block_tag(tag):
        return False
    return html_block(state, start, end, silent)


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            token.children = []
            _INLINE.inline.parse(token.content, _INLINE, state.env, token.children)

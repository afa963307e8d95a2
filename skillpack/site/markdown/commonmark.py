"""Markdown -> tokens: markdown-it-py, set up for bodies of skills."""

import re
from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from skillpack.site.markdown.raw_html import KNOWN, RENAMED

SOURCE_TAGS = frozenset({"script", "style", "textarea"})
"""Tags whose content is code for browsers and is shown as such."""

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_BLOCKS = KNOWN | RENAMED.keys() | SOURCE_TAGS

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


def tag_of(html: str) -> str:
    """Return the name of the tag with which HTML begins, in lower case; empty for what is not a tag."""
    found = _TAG.match(html)
    return found[1].lower() if found else ""


def is_block_tag(tag: str) -> bool:
    """Return whether a tag of this name can begin a block of HTML: unknown ones are words for agents."""
    return tag in _BLOCKS


@lru_cache(maxsize=4)
def _parser(nesting: int, list_depth: int) -> MarkdownIt:
    # A list is two levels, the list and its item. Deeper text would be dropped by the parser, so it is never shown.
    options = {"html": True, "linkify": False, "maxNesting": nesting + 2 * list_depth + 4}
    parser = MarkdownIt("commonmark", options).enable("table")
    parser.block.ruler.at("html_block", _known_html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.core.ruler.at("inline", _inline)
    return parser


def _known_html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Begin a block of HTML for real tags only: Markdown between `<example>` and `</example>` stays Markdown."""
    found = _TAG.match(state.src, state.bMarks[start] + state.tShift[start])
    if found and not is_block_tag(found[1].lower()):
        return False
    return html_block(state, start, end, silent)


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            token.children = []
            _INLINE.inline.parse(token.content, _INLINE, state.env, token.children)

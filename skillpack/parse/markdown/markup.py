"""The HTML that Markdown lets through: tags, and where a block of HTML starts and ends (CommonMark 4.6 and 6.6)."""

import re

from msgspec import Struct

_ATTRIBUTE = r"""\s+[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*'|"[^"]*"))?"""
INSIDE_TAG = rf"(?:[A-Za-z][A-Za-z0-9-]*+(?>{_ATTRIBUTE})*\s*+/?>|/[A-Za-z][A-Za-z0-9-]*+\s*+>)"
"""A complete opening or closing tag, behind its `<`."""

_MARKS = "[]<`*_&\\~"
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)


class HtmlBlock(Struct, frozen=True):
    """One of the seven ways in which a block of HTML starts.

    Attributes:
        start: How its first line begins.
        end: What its last line holds; None for a block that ends before the next empty line.
        interrupts: True when it needs no empty line before it.
    """

    start: re.Pattern[str]
    end: re.Pattern[str] | None
    interrupts: bool = True


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.ASCII)


_HTML_BLOCKS = (
    HtmlBlock(_pattern("<!--"), _pattern("-->")),
    HtmlBlock(_pattern(r"<(?:script|pre|style|textarea)(?=\s|>|$)"), _pattern("</(?:script|pre|style|textarea)>")),
    HtmlBlock(_pattern(r"<\?"), _pattern(r"\?>")),
    HtmlBlock(_pattern(r"<!\[CDATA\["), _pattern(r"\]\]>")),
    HtmlBlock(_pattern("<![A-Z]"), _pattern(">")),
    HtmlBlock(_pattern(rf"</?(?:{_BLOCK_TAGS})(?=\s|/?>|$)"), None),
    HtmlBlock(_pattern(rf"<{INSIDE_TAG}[ \t]*$"), None, interrupts=False),
)


def count_openings(text: str) -> int:
    """Return how many characters of a text may mark emphasis, code, links or tags."""
    return sum(map(text.count, _MARKS))


def html_block(line: str, at: int) -> HtmlBlock | None:
    """Return the kind of HTML block that starts at a `<`, None where it is ordinary text."""
    return next((block for block in _HTML_BLOCKS if block.start.match(line, at)), None)

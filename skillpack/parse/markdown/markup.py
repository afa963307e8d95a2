"""The HTML in Markdown: its tags, where blocks of it start and end, and which tags a page takes for what they say.

CommonMark 4.6 and 6.6 let it through; tags that are not known are words for agents, and shown as such.
"""

import re
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

KNOWN_TAGS = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd", "del",
    "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i",
    "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "span",
    "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u",
    "ul", "var", "wbr",
})  # fmt: skip
"""Tags of foreign HTML that mean what they say."""

RENAMED_TAGS = {
    "address": "div", "article": "div", "aside": "div", "big": "span", "center": "div", "font": "span",
    "footer": "div", "header": "div", "main": "div", "nav": "div", "section": "div", "tt": "code",
}  # fmt: skip
"""Landmarks and old tags, whose content stays."""

SOURCE_TAGS = frozenset({"script", "style", "textarea"})
"""Tags whose content is code for browsers and is shown as such."""

_CLOSING_ALONE = frozenset({
    "br", "col", "colgroup", "dd", "dt", "hr", "img", "li", "p", "rp", "rt", "tbody", "td", "tfoot", "th", "thead",
    "tr", "wbr",
})  # fmt: skip
_BLOCKS = KNOWN_TAGS | RENAMED_TAGS.keys() | SOURCE_TAGS
_NESTING = (KNOWN_TAGS | RENAMED_TAGS.keys()) - _CLOSING_ALONE
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_OPENING = re.compile(r"<([A-Za-z][A-Za-z0-9]*)[\s/>]")

# One pass over a text: each alternative stops at the next `<` or runs to the end once, so the time is linear.
CONSTRUCT = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<![A-Za-z].*?(?:>|\Z)"
    r"|<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9-]*)(?P<rest>(?:[\s/][^<>]*)?)>|<",
    re.DOTALL,
)
"""A tag, a comment or another construct of foreign HTML, or a `<` that begins none."""


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


def tag_of(html: str) -> str:
    """Return the name of the tag with which HTML begins, in lower case; empty for what is not a tag."""
    found = _TAG.match(html)
    return found[1].lower() if found else ""


def is_block_tag(tag: str) -> bool:
    """Return whether a tag of this name can begin a block of HTML."""
    return tag in _BLOCKS


def count_nestable(text: str) -> int:
    """Return how many tags a text opens, in code or not, of those that can lie in each other."""
    return sum(name.lower() in _NESTING for name in _OPENING.findall(text))


def measure_tags(sources: Iterable[str]) -> tuple[int, int]:
    """Return how deep known tags lie in each other at most, and how many there are; deep trees cost time and browsers.

    Tags that close by themselves are not counted as open. What table cells hide from this, the number bounds.
    """
    opened: Counter[str] = Counter()
    deepest = count = 0
    for source in sources:
        for found in CONSTRUCT.finditer(source):
            name = (found["tag"] or "").lower()
            name = RENAMED_TAGS.get(name, name)
            if name not in KNOWN_TAGS:
                continue
            count += 1
            if found["end"]:
                opened[name] = max(0, opened[name] - 1)
            elif name not in _CLOSING_ALONE:
                opened[name] += 1
                deepest = max(deepest, opened.total())
    return deepest, count


def count_openings(text: str) -> int:
    """Return how many characters of a text may mark emphasis, code, links or tags."""
    return sum(map(text.count, _MARKS))


def html_block(line: str, at: int) -> HtmlBlock | None:
    """Return the kind of HTML block that starts at a `<`, None where it is ordinary text."""
    return next((block for block in _HTML_BLOCKS if block.start.match(line, at)), None)

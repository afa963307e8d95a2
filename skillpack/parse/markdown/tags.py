"""What the HTML tags of a body say: links, and what a page does not show although an agent reads it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape

from skillpack.parse.markdown.inline import InlineLink, InlineText, TextSpan

_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_ATTRIBUTE = re.compile(r"""\s([A-Za-z_:][\w.:-]*+)(?:\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]++)))?""")
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_HIDING = re.compile(
    r"""display:none | visibility:(?:hidden|collapse)
    | (?<![a-z-])opacity:(?:0?\.0\d*|0)(?![.\d])
    | font-size:(?:0(?:\.0*)?(?![.\d])|[01]?(?:\.\d+)?p[xt])
    | (?<![a-z-])color:(?:transparent|white|\#fff(?:fff)?(?![0-9a-f])|(?:rgb|hsl)a\([^;()]*,0?\.?0\))
    | (?:text-indent|left|top|right|bottom|margin-left|margin-top):-\d{3,}
    | (?<![a-z-])(?:max-)?(?:height|width):0(?![.\d]) | clip:rect\(0 | scale\(0\)""",
    re.VERBOSE,
)
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_WORDS = frozenset({"title", "alt", "aria-label"})
_ADDRESS: Mapping[str, str] = {
    **dict.fromkeys(("a", "area", "link"), "href"),
    **dict.fromkeys(("img", "source", "video", "audio", "track", "iframe", "embed", "script"), "src"),
    "object": "data",
}
_IMAGES = frozenset({"img", "source"})


def html_links(tags: Iterable[InlineText]) -> Iterator[InlineLink]:
    """Yield the links of tags, each at its tag; an empty address is none.

    Args:
        tags: Opening and closing ones, in their order.
    """
    for tag in tags:
        name = _tag_name(tag.text)
        key = _ADDRESS.get(name)
        target = _attributes_of(tag.text).get(key, "").strip() if key else ""
        if target:
            yield InlineLink(tag.start, tag.end, target, name in _IMAGES)


def unseen_texts(lines: Sequence[str], tags: Iterable[InlineText]) -> Iterator[InlineText]:
    """Yield the words of attributes, and what stands in elements that are hidden, in the order in which they begin.

    Args:
        lines: Of the whole text.
        tags: Opening and closing ones, in their order.
    """
    hidden, depth, start = "", 0, TextSpan(0, 1)
    for tag in tags:
        name = _tag_name(tag.text)
        if not hidden:
            attributes = _attributes_of(tag.text)
            yield from (InlineText(tag.start, tag.end, attributes[key]) for key in attributes.keys() & _WORDS)
            if name not in _VOID and _is_hidden(name, attributes):
                hidden, depth, start = name, 1, tag.end
        elif name == hidden:
            depth += -1 if tag.text.startswith("</") else 1
            if depth == 0:
                yield InlineText(start, tag.start, _between(lines, start, tag.start))
                hidden = ""
    if hidden:
        end = TextSpan(len(lines) - 1, len(lines[-1]) + 1)
        yield InlineText(start, end, _between(lines, start, end))


def _tag_name(tag: str) -> str:
    """Return the name of an opening or closing tag, in lower case; empty for what is no tag."""
    found = _NAME.match(tag)
    return found[1].lower() if found else ""


def _attributes_of(tag: str) -> dict[str, str]:
    """Return the attributes of an opening tag, names in lower case; of two with one name the last; none of others."""
    found = _ATTRIBUTE.finditer(tag) if not tag.startswith("</") else ()
    return {each[1].lower(): unescape(each[2] or each[3] or each[4] or "") for each in found}


def _is_hidden(name: str, attributes: dict[str, str]) -> bool:
    if name == "template" or "hidden" in attributes:
        return True
    style = "".join(_CSS_COMMENT.sub("", attributes.get("style", "")).split()).lower()
    return _HIDING.search(style) is not None


def _between(lines: Sequence[str], start: TextSpan, end: TextSpan) -> str:
    if start.line == end.line:
        return lines[start.line][start.column - 1 : end.column - 1]
    first, last = lines[start.line][start.column - 1 :], lines[end.line][: end.column - 1]
    return "\n".join([first, *lines[start.line + 1 : end.line], last])

"""Body -> headings, links, fences, placeholders, and what its HTML tags hide from a page: one pass by lines."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape

from skillpack.model.document import Body, BodyMark, Fault, FaultKind, Fence, Heading, Link, Span
from skillpack.parse.markdown.blocks import FenceBlock, HeadingBlock, scan_blocks
from skillpack.parse.markdown.inline import InlineComment, InlineLink, InlineText, TextSpan, scan_inline

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


# instructor-php: both are replaced anywhere in a body, code included; there is no escape.
_PLACEHOLDER = re.compile(r"\$(?:ARGUMENTS(?:\[\d+\])?|(?<!\w\$)\d(?!\d))", re.ASCII)
_SHELL_LINE = re.compile(r"!`([^`]+)`")
_COMMENT_MARKS = re.compile(r"\A<!--(?:-?>)?|-->\Z")


def bare_body(text: str, first_line: int) -> Body:
    """Return the body as its text alone, for who asks nothing else of it: nothing is looked for in it."""
    return Body(text, first_line, (), (), (), (), (), (), ())


def scan_body(text: str, first_line: int) -> Body:
    """Return the body with everything that rules and search look at.

    The canonical body `text` starts on line `first_line` of its file, from 1.
    """
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    blocks = scan_blocks(lines)
    inline = scan_inline(blocks.leaves, blocks.markup)

    def block_span(block: HeadingBlock | FenceBlock) -> Span:
        index, column, _ = block.start
        return Span(first_line + index, column, first_line + block.last, len(lines[block.last]) + 1)

    def inline_span(part: InlineLink | InlineComment | InlineText) -> Span:
        start, end = part.start, part.end
        return Span(first_line + start.line, start.column, first_line + end.line, end.column)

    links = sorted([*inline.links, *_html_links(inline.tags)]) if inline.tags else inline.links
    unseen = [*inline.titles, *(_unseen_texts(lines, inline.tags) if inline.tags else ())]
    faults = [Fault(FaultKind.UNCLOSED_FENCE, block_span(fence), "") for fence in blocks.fences if not fence.closed]
    faults += [Fault(FaultKind.UNCLOSED_COMMENT, inline_span(part), "") for part in inline.comments if not part.closed]
    faults.sort(key=lambda fault: fault.span.line)
    return Body(
        text,
        first_line,
        headings=tuple([Heading(heading.level, heading.text, block_span(heading)) for heading in blocks.headings]),
        links=tuple([Link(link.target, link.image, inline_span(link)) for link in links]),
        fences=tuple([Fence(fence.info.partition(" ")[0], fence.text, block_span(fence)) for fence in blocks.fences]),
        placeholders=_body_matches(_PLACEHOLDER, text, first_line) if "$" in text else (),
        shell_lines=_body_matches(_SHELL_LINE, text, first_line) if "!" in text else (),
        comments=tuple(
            BodyMark(_COMMENT_MARKS.sub("", part.text).strip(), inline_span(part))
            for part in inline.comments
            if part.closed
        ),
        faults=tuple(faults),
        unseen=tuple([BodyMark(part.text, inline_span(part)) for part in unseen if part.text.strip()]),
    )


def _html_links(tags: Iterable[InlineText]) -> Iterator[InlineLink]:
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


def _unseen_texts(lines: Sequence[str], tags: Iterable[InlineText]) -> Iterator[InlineText]:
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


def _body_matches(pattern: re.Pattern[str], text: str, first_line: int) -> tuple[BodyMark, ...]:
    """Return the marks that a pattern finds: its group, or all of it where it has none; no newline is counted twice."""
    line, line_start, counted = first_line, 0, 0

    def position(offset: int) -> tuple[int, int]:
        nonlocal line, line_start, counted
        line += text.count("\n", counted, offset)
        line_start = max(line_start, text.rfind("\n", counted, offset) + 1)
        counted = offset
        return line, offset - line_start + 1

    return tuple(
        BodyMark(match[match.lastindex or 0], Span(*position(match.start()), *position(match.end())))
        for match in pattern.finditer(text)
    )


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

"""Body -> headings, links, fences, placeholders: one pass by lines."""

import re

from skillpack.model.document import Body, BodyMark, Fault, FaultKind, Fence, Heading, Link, Span
from skillpack.parse.markdown.blocks import FenceBlock, HeadingBlock, scan_blocks
from skillpack.parse.markdown.inline import InlineComment, InlineLink, InlineText, scan_inline
from skillpack.parse.markdown.tags import html_links, unseen_texts

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

    links = sorted([*inline.links, *html_links(inline.tags)]) if inline.tags else inline.links
    unseen = [*inline.titles, *(unseen_texts(lines, inline.tags) if inline.tags else ())]
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

"""Whether a body is too large or too deep to be rendered: its page then shows the source, and a rule says so."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from skillpack.model.hidden_characters import revealed
from skillpack.model.limits import Limits
from skillpack.parse.markdown.blocks import Blocks, scan_page_blocks
from skillpack.parse.markdown.inline import scan_inline
from skillpack.parse.markdown.markup import count_nestable, count_openings, measure_tags

_NEWLINE = re.compile(r"\r\n?")
_NARROWEST = 2  # columns of a list's marker, with the blank behind it
_TAB = 4  # columns


class Excess(NamedTuple):
    """A measure in which a body is beyond a limit.

    Attributes:
        what: What is counted, in the plural.
        size: How many; of what lies in each other, as far as it was looked into.
    """

    what: str
    size: int
    limit: int


@lru_cache(maxsize=2)
def find_excess(text: str, limits: Limits) -> Excess | None:
    """Return the first measure in which a body is beyond the limits of rendering, None where its page is rendered.

    A body is measured once for the rule about it and for its page.
    """
    return next((each for each in _measures(revealed(text), limits) if each.size > each.limit), None)


def _measures(text: str, limits: Limits) -> Iterator[Excess]:
    """Yield the measures of a text, but for those that are small at first sight."""
    most_cells = (text.count("|") + 1) * (text.count("\n") + 1)
    yield Excess("characters", len(text), limits.body)
    if most_cells > limits.table_cells:
        yield Excess("table cells", _count_table_cells(text), limits.table_cells)
    if len(text) > limits.marks:
        yield Excess("marks", count_openings(text), limits.marks)
    if _may_be_deep(text, limits):
        lines = _NEWLINE.sub("\n", text).split("\n")
        blocks = scan_page_blocks(lines, quotes=limits.nesting, lists=limits.list_depth)
        yield Excess("quotes in quotes", blocks.quotes, limits.nesting)
        yield Excess("lists in lists", blocks.lists, limits.list_depth)
        deepest, tags = measure_tags(_foreign_html(blocks))
        yield Excess("tags in tags", deepest, limits.nesting)
        yield Excess("tags", tags, limits.table_cells)


def _count_table_cells(text: str) -> int:
    """Return how many cells the tables have at most: columns of each delimiter row times the lines below."""
    cells = columns = 0
    for line in text.split("\n"):
        if not line.strip(" \t>"):
            columns = 0
        elif "|" in line and "-" in line and not line.strip(" \t|:->"):
            columns = line.count("|") + 1
        cells += columns
    return cells


def _may_be_deep(text: str, limits: Limits) -> bool:
    """Return whether quotes, lists or tags of a text can pass a limit; that of most cannot, wherever they stand."""
    if text.count(">") > limits.nesting and any(line.count(">") > limits.nesting for line in text.split("\n")):
        return True
    columns = _NARROWEST * limits.list_depth
    if any(len(found.expandtabs(_TAB)) > columns for found in _long_margins(columns // _TAB + 1).findall(text)):
        return True
    tags = text.count("<")
    return tags > limits.table_cells or (tags > limits.nesting and count_nestable(text) > limits.nesting)


@lru_cache(maxsize=4)
def _long_margins(least: int) -> re.Pattern[str]:
    """Return the pattern of so many characters at the start of a line that may be indentation and markers of lists."""
    return re.compile(rf"(?:\A|[\r\n])([ \t>*+\-0-9.)]{{{least},}})")


def _foreign_html(blocks: Blocks) -> Iterator[str]:
    """Yield the HTML that somebody wrote, in the order of the text."""
    markup = [(pieces[0][:2], "\n".join([text for _, _, text in pieces])) for pieces in blocks.markup]
    inline = [(tuple(tag.start), tag.text) for tag in scan_inline(blocks.leaves, (), open_comments=False).tags]
    yield from (html for _, html in sorted([*markup, *inline]))

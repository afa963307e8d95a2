"""Whether Markdown shows what stands in it as an attack or a bad example, or forbids it: no order to do it.

A word that warns does not quote what stands near it. It has to be the label of the block, the list or the line ("Bad:",
"Attack patterns"), to forbid it ("never run") or to say who does it ("attackers write"); an order to do it wins.
"""

from bisect import bisect_left, bisect_right
from functools import lru_cache

from msgspec import Struct

from skillpack.abilities.code_blocks import CodeBlock, block_around
from skillpack.abilities.lead_in import Judgement, judge_above, judge_before, plain, plain_sentences, unconditional
from skillpack.abilities.places import warned
from skillpack.abilities.prose_tables.quotation import (
    BEFORE_IT,
    COLUMNS,
    COMMENT,
    DATA,
    DECEPTION,
    FORBIDS,
    HARMS,
    HEADING,
    ITEM,
    LISTED,
    RECORDED,
    RULES,
    SPEAKS,
    STEMS,
    STEP,
    TRIED,
)
from skillpack.abilities.texts import TextFile

_ABOVE = 4096  # bytes in which a heading, and the start of a list, are looked for
_LINE = 1000  # bytes of a heading, of an item, of an opening line
_BEFORE = 400  # bytes of a paragraph, or of a list of data, that are read before what stands in it
_ABOUT = 800  # bytes in which a text says what it is about
_MESSAGES = frozenset(("text", "txt", "eml", "mail", "email", "html", "json", "xml"))


class _Outline(Struct, frozen=True):
    """Where the blocks of code and the headings of a text are.

    Attributes:
        starts: Of the opening lines of its blocks.
        ends: Of the text in each block; the same order.
        headings: Where its headings start.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    headings: tuple[int, ...]


def is_quoted(file: TextFile, position: int) -> bool:
    """Tell whether prose forbids what stands at a position, or shows it as an attack or a bad example.

    A script cannot warn of itself: in other files than Markdown nothing is quoted.
    """
    content = file.content
    if not file.markdown:
        return False
    if _is_message(file, position):
        return True
    if not _may_be_quoted(file, position - _ABOVE, position):
        return False
    outline = _outline(file)
    number = bisect_right(outline.starts, position) - 1
    if number >= 0 and position < outline.ends[number]:
        return _is_in_bad_block(file, outline, outline.starts[number], position)
    item = _item(content, position)
    if ITEM().match(content, item):
        return _is_in_bad_list(content, outline, item, position)
    before = _paragraph(content, outline, position)
    gap = content[max(0, position - _BEFORE) : position]
    if gap[len(gap.rstrip()) :].count(b"\n") > 1 and not before.endswith(b":"):
        before = b""  # another paragraph, which does not lead to this one
    return judge_before(before) is Judgement.BAD


def _is_message(file: TextFile, position: int) -> bool:
    """Tell whether a text about deception shows a message that deceives: in a quotation, or in a block of text."""
    content = file.content
    line = content.rfind(b"\n", 0, position) + 1
    if content[line:position].lstrip(b" \t")[:1] != b">":
        block = block_around(file.code_blocks, position)
        if block is None or block.language not in _MESSAGES:
            return False
    return DECEPTION().search(content[:_ABOUT].lower()) is not None


def quoted_lines(file: TextFile, block: CodeBlock) -> set[int]:
    """Return the numbers of the lines of a block, from 0, that a comment above them in it shows as bad.

    Args:
        file: Markdown.
        block: One of its blocks, which is not quoted as a whole.
    """
    if not _may_be_quoted(file, block.first, block.end):
        return set()
    bad, found = False, set[int]()
    for number, line in enumerate(file.content[block.first : block.end].split(b"\n")):
        if COMMENT().match(line):
            bad = judge_above(line[:_LINE]) is Judgement.BAD
        elif bad:
            found.add(number)
    return found


def _may_be_quoted(file: TextFile, start: int, end: int) -> bool:
    """Tell whether a word that may quote begins between two positions."""
    lower, start = file.lower, max(0, start)
    return any(lower.find(stem, start, end + len(stem)) >= 0 for stem in STEMS)


@lru_cache(maxsize=16)
def _outline(file: TextFile) -> _Outline:
    blocks = file.code_blocks
    marks = (found.start() for found in HEADING().finditer(file.content))
    headings = tuple([each for each in marks if block_around(blocks, each) is None])
    return _Outline(tuple([each.start for each in blocks]), tuple([each.end for each in blocks]), headings)


def _item(content: bytes, position: int) -> int:
    """Return where the item or row starts that a position stands in; in none, the start of some line above."""
    start = content.rfind(b"\n", 0, position) + 1
    item = start
    while not ITEM().match(content, item) and item > max(0, start - _BEFORE):
        above = content.rfind(b"\n", 0, item - 1) + 1
        if not content[above:item].strip() or content[above : above + 1] == b"#":
            break
        item = above
    return item


def _is_in_bad_block(file: TextFile, outline: _Outline, start: int, position: int) -> bool:
    """Tell whether a block of code is introduced, headed or commented as one of bad examples."""
    content = file.content
    low, high = _heading_span(content, outline, start)
    if not _may_be_quoted(file, start - _BEFORE, position) and not _may_be_quoted(file, low, high):
        return False
    line = content.rfind(b"\n", 0, position) + 1
    first = content.find(b"\n", start) + 1
    opening = content[start : min(first - 1, start + _LINE)]
    before = content[max(first, position - _BEFORE) : position]
    above = content[max(first, line - _ABOVE) : line].split(b"\n")
    comment = next((judge_above(each[:_LINE]) for each in reversed(above) if COMMENT().match(each)), Judgement.NOTHING)
    if comment is Judgement.BAD or DATA().search(before) or RECORDED().search(before) or _is_called_bad(opening):
        return True
    if RULES().search(opening) and BEFORE_IT().search(b"\n".join(before.split(b"\n")[-2:]).lower()):
        return True
    judged = judge_above(_paragraph(content, outline, start))
    if judged is Judgement.NOTHING and comment is Judgement.NOTHING:
        judged = judge_above(content[low:high])
    return judged is Judgement.BAD


def _is_called_bad(opening: bytes) -> bool:
    """Tell whether the words behind the language of a block, on its opening line, say that it is bad."""
    return judge_above(opening.lstrip(b" \t>`~").partition(b" ")[2]) is Judgement.BAD


def _is_in_bad_list(content: bytes, outline: _Outline, start: int, position: int) -> bool:
    """Tell whether an item or a row warns of what stands in it, or its list or table is one of bad examples."""
    judged = judge_before(content[max(start, position - _BEFORE) : position])
    if judged is Judgement.BAD or (judged is Judgement.ORDERED and STEP().match(content, start)):
        return judged is Judgement.BAD
    if judged is Judgement.NOTHING and warned(content, position):
        return True
    if HARMS().match(content, position) or HARMS().match(content, max(position - 1, 0)):
        return True
    table = content[start : start + _BEFORE].lstrip(b" \t").startswith(b"|")
    first, bad = _list_start(content, start, _indent(content[start:position]), table=table)
    return bad or _leads_to_bad(content, outline, start, first, table=table)


def _list_start(content: bytes, start: int, indent: int, *, table: bool) -> tuple[int, bool]:
    """Return where the list or table of an item starts, and whether an item above says that those below it are bad.

    Args:
        content: Markdown.
        start: Where the item starts.
        indent: Of the item; those above with less of it have it below them.
        table: Whether it is a row of a table.
    """
    first = start
    while first > max(0, start - _ABOVE):
        above = content.rfind(b"\n", 0, first - 1) + 1
        line = content[above : min(first, above + _LINE)]
        item = ITEM().match(line) is not None
        if not item and (table or (line.strip() and line[:1] not in b" \t")):
            break
        first = above
        if item and not table and _indent(line) < indent:
            indent = _indent(line)
            if judge_above(line) is Judgement.BAD or LISTED().search(plain(line)):
                return first, True
    return first, False


def _leads_to_bad(content: bytes, outline: _Outline, start: int, first: int, *, table: bool) -> bool:
    """Tell whether what stands above a list or a table, or the head of the table, says that it holds bad examples.

    Args:
        content: Markdown.
        outline: Of it.
        start: Where the item or row starts that is asked about.
        first: Where its list or table starts.
        table: Whether it is a table.
    """
    introduction = _paragraph(content, outline, first)
    judged = judge_above(introduction)
    sentences = plain_sentences(introduction)
    last = sentences[-1]
    if TRIED().search(unconditional(last)) or (table and any(map(FORBIDS().search, sentences))):
        return True
    if judged is Judgement.NOTHING and last.endswith(b":") and BEFORE_IT().search(unconditional(last)):
        return True
    if judged is Judgement.NOTHING or table:
        low, high = _heading_span(content, outline, start)
        heading = content[low:high]
        listed = any(LISTED().search(each) for each in (last, plain(heading)))
        judged = Judgement.BAD if listed else judge_above(heading)
    columns = content[first : first + _LINE].partition(b"\n")[0].lower() if table else b""
    return judged is Judgement.BAD or SPEAKS().search(columns) is not None or COLUMNS().search(columns) is not None


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" \t"))


def _paragraph(content: bytes, outline: _Outline, end: int) -> bytes:
    """Return the paragraph before a position, as far as it is read; empty behind a block of code or a heading."""
    number = bisect_left(outline.ends, end)
    block = content.find(b"\n", outline.ends[number - 1], end) + 1 if number else 0
    at = bisect_left(outline.headings, end)
    heading = content.find(b"\n", outline.headings[at - 1], end) + 1 if at else 0
    low = max(block, heading, _front_matter_end(content), end - _BEFORE, 0)
    above = content[low:end].rstrip(b" \t\n\r")
    return above[max(above.rfind(b"\n\n"), above.rfind(b"\n\r\n"), 0) :].strip()


def _front_matter_end(content: bytes) -> int:
    """Return where the body of a skill file starts, 0 where there is no front matter."""
    end = content.find(b"\n---", 3) if content.startswith(b"---") else -1
    return end + 4 if end >= 0 else 0


def _heading_span(content: bytes, outline: _Outline, position: int) -> tuple[int, int]:
    """Return where the heading starts and ends that a position stands below.

    The same position twice where there is none, or it is further above than one is looked for.
    """
    number = bisect_left(outline.headings, position) - 1
    if number < 0 or outline.headings[number] < position - _ABOVE:
        return position, position
    start = outline.headings[number]
    end = content.find(b"\n", start, start + _LINE)
    return start, end if end >= 0 else min(len(content), start + _LINE)

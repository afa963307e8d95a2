"""Whether prose quotes what stands in it: warns of it, lists it as an attack, shows it as a bad example."""

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import takewhile

from skillpack.abilities.code_blocks import CodeBlock, block_around
from skillpack.abilities.places import WARNS, warned
from skillpack.abilities.texts import TextFile
from skillpack.parse.patterns import late

_ABOVE = 4096  # bytes in which a heading and the start of a list are looked for
_LINE_ABOVE = 300  # bytes of a line that warns of the next
_ITEM = late(rb"[ \t]*(?:[-*+]|\d{1,3}[.)]|\|)[ \t]")
_COMMENT = late(rb"[ \t]*(?:\#|//|--|;|<!--|/\*)")
_PAYLOADS = late(
    rb"payload|attack|malicious|injection|exploit|obfuscat|indicators?\b"
    rb"|red flags?\b|patterns? to (?:detect|block|find)",
    re.IGNORECASE,
)
_BAD = late(
    rb"""payload|attack|malicious|injection|exploit|obfuscat|exfiltrat|adversar|poison|vulnerab|insecure|suspicious
    |red\ flags?\b|anti-?patterns?\b|\bindicators?\b|\bdangerous\b|\bunsafe\b|\bforbidden\b|\bprohibited\b
    |\bpatterns?\ to\ (?:detect|block|find|flag)|\bbad\b|\bwrong\b|\bwhat\ not\b
    |\b(?:never|do\ not|don't|avoid|not\ to)\s+(?:ever\s+)?(?:run|do|use|execute|copy|paste|follow|write|pip|install
    |call|try|allow|trust|ship|add|put|send|commit)
    |\xe2\x9d\x8c|\xf0\x9f\x9a\xab""",  # a red cross, a no-entry sign
    re.VERBOSE | re.IGNORECASE,
)
_SOUNDS = (
    "payload attack malicious injection exploit obfuscat exfiltrat adversar poison vulnerab insecure"
    " suspicious red|flag anti indicator danger unsafe forbid prohibit pattern bad wrong what|not never do|not"
    " don't avoid not|to instead block deni deny reject disallow \N{CROSS MARK} \N{NO ENTRY SIGN}"
)
_STEMS = tuple(each.replace("|", " ").encode() for each in _SOUNDS.split())
"""One of these begins, in small letters, whatever the patterns here and in `places` find."""


def is_quoted(file: TextFile, position: int) -> bool:
    """Tell whether prose warns of what stands at a position, or shows it as an attack.

    A script cannot warn of itself: in other files than Markdown nothing is quoted.
    """
    if not file.markdown or not _may_be_quoted(file.content, position - _ABOVE, position):
        return False
    return warned(file.content, position) or _is_shown_as_bad(file, position)


def quoted_lines(file: TextFile, block: CodeBlock) -> set[int]:
    """Return the numbers of the lines of a block, from 0, that a comment or the line above shows as bad.

    Args:
        file: Markdown.
        block: One of its blocks, which is not quoted as a whole.
    """
    if not _may_be_quoted(file.content, block.first, block.end):
        return set()
    bad, found = None, set()
    above = b""
    for number, line in enumerate(file.content[block.first : block.end].split(b"\n")):
        if _COMMENT().match(line):
            bad = _BAD().search(line) is not None
        elif bad or (bad is not None and WARNS().search(above[-_LINE_ABOVE:])):
            found.add(number)
        above = line
    return found


def _may_be_quoted(content: bytes, start: int, end: int) -> bool:
    """Tell whether a word that warns, or names an attack, begins between two positions."""
    places = _warning_places(content)
    at = bisect_left(places, start)
    return at < len(places) and places[at] <= end


@lru_cache(maxsize=16)
def _warning_places(content: bytes) -> tuple[int, ...]:
    """Return the positions of stems: one begins every word that warns or names an attack.

    A file is asked about often, and looked through once.
    """
    lower, found = content.lower(), []
    for stem in _STEMS:
        at = lower.find(stem)
        while at >= 0:
            found.append(at)
            at = lower.find(stem, at + 1)
    return tuple(sorted(found))


def _is_shown_as_bad(file: TextFile, position: int) -> bool:
    content = file.content
    block = block_around(file.code_blocks, position)
    if block is not None:
        return _is_bad_block(file, block, position)
    line = content.rfind(b"\n", 0, position) + 1
    return _ITEM().match(content, line) is not None and _is_bad_list(file, line)


def _is_bad_block(file: TextFile, block: CodeBlock, position: int) -> bool:
    """Tell whether a block of code is introduced, headed or commented as one of bad examples."""
    content = file.content
    introduction = content[max(0, block.start - _ABOVE) : block.start].rstrip().rpartition(b"\n")[2]
    opening = content[block.start : block.first]
    if any(_BAD().search(line) for line in (introduction, _heading_above(file, block.start), opening)):
        return True
    low = max(block.first, position - _ABOVE)
    lines = content[low : max(low, content.rfind(b"\n", 0, position) + 1)].split(b"\n")
    comment = next((line for line in reversed(lines) if _COMMENT().match(line)), b"")
    return _BAD().search(comment) is not None


def _is_bad_list(file: TextFile, start: int) -> bool:
    """Tell whether the list or table that goes on at a line is introduced or headed as one of attacks."""
    above = [line for line in file.content[max(0, start - _ABOVE) : start].split(b"\n") if line.strip()]
    introduction = next((line for line in reversed(above) if not _ITEM().match(line)), b"")
    if any(_PAYLOADS().search(line) for line in (introduction, _heading_above(file, start))):
        return True
    table = list(takewhile(lambda line: line.lstrip().startswith(b"|"), reversed(above)))
    return bool(table) and _BAD().search(table[-1]) is not None


def _heading_above(file: TextFile, position: int) -> bytes:
    """Return the heading of the section in which a position stands, if it is near; empty for none."""
    content, low = file.content, max(0, position - _ABOVE)
    mark = content.rfind(b"\n#", low, position)
    while mark >= 0 and block_around(file.code_blocks, mark + 1):
        mark = content.rfind(b"\n#", low, mark)
    start = mark + 1 if mark >= 0 else low if content.startswith(b"#", low) else position
    return content[start:position].partition(b"\n")[0]

"""Whether prose quotes what stands in it: warns of it, lists it as an attack, shows it as a bad example."""

import re
from bisect import bisect_left
from functools import lru_cache

from skillpack.abilities.places import warned
from skillpack.abilities.texts import TextFile
from skillpack.parse.patterns import late

_ABOVE = 4096  # bytes in which a heading, the start of a list and that of a block of code are looked for
_ITEM = late(rb"[ \t]*(?:[-*+]|\d{1,3}[.)]|\|)[ \t]")
_FENCE = late(rb"^[ \t]{0,8}(?:[-*+>][ \t]|\d{1,3}[.)][ \t])?[ \t]*(?:```|~~~)", re.MULTILINE)
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
    return file.markdown and _may_be_quoted(file.content, position) and _is_quoted(file.content, position)


def _is_quoted(content: bytes, position: int) -> bool:
    return warned(content, position) or _is_shown_as_bad(content, position)


def _may_be_quoted(content: bytes, position: int) -> bool:
    """Tell whether a word that warns, or names an attack, stands above a position, as far as one is looked for."""
    places = _warning_places(content)
    at = bisect_left(places, position - _ABOVE)
    return at < len(places) and places[at] <= position


@lru_cache(maxsize=16)
def _warning_places(content: bytes) -> tuple[int, ...]:
    """Return where something stands that every word begins with that warns or names an attack.

    A file is asked about often, and looked through once.
    """
    lower, found = content.lower(), []
    for stem in _STEMS:
        at = lower.find(stem)
        while at >= 0:
            found.append(at)
            at = lower.find(stem, at + 1)
    return tuple(sorted(found))


def _is_shown_as_bad(content: bytes, position: int) -> bool:
    start = max(0, position - _ABOVE)
    above = content[start : content.rfind(b"\n", 0, position) + 1]
    fences = list(_FENCE().finditer(above))
    if len(fences) % 2:
        return _is_bad_block(above[: fences[-1].start()], above[fences[-1].start() :])
    return _ITEM().match(content, len(above) + start) is not None and _is_bad_list(above)


def _is_bad_block(above: bytes, block: bytes) -> bool:
    """Tell whether a block of code is introduced, headed or commented as one of bad examples.

    Args:
        above: What stands before it.
        block: Its lines up to the one that is asked about.
    """
    lines = [line for line in above.split(b"\n") if line.strip()]
    introduction = [*lines[-1:], *_headings(lines)[-1:]]
    comments = [line for line in block.split(b"\n")[1:] if _COMMENT().match(line)]
    return any(_BAD().search(line) for line in (*introduction, block.partition(b"\n")[0], *comments[-1:]))


def _is_bad_list(above: bytes) -> bool:
    """Tell whether the list or table that goes on here is introduced or headed as one of attacks."""
    lines = [line for line in above.split(b"\n") if line.strip()]
    others = [line for line in lines if not _ITEM().match(line)]
    if any(_PAYLOADS().search(line) for line in (*others[-1:], *_headings(others)[-1:])):
        return True
    before = max((number for number, line in enumerate(lines) if not line.lstrip().startswith(b"|")), default=-1)
    table = lines[before + 1 :]
    return bool(table) and _BAD().search(table[0]) is not None


def _headings(lines: list[bytes]) -> list[bytes]:
    return [line for line in lines if line.startswith(b"#")]

"""Words that turn an agent against its instructions or its user."""

import re
from collections.abc import Iterator

from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import scanned
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

OVERRIDES = telling("instructions", "user")
_INSTRUCTIONS = re.compile(rb"nstructions")
_IGNORE = late(
    rb"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|bypass)\s++"
    rb"(?:(?:all|any|of|the|your|my|other|every|these|those)\s++){0,4}"
    rb"(?:previous|prior|earlier|above|preceding|existing|original|initial|system|developer|safety)\s++"
    rb"(?:\w++\s++){0,2}I\Z",
    re.IGNORECASE,
)
# The first words are found quickly, and only then what stands before them is looked at.
_THE_USER = late(
    rb" the user(?:(?<=tell the user)|(?<=telling the user)|(?<=inform the user)|(?<=informing the user)"
    rb"|(?<=to the user)|(?<=from the user))"
)
_SECRETLY = late(
    rb"""\b(?: (?:do\s++not|don't|never|without)\s++(?:ever\s++)?(?:tell|inform)(?:ing)?
    | (?:do\s++not|don't|never)\s++(?:ever\s++)?(?:reveal|mention|disclose|admit)\s++
      (?:this|it|that|them|any\ of\ this|these\s++\w++)\s++to
    | (?:hide|conceal|keep)\s++(?:\w++\s++){1,4}from ) \Z""",
    re.VERBOSE | re.IGNORECASE,
)
_ABOUT_IT = late(
    rb"\s*(?:[.!;,)]|\Z|about (?:this|it|that|these|any)\b|that you\b|what you\b|why you\b|of this\b|anything\b)",
    re.IGNORECASE,
)
_QUOTES = (b'"', b"'", b"`", b"\xe2\x80\x9c", b"\xe2\x80\x98", b"\xc2\xab", b"*")
_SPEAKS_OF_ATTACKS = late(
    rb"inject|attack|jailbreak|attempt|malicious|suspicious|adversar|untrusted|detect|refuse|phrase|e\.g\.|such as"
    rb"|for example",
    re.IGNORECASE,
)


def orders(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield orders to ignore instructions, or to keep something from the user."""
    return scanned(files_with(texts, OVERRIDES), _overrides_in, ConcernKind.AGAINST_USER, "overrides-instructions")


def _overrides_in(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    return overrides(scan, file.signs)


def overrides(scan: Scan, signs: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield where the phrases stand that turn an agent against its instructions or its user.

    Args:
        scan: Of the text.
        signs: Those that may be in it.
    """
    for found in scan.matches(_INSTRUCTIONS) if "instructions" in signs else ():
        words = scan.words_before(found.start())
        phrase = _IGNORE().search(words)
        start = found.start() - len(words) + phrase.start() if phrase else 0
        if phrase and not _quoted(scan, start):
            yield start, found.end()
    for found in scan.matches(_THE_USER()) if "user" in signs else ():
        words = scan.words_before(found.start())
        phrase = _SECRETLY().search(words)
        start = found.start() - len(words) + phrase.start() if phrase else 0
        if phrase and _ABOUT_IT().match(scan.content, found.end()) and not _quoted(scan, start):
            yield start, found.end()


def _quoted(scan: Scan, start: int) -> bool:
    """Tell whether words are quoted, or stand in a line that speaks of attacks."""
    before = scan.before(start)
    return before.rstrip().endswith(_QUOTES) or bool(_SPEAKS_OF_ATTACKS().search(before + scan.after(start)))

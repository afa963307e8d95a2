"""Words spelled in characters that have no shape: tags, zero-width bits, selectors (pure)."""

import re
from collections.abc import Iterator

from skillpack.abilities.concealed.concern import ORDER, STOP, one_line
from skillpack.abilities.places import span_in_text
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern
from skillpack.model.finding import Position
from skillpack.parse.patterns import late

_TAGS = late("[\U000e0020-\U000e007e]{6,}")
_BITS = late("(?:[\u200b\u200c\u200d\u2060\u2062\u2063\u2064\ufeff\u180e]){32,}")
_SELECTORS = late("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{6,}")
_RARE = late(rb"\xf3\xa0[\x80\x81\x84-\x87]|\xe2\x80[\x8b-\x8d]|\xe2\x81[\xa0-\xa4]|\xef\xb8[\x80-\x8f]")
_BASE = "\U0001f3f4"  # a black flag, whose tags name a part of a country
_MOST = 5  # concerns of a file
_LONGEST = 40_000  # characters that are decoded
_LEAST = 4  # letters that are words


def spelled_texts(texts: tuple[TextFile, ...]) -> Iterator[Concern]:
    """Yield the words that characters without a shape spell in the texts of a skill."""
    for file in texts:
        if not file.rare or not _RARE().search(file.rare):
            continue
        text = file.text()
        told = 0
        for pattern, spell in ((_TAGS(), _of_tags), (_BITS(), _of_bits), (_SELECTORS(), _of_selectors)):
            for found in pattern.finditer(text):
                words = spell(found[0][:_LONGEST])
                flag = text[found.start() - 1 : found.start()] == _BASE
                if not flag and len(re.findall(r"[A-Za-z]", words)) >= _LEAST and told < _MOST:
                    told += 1
                    place = Position(file.path, span_in_text(file, text, found.start(), found.end()))
                    quote = one_line(words)
                    yield Concern(
                        ORDER, STOP, place, quote, (("what", f"a text in characters without a shape: `{quote}`"),)
                    )


def _of_tags(run: str) -> str:
    return "".join(chr(ord(mark) - 0xE0000) for mark in run)


def _of_bits(run: str) -> str:
    """Return the words that a run of two kinds of characters spells, 8 or 7 bits a letter; empty for none."""
    kinds = list(dict.fromkeys(run))
    if len(kinds) == 3:  # one that parts the letters
        kinds.sort(key=run.count)
        run, kinds = run.replace(kinds[0], ""), kinds[1:]
    if len(kinds) != 2:
        return ""
    for zero, one in (kinds, kinds[::-1]):
        bits = run.replace(zero, "0").replace(one, "1")
        for width in (8, 7, 16):
            if len(bits) % width == 0:
                words = "".join(chr(int(bits[at : at + width], 2)) for at in range(0, len(bits), width))
                if words.isascii() and all(mark.isprintable() or mark.isspace() for mark in words):
                    return words
    return ""


def _of_selectors(run: str) -> str:
    data = bytes(ord(mark) - 0xFE00 if mark <= "\ufe0f" else ord(mark) - 0xE0100 + 16 for mark in run)
    words = data.decode("utf-8", "replace")
    return words if sum(mark.isprintable() or mark.isspace() for mark in words) == len(words) else ""

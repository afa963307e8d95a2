"""Characters that a reader cannot see: what shows a text to people must show these too, or leave them out aloud."""

import re

UNSEEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What no font draws, as a pattern has it between brackets: controls, soft hyphens, directional marks, fillers, tags,
selectors that can carry data."""

# Joiners shape Persian, Indic scripts and emoji; between anything else they hide.
_HIDING_JOINER = "(?<![^\x00-\u024f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u024f])"
INVISIBLE = re.compile(f"[{UNSEEN}]|{_HIDING_JOINER}")
"""One character that cannot be seen where it stands."""

# Most texts have none of these, and little that is not plain; in long ones bytes are looked through fastest.
_SHORT = 500
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"
_SUSPECT = re.compile(f"[{UNSEEN}\u200c\u200d\ud800-\udfff]")
_RUN = re.compile(f"[{UNSEEN}]+|{_HIDING_JOINER}")
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_suspect(text: str) -> bool:
    """Return whether a text may hold what cannot be seen, or half a character; of most it is soon told that not."""
    if len(text) < _SHORT:
        return not (text.isascii() and text.isprintable()) and _SUSPECT.search(text) is not None
    odd = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
    return bool(odd) and _SUSPECT.search(odd.decode("utf-8", "surrogatepass")) is not None


def revealed(text: str) -> str:
    """Return a text in which each invisible character is written out, `⟦U+200B⟧`; most texts come back as they are.

    Lone surrogates, which no file can hold as UTF-8, become U+FFFD.
    """
    return _RUN.sub(_written, _SURROGATE.sub("\ufffd", text)) if is_suspect(text) else text


class _Written(dict[int, str]):
    """Character -> how it is written out."""

    def __missing__(self, number: int) -> str:
        self[number] = f"⟦U+{number:04X}⟧"
        return self[number]


_WRITTEN = _Written()


def _written(found: re.Match[str]) -> str:
    return found[0].translate(_WRITTEN)

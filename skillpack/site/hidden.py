"""Characters that a reader cannot see, made visible: `⟦U+200B⟧` in text, a chip on the page."""

import re

# What no font draws: controls, soft hyphens, joiners, directional marks, fillers, tags, selectors that can carry data.
_UNSEEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)
# Joiners shape Persian, Indic scripts and emoji; between anything else they hide.
_INVISIBLE = re.compile(f"[{_UNSEEN}]|(?<![^\x00-\u024f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u024f])")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Most texts have none of these, and little that is not plain; bytes are looked through fastest.
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"
_SUSPECT = re.compile(f"[{_UNSEEN}\u200c\u200d\ud800-\udfff]")
_MARK = re.compile(r"⟦(U\+[0-9A-F]{4,6})⟧")


def revealed(text: str) -> str:
    """Return a text in which each invisible character is written out; most texts come back as they are.

    Lone surrogates, which no file can hold as UTF-8, become U+FFFD.
    """
    odd = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)
    if not odd or not _SUSPECT.search(odd.decode("utf-8", "surrogatepass")):
        return text
    return _INVISIBLE.sub(_written, _SURROGATE.sub("\ufffd", text))


def chips(html: str) -> str:
    """Return HTML text in which each character written out by `revealed` is set off from the words around it.

    The HTML may hold tags of ours, whose attributes hold no foreign text, and no others.
    """
    return _MARK.sub(r'<span class="unseen">\1</span>', html) if "⟦" in html else html


def _written(found: re.Match[str]) -> str:
    return f"⟦U+{ord(found[0]):04X}⟧"

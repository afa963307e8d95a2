"""Foreign text made fit to be shown: what nobody would see is spelled out, and nothing commands a terminal."""

import unicodedata
from functools import lru_cache

from skillpack.check.masking import masked_text

ELLIPSIS = "…"

_MARKS = 4  # combining marks on one character; more would paint over the lines above and below
LONGEST = 1 + _MARKS  # characters of a text that may share one column
_LONGEST_LOG = 1000  # columns of a line of a log

_EMOJI, _KEYCAP = "\ufe0f", "\u20e3"
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and symbols that show as nothing; variation selectors are known by name, the rest by category."""

_JAMO = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))  # vowels and finals: drawn into the syllable before them


def visible(text: str, *, ascii_only: bool = False) -> str:
    """Return a text on one line in which every character can be seen.

    Controls, ANSI sequences, bidirectional and zero-width characters, lone surrogates and stacks of marks are spelled
    out as `<U+202E>`. So are the openings of commands that the logs of build services obey: `::` at the start of a
    line, `##[` and `##vso[` anywhere. With `ascii_only` everything beyond ASCII is spelled out too. Of a credential at
    most four characters are left.
    """
    text = masked_text(text)
    if _harmless(text) and ":" not in text:
        return text
    pieces = shown(text, ascii_only=ascii_only)
    start = len(text) - len(text.lstrip())
    if text.startswith("::", start):
        pieces[start] = _spelled(":")
    return "".join(pieces)


def log_line(text: object) -> str:
    """Return a text for a line of a log: all of it can be seen, and what is longer than 1,000 characters is cut."""
    return clip(visible(str(text)[: _LONGEST_LOG + 1]), _LONGEST_LOG)


def shown(text: str, *, ascii_only: bool = False) -> list[str]:
    """Return for each character what is shown for it, so that a place in the text is a place in what is shown."""
    if _harmless(text):
        return list(text)
    pieces: list[str] = []
    marks = _MARKS  # a mark needs a visible character to stand on; at the start there is none
    for index, char in enumerate(text):
        if char == _EMOJI and marks == 0 and not ascii_only and _is_sign(text[index - 1], text[index + 1 : index + 2]):
            pieces.append("")  # it only asks for the coloured form, and terminals disagree about its width
            marks = 1
            continue
        marks = marks + 1 if _width(char) == 0 else 0
        if _safe(char) and marks <= _MARKS and (char.isascii() or not ascii_only) and not _commands(text, index):
            pieces.append(char)
        else:
            pieces.append(_spelled(char))
            marks = _MARKS
    return pieces


def width(text: str) -> int:
    """Return how many columns of a terminal a visible text takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


def clip(text: str, columns: int, ellipsis: str = ELLIPSIS) -> str:
    """Return a visible text cut to a number of columns, the mark of the cut included."""
    if width(text) <= columns:
        return text
    room = columns - width(ellipsis)
    end = 0
    while end < len(text) and room >= _width(text[end]):
        room -= _width(text[end])
        end += 1
    return text[:end].rstrip() + ellipsis if columns >= width(ellipsis) else ellipsis[:columns]


def _harmless(text: str) -> bool:
    return text.isascii() and text.isprintable() and "##" not in text


def _commands(text: str, index: int) -> bool:
    """Tell whether a bracket opens a command for the log of a build service, wherever it stands in a line."""
    return text[index] == "[" and text[max(0, index - 5) : index].lower().endswith(("##", "##vso"))


def _is_sign(base: str, after: str) -> bool:
    """Tell whether a character before the selector of coloured forms may have one: a sign, or what a keycap frames."""
    return not base.isascii() or after == _KEYCAP


def _spelled(char: str) -> str:
    return f"<U+{ord(char):04X}>"


@lru_cache(maxsize=4096)
def _safe(char: str) -> bool:
    if char in _INVISIBLE or unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
        return False
    return char.isprintable() or unicodedata.category(char) == "Zs"


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"} or any(ord(char) in jamo for jamo in _JAMO):
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1

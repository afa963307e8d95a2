"""Other spellings of a text: what a browser, a parser, a shell or a decoder makes of it (pure).

A credential that was cut, escaped or encoded works as well as a plain one. Each reading knows where its bytes stand in
the text that people open. Most texts have none, and that is soon told.
"""

import re
import string
import unicodedata
from base64 import b64decode
from binascii import Error
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from html import unescape

from msgspec import Struct
from msgspec.structs import replace

from skillpack.parse.patterns import late

ESCAPED, SPLIT, BASE64 = "written with escapes or hidden characters", "split into pieces", "in base64"

# Zero-width, directional and filling characters, soft hyphens, tags; between letters alone: others shape an emoji.
_HIDDEN = (
    rb"\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1\xa0[\x8b-\x8f]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]"
    rb"|\xef\xbb\xbf|\xf3\xa0[\x80-\xbf][\x80-\xbf]"
)
_SELECTORS = rb"\xef(?<=[!-~].)\xb8[\x80-\x8f]"  # behind a letter; behind an emoji they shape it
_WIDE = rb"\xef\xbc[\x81-\xbf]|\xef\xbd[\x80-\x9e]|\xf0\x9d[\x90-\x9f][\x80-\xbf]"  # letters of another width or face
_ESCAPES = late(
    rb"&#[xX][0-9a-fA-F]{2,8};?|&#[0-9]{2,8};?|&(?:lowbar|hyphen|dash|shy|ZeroWidthSpace|zwnj|zwj|NoBreak|period|colon|commat);"
    rb"|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{2,6}\}|\\U[0-9a-fA-F]{8}|\\x[0-9a-fA-F]{2}|\\[01][0-7]{2}"
    rb"|%[2-7][0-9a-fA-F]|%(?:E2%80%8[B-Fb-f]|E2%81%A0|EF%BB%BF|C2%AD|e2%80%8[b-f]|e2%81%a0|ef%bb%bf|c2%ad)|"
    + rb"|".join((_HIDDEN, _SELECTORS, _WIDE))
)
_INVISIBLE, _UNSEEN = late(_HIDDEN + rb"|\xef\xb8[\x80-\x8f]"), late(_HIDDEN + rb"|" + _WIDE)
_SELECTOR = late(_SELECTORS)
_ENTITY, _BACKSLASH, _PERCENT = (
    late(rb"&[#\w]\w{1,14};?"),
    late(rb"\\[uUx01]\{?[0-9a-fA-F]{2}"),
    late(rb"%[2-7cCeE][0-9a-fA-F]"),
)
_ASCII = bytes(range(0x80))
_AROUND_ESCAPES, _AROUND_SEAMS = 2000, 400  # bytes that are read to each side
_HEX_ESCAPE = re.compile(rb"\\(?:u\{?|U|x)([0-9a-fA-F]+)")
_PRINTABLE = range(0x21, 0x7F)

# Between two literals: `"gh" "p_"`, `'gh' + 'p_'`, also on two lines. Blanks are bounded, so the search is linear.
_BEFORE, _AFTER = rb"(?<=[\w+/=.:@-].)", rb"(?=[\w+/=.:@-])"
_BLANKS = rb"(?>[ \t\r\n\\]{0,60})"
_JOINED = _BLANKS + rb"[+.&]{1,2}" + _BLANKS + rb"[rbfuRBFU]{0,2}[\"'`]"
_BESIDE = _BLANKS + rb"[rbfuRBFU]{0,2}[\"']"
# One search for each sign: one that begins with a plain letter leaps from one such letter to the next.
_SEAM_SIGNS = (
    late(rb'"' + _BEFORE + rb"(?:" + _JOINED + rb"|" + _BESIDE + rb")" + _AFTER),
    late(rb"'" + _BEFORE + rb"(?:" + _JOINED + rb"|" + _BESIDE + rb")" + _AFTER),
    late(rb"`" + _BEFORE + _JOINED + _AFTER),
)
_SEAM = late(rb"[\"'`]" + _BEFORE + rb"(?:" + _JOINED + rb"|" + rb"(?<!`)" + _BESIDE + rb")" + _AFTER)

_SHORTEST, _WRAPPED = 28, 60  # characters of base64: of the shortest token, and of a line that may go on
_NEXT_LINE = re.compile(rb"\r?\n[ \t]{0,20}(?=[0-9A-Za-z+/_-])")
_TAIL = re.compile(rb"[0-9A-Za-z+/_-]{1,76}")
_OF_NAMES = b"abcdefghijklmnopqrstuvwxyz_-/+"
_LETTERS = bytes(
    ord("a") if chr(code) in f"{string.ascii_letters}{string.digits}+/-_" else ord(" ") for code in range(256)
)
_NEEDLE = b"a" * 20
_STANDARD = bytes.maketrans(b"-_", b"+/")
_SPOKEN = re.compile(rb"[!-~]{15}")  # what is decoded in vain has no such stretch
_SHIFTS_OF = 400  # characters of a run that may begin with something else, such as `/` of a path


Runs = Sequence[tuple[int, int]]
"""Where the long runs of letters, digits and the signs of base64 are that a token may stand in."""


def long_runs(content: bytes) -> Runs:
    """Return the runs of at least 20 bytes; without those of small letters alone, which are names."""
    letters = content.translate(_LETTERS)
    found: list[tuple[int, int]] = []
    at = letters.find(_NEEDLE)
    while at >= 0:
        end = letters.find(b" ", at)
        end = len(letters) if end < 0 else end
        if content[at:end].translate(None, _OF_NAMES):
            found.append((at, end))
        at = letters.find(_NEEDLE, end)
    return found


class Reading(Struct, frozen=True):
    """What a text says when it is read otherwise.

    Attributes:
        how: In words that follow a noun: `in base64`.
        text: What it says.
        stretches: Where each stretch of it begins, there and in the text that was read, and whether it stands so there.
        end: Behind the last byte of the text that was read.
        within: The reading that was read again; None where it was the text itself.
    """

    how: str
    text: bytes
    stretches: tuple[tuple[int, int, bool], ...]
    end: int
    within: "Reading | None" = None

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return where the bytes [start, end) of the reading stand in the text that was read."""
        first, last = self._stretch(start), self._stretch(end - 1)
        at, origin, plain = self.stretches[first]
        begin = origin + (start - at if plain else 0)
        at, origin, plain = self.stretches[last]
        behind = self.stretches[last + 1][1] if last + 1 < len(self.stretches) else self.end
        found = (begin, origin + (end - at) if plain else behind)
        return self.within.origin(*found) if self.within is not None else found

    def _stretch(self, position: int) -> int:
        return bisect_right(self.stretches, position, key=lambda each: each[0]) - 1


def readings(content: bytes, runs: Runs) -> Iterator[Reading]:
    """Yield the other readings of a text; none for most.

    Args:
        content: The text.
        runs: Of it (`long_runs`).
    """
    escaped = _changed(ESCAPED, content, _ESCAPES(), _AROUND_ESCAPES) if _has_escapes(content) else None
    if escaped is not None:
        yield escaped
    joined = _without_seams(content)
    if joined is not None:
        yield joined
    if escaped is not None:
        both = _without_seams(escaped.text)
        if both is not None:
            yield replace(both, within=escaped)
    yield from _decoded(content, runs)


def _has_escapes(content: bytes) -> bool:
    """Return whether a text may hold an escape; looked for by what is rare in each, at the speed of memory."""
    if b"&" in content and _ENTITY().search(content):
        return True
    if b"\\" in content and _BACKSLASH().search(content):
        return True
    if b"%" in content and _PERCENT().search(content):
        return True
    if content.isascii():
        return False
    return _SELECTOR().search(content) is not None or _UNSEEN().search(content.translate(None, _ASCII)) is not None


def _without_seams(content: bytes) -> Reading | None:
    """Return a text with the literals joined that are joined when it runs, around the seams; None without any."""
    if any(sign().search(content) for sign in _SEAM_SIGNS):
        return _changed(SPLIT, content, _SEAM(), _AROUND_SEAMS)
    return None


def _changed(how: str, content: bytes, pattern: re.Pattern[bytes], around: int) -> Reading | None:
    """Return a text around what a pattern finds, with that put as it is meant; None where it is nowhere."""
    pieces: list[bytes] = []
    stretches: list[tuple[int, int, bool]] = []
    size = last = 0
    for found in pattern.finditer(content):
        decoded = b"" if how == SPLIT else _decoded_byte(found[0])
        if decoded is None:
            continue
        low = max(last, found.start() - around)
        if low > last and stretches:  # what lies between is read as it stands
            middle = min(low, last + around)
            pieces += (content[last:middle], b"\n")
            size += middle - last + 1
        if low > last or not stretches:
            stretches.append((size, low, True))
        else:
            low = last
        pieces += (content[low : found.start()], decoded)
        size += found.start() - low
        last = found.end()
        if decoded:
            stretches.append((size, found.start(), False))
        size += len(decoded)
        stretches.append((size, last, True))
    if not stretches:
        return None
    pieces.append(content[last : last + around])
    return Reading(how, b"".join(pieces), tuple(stretches), len(content))


def _decoded_byte(escape: bytes) -> bytes | None:
    """Return the character that an escape stands for, nothing for one that hides; None where it is neither."""
    if escape[0] >= 0x80 or escape[:1] == b"%":
        raw = bytes.fromhex(escape.replace(b"%", b"").decode()) if escape[0] < 0x80 else escape
        text = unicodedata.normalize("NFKC", raw.decode("utf-8", "replace"))
    elif escape[:1] == b"&":
        text = unescape(escape.decode())
    elif number := _HEX_ESCAPE.match(escape):
        text = chr(min(int(number[1], 16), 0x10FFFF))
    else:
        text = chr(int(escape[1:], 8))
    if len(text) == 1 and ord(text) in _PRINTABLE:
        return text.encode()
    return b"" if _INVISIBLE().fullmatch(text.encode("utf-8", "surrogatepass")) else None


def _decoded(content: bytes, runs: Runs) -> Iterator[Reading]:
    """Yield the readings of runs of base64 in a text, each for itself; lines of full length are read on."""
    lines: list[bytes] = []
    start = 0
    for number, (at, end) in enumerate(runs):
        if not lines:
            start = at
        lines.append(content[at:end])
        gap = _NEXT_LINE.match(content, end) if end - at >= _WRAPPED else None
        if gap is not None and number + 1 < len(runs) and runs[number + 1][0] == gap.end():
            continue
        tail = _TAIL.match(content, gap.end()) if gap is not None else None  # the last line may be a short one
        if tail is not None:
            lines.append(tail[0])
        joined = b"".join(lines)
        lines = []
        if len(joined) >= _SHORTEST and _is_mixed(joined):
            yield from _packed(joined, start, end if tail is None else tail.end())


def _is_mixed(run: bytes) -> bool:
    """Return whether a run may be base64 of a token: names, paths and digests are of one case, or without digits."""
    return not (run.islower() or run.isupper() or run.isalpha() or run.isdigit())


def _packed(run: bytes, start: int, end: int) -> Iterator[Reading]:
    standard = run.translate(_STANDARD)
    for shift in range(4 if len(run) <= _SHIFTS_OF else 1):
        part = standard[shift : shift + (len(standard) - shift) // 4 * 4]
        rest = standard[shift + len(part) :]
        try:
            text = b64decode(part + (rest + b"=" * (4 - len(rest)) if len(rest) > 1 else b""))
        except (Error, ValueError):
            continue
        if _SPOKEN.search(text):
            yield Reading(BASE64, text, ((0, start, False),), end)

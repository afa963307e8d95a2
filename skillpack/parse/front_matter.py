"""The bytes of a skill file -> its text, its front matter, its body, and what was odd about the borders."""

import re
from collections.abc import Iterator

from msgspec import Struct

from skillpack.model.document import NOWHERE, Fault, FaultKind, Span

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_DELIMITER = re.compile(r"---[ \t]*", re.ASCII)
# Every line of the front matter that one host or another may take for its end, and every other `---` in it.
_SUSPECT = re.compile(r"^([ \t]*)(---)|---", re.MULTILINE | re.ASCII)


class Parts(Struct, frozen=True):
    """A skill file cut at its delimiters.

    Attributes:
        front_matter: The text between the delimiters; empty where there are none.
        front_matter_line: The line on which it starts, from 1.
        body: What follows the closing delimiter, leading newlines stripped; all of the text without front matter.
        body_line: The line on which the body starts, from 1.
        delimited: True when both delimiters were found.
    """

    front_matter: str
    front_matter_line: int
    body: str
    body_line: int
    delimited: bool
    faults: tuple[Fault, ...]


def decode(raw: bytes, limit: int) -> tuple[str, tuple[Fault, ...]]:
    """Return the text with LF and without byte-order mark, and what was fixed or wrong.

    What is not UTF-8 gives an empty text. Bytes beyond `limit` are left out with a fault. A lone carriage return stays,
    so that lines are counted alike in the text and in the bytes.
    """
    faults = []
    if len(raw) > limit:
        faults.append(Fault(FaultKind.TOO_LARGE, NOWHERE, str(len(raw))))
        raw = _clipped(raw, limit)
    if raw.startswith(_BYTE_ORDER_MARK):
        faults.append(Fault(FaultKind.BYTE_ORDER_MARK, Span(1, 1, 1, 1), ""))
        raw = raw[len(_BYTE_ORDER_MARK) :]
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        faults.append(Fault(FaultKind.NOT_UTF8, _position_of_byte(raw, error.start), error.reason))
        return "", tuple(faults)
    if "\r" in text and "\r\n" in text:  # one character is found in no time, two are not
        line = text.count("\n", 0, text.index("\r\n")) + 1
        faults.append(Fault(FaultKind.CRLF, Span(line, 1, line, 1), ""))
        text = text.replace("\r\n", "\n")
    return text, tuple(faults)


def split(text: str) -> Parts:
    """Return the parts of a decoded skill file, cut at the canonical delimiters.

    The opening delimiter is the first line, the closing one a later line, and both are `---` without indentation,
    perhaps with blanks after it. Where hosts would cut elsewhere, a fault says so.
    """
    first, newline, _ = text.partition("\n")
    if not _DELIMITER.fullmatch(first):
        return _undelimited(text, Fault(FaultKind.NO_OPENING, Span(1, 1, 1, len(first) + 1), first[:80]))
    start = len(first) + len(newline)
    end = _closing(text, start)
    if end < 0:
        return _undelimited(text, Fault(FaultKind.NO_CLOSING, Span(1, 1, 1, len(first) + 1), ""))
    front_matter = text[start:end]
    closing, _, rest = text[end:].partition("\n")
    closing_line = 2 + front_matter.count("\n")
    body = rest.lstrip("\n")
    faults = [
        Fault(FaultKind.SLOPPY_DELIMITER, Span(line, 1, line, len(delimiter) + 1), delimiter)
        for line, delimiter in ((1, first), (closing_line, closing))
        if delimiter != "---"
    ]
    faults += _suspects(front_matter)
    faults.sort(key=lambda fault: fault.span.line)
    return Parts(front_matter, 2, body, closing_line + 1 + len(rest) - len(body), delimited=True, faults=tuple(faults))


def metis_body(text: str, canonical: str) -> str:
    """Return the body as Metis cuts it: at the first newline and `---`.

    Where Metis finds none in the decoded text, the `canonical` body is all there is.
    """
    end = text.find("\n---", 3) if text.startswith("---") else -1
    body = text[end + 4 :].lstrip("\n") if end >= 0 else canonical
    # Metis reads its files in text mode, which turns a lone carriage return into a newline as well.
    return body.replace("\r", "\n").lstrip("\n") if "\r" in body else body


def _closing(text: str, start: int) -> int:
    """Return where the closing delimiter's line begins, -1 where there is none."""
    end = start if text.startswith("---", start) else text.find("\n---", start) + 1
    while end:
        newline = text.find("\n", end)
        if _DELIMITER.fullmatch(text, end, len(text) if newline < 0 else newline):
            return end
        end = text.find("\n---", end) + 1
    return -1


def _undelimited(text: str, fault: Fault) -> Parts:
    body = text.lstrip("\n")
    return Parts("", 1, body, 1 + len(text) - len(body), delimited=False, faults=(fault,))


def _suspects(front_matter: str) -> Iterator[Fault]:
    """Yield a fault for the first line that some host takes for the end, and for the first `---` inside of a line."""
    seen: set[FaultKind] = set()
    for match in _SUSPECT.finditer(front_matter) if "---" in front_matter else ():
        newline = front_matter.find("\n", match.end())
        rest = front_matter[match.end() : newline if newline >= 0 else None]
        # metaskill hosts end the front matter at a line that is `---` but for blanks, Metis at one that begins so.
        ends = match[2] is not None and (not match[1] or not rest.strip())
        kind = FaultKind.SLOPPY_DELIMITER if ends else FaultKind.DELIMITER_IN_VALUE
        if kind not in seen:
            seen.add(kind)
            line = 2 + front_matter.count("\n", 0, match.end())
            column = match.end() - 3 - front_matter.rfind("\n", 0, match.end())
            yield Fault(kind, Span(line, column, line, column + 3), f"---{rest[:77]}")
        if len(seen) == 2:
            return


def _clipped(raw: bytes, limit: int) -> bytes:
    """Return the first bytes, cut between two characters."""
    end = limit
    while end > limit - 4 and raw[end] & 0xC0 == 0x80:
        end -= 1
    return raw[:end]


def _position_of_byte(raw: bytes, offset: int) -> Span:
    line = raw.count(b"\n", 0, offset) + 1
    start = raw.rfind(b"\n", 0, offset) + 1
    column = len(raw[start:offset].decode("utf-8", "replace")) + 1
    return Span(line, column, line, column + 1)

"""What a site says of a file: whether that still holds, and what is left of it (RFC 9110, 8.8, 13 and 14; pure)."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from msgspec import Struct

_LONGEST = 512  # characters of a validator
_SETTLED = 60  # seconds between a change and an answer, so that no second change can have the same time
_STRONG = re.compile(r'"[!#-~]{1,500}"')
_RANGE = re.compile(r"bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15}|\*)")


class Validator(Struct, frozen=True):
    """By what a site knows one state of a file; empty where it told nothing that can be relied on.

    Attributes:
        etag: As sent, with its quotes.
        modified: As sent.
    """

    etag: str = ""
    modified: str = ""


class SiteAnswer(Struct, frozen=True):
    """What came of a question.

    Attributes:
        found: False where there is no such file.
        unchanged: True where the file is what the question's validator says; then it was not sent.
    """

    found: bool
    unchanged: bool = False
    validator: Validator = Validator()


class PartialFile(Struct):
    """What is known of a file of which a part is here.

    Attributes:
        etag: By which the site knows this very state of the file; empty where a rest could be of another one.
        total: Bytes of the whole file, or None where the site did not tell.
    """

    etag: str = ""
    total: int | None = None

    def begin(self, headers: Mapping[str, str], length: int | None) -> None:
        """Note what the site says of a file that it sends from its start."""
        etag = headers.get("ETag", "")
        # A weak one may stay where bytes change (RFC 9110, 13.1.5).
        strong = _STRONG.fullmatch(etag) is not None
        ranges = headers.get("Accept-Ranges", "bytes").strip().lower()
        self.etag = etag if strong and ranges == "bytes" else ""
        self.total = length

    def forget(self) -> None:
        """Let the next attempt start anew."""
        self.etag, self.total = "", None

    def conditions(self, size: int) -> dict[str, str]:
        """Return the headers that ask for what follows so many bytes, and for everything where the file is another."""
        return {"Range": f"bytes={size}-", "If-Range": self.etag} if self.etag and size else {}

    def fits(self, headers: Mapping[str, str], size: int) -> bool:
        """Return whether the bytes that the site sends follow so many bytes of the same file."""
        found = _RANGE.fullmatch(headers.get("Content-Range", "").strip())
        if found is None or headers.get("ETag", self.etag) != self.etag:
            return False
        start, end, whole = int(found[1]), int(found[2]), found[3]
        if start != size or end < start:
            return False
        total = None if whole == "*" else int(whole)
        return total is None or (end == total - 1 and self.total in {None, total})


def read_validator(headers: Mapping[str, str]) -> Validator:
    """Return by what a site knows the file that it sends; names of headers are looked up as they are here."""
    etag, modified = headers.get("ETag", ""), headers.get("Last-Modified", "")
    if _usable(etag) and etag.endswith('"'):
        return Validator(etag=etag)
    if _usable(modified) and _is_final(modified, headers.get("Date", "")):
        return Validator(modified=modified)
    return Validator()


def conditions(known: Validator) -> dict[str, str]:
    """Return the headers of a question that wants the file only where it is no longer what is known."""
    if known.etag:
        return {"If-None-Match": known.etag}
    return {"If-Modified-Since": known.modified} if known.modified else {}


def _usable(text: str) -> bool:
    return 0 < len(text) <= _LONGEST and text.isascii() and text.isprintable()


def _is_final(modified: str, date: str) -> bool:
    """Return whether a file had its present state for a while when it was sent: its time has only whole seconds."""
    try:
        return (parsedate_to_datetime(date) - parsedate_to_datetime(modified)).total_seconds() >= _SETTLED
    except (TypeError, ValueError):
        return False

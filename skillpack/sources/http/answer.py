"""What a site says of a file, and how it is asked whether that still holds (RFC 9110, sections 8.8 and 13; pure)."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from msgspec import Struct

_LONGEST = 512  # characters of a validator
_SETTLED = 60  # seconds between a change and an answer, so that no second change can have the same time


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

"""How long a site may take, and how long it may ask us to wait (RFC 9110, section 10.2.3; pure)."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from msgspec import Struct


class Timeouts(Struct, frozen=True):
    """How long a site may take; all but the first and the last are seconds.

    Attributes:
        attempts: How often a request that fails in passing is made without getting further, in all.
        pause: Before the second attempt; doubled before each further one.
        connect: To connect.
        silence: In which not a byte comes.
        piece: For the head of an answer, for each piece of a file, and for what follows it, while bytes do come.
        whole: For one file, with redirects, pauses and every attempt.
        asked: That a site may ask us to wait before an attempt.
        resumed: How often a download that breaks off is taken up again.
    """

    attempts: int = 3
    pause: float = 0.5
    connect: float = 10
    silence: float = 20
    piece: float = 60
    whole: float = 600
    asked: float = 30
    resumed: int = 50


def retry_after(headers: Mapping[str, str]) -> float:
    """Return the seconds that a busy site asks us to wait (`Retry-After`); 0 where it asks for nothing we understand.

    A date counts from the site's own clock, which may not be ours.
    """
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until, now = parsedate_to_datetime(text), parsedate_to_datetime(headers.get("Date", ""))
        return max(0.0, (until - now).total_seconds())
    except (TypeError, ValueError):
        return 0.0

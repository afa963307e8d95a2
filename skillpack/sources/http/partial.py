"""A download that may break off: how its rest is asked for, and whether that is what comes (RFC 9110, section 14)."""

import re
from collections.abc import Mapping

from msgspec import Struct

_STRONG = re.compile(r'"[!#-~]{1,500}"')
_RANGE = re.compile(r"bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15}|\*)")


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

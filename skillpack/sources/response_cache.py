"""A web site whose answers are kept by address: what has not changed since is not sent again."""

import json
from collections.abc import Iterator
from hashlib import sha256 as new_sha256
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from skillpack.errors import OfflineError
from skillpack.model.digest import sha256
from skillpack.sources.file_cache import is_kept, keep
from skillpack.sources.http.answer import Validator
from skillpack.sources.http.site import WebSite

_PIECE = 2**20  # bytes
_HEAD = 2**11  # bytes


class _Kept(Struct, frozen=True):
    """The first line of a kept answer; the file follows."""

    validator: Validator
    sha256: str
    size: int


class RememberedSite:
    """A web site and a folder of its answers; does what a `WebSite` does.

    Each kept answer is asked about anew: a record says nothing of how long it holds, and the catalog, which names one
    version of each skill, does not show every change of a record.

    Args:
        site: Is asked.
        folder: Of the answers, made where absent; losing it costs only time.

    Attributes:
        unremembered: The site itself, for files that are kept elsewhere.
    """

    def __init__(self, site: WebSite, folder: Path) -> None:
        self.name = site.name
        self.unremembered = site
        self._site, self._folder = site, folder

    def where(self, path: str) -> str:
        """Return the address of a file, for messages."""
        return self._site.where(path)

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one, which is emptied before; return False where it is not there.

        Raises:
            FetchError: The site did not answer in time, answers something else, or the file is larger.
        """
        location = _location(self._folder, self.where(path))
        kept = _find(location)
        if kept is not None and kept.size <= most:
            answer = self._site.ask(path, into, most=most, known=kept.validator)
            if not answer.unchanged:
                return self._keep(location, into, answer.validator, found=answer.found)
            if _copy(location, kept, into):
                return True
        answer = self._site.ask(path, into, most=most)
        return self._keep(location, into, answer.validator, found=answer.found)

    def close(self) -> None:
        """Close every connection."""
        self._site.close()

    def _keep(self, path: Path, into: BinaryIO, validator: Validator, *, found: bool) -> bool:
        """Keep what was sent, also for those who will be offline; return whether it was there."""
        if found:
            keep(path, _pieces(into, validator))
        return found


class KeptSite:
    """What is kept of a web site's answers, and nothing else: nobody is asked.

    Args:
        site: As it was asked.
        folder: Of the answers.
    """

    def __init__(self, site: WebSite, folder: Path) -> None:
        self.name = site.name
        self._site, self._folder = site, folder

    def where(self, path: str) -> str:
        """Return the address of a file, for messages."""
        return self._site.where(path)

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one, which is emptied before; return True.

        Raises:
            OfflineError: It is not kept, or is larger than `most` bytes.
        """
        location = _location(self._folder, self.where(path))
        kept = _find(location)
        if kept is None or kept.size > most or not _copy(location, kept, into):
            raise OfflineError(
                f"`{self.where(path)}` is not in the cache, and `--offline` sends no request",
                hint="run it once without `--offline`, or give `--mirror DIR`",
            )
        return True

    def close(self) -> None:
        """Do nothing: no connection was made."""


def _location(folder: Path, address: str) -> Path:
    name = sha256(address.encode())
    return folder / name[:2] / name[2:]


def _pieces(into: BinaryIO, validator: Validator) -> Iterator[bytes]:
    digest = _digest(into)
    head = {"etag": validator.etag, "modified": validator.modified, "sha256": digest, "size": into.tell()}
    yield json.dumps(head).encode() + b"\n"
    into.seek(0)
    while piece := into.read(_PIECE):
        yield piece


def _find(path: Path) -> _Kept | None:
    """Return a kept answer, which counts as used; None where there is none."""
    if not is_kept(path):
        return None
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(_HEAD))
        return _Kept(Validator(str(head["etag"]), str(head["modified"])), str(head["sha256"]), int(head["size"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _copy(path: Path, kept: _Kept, into: BinaryIO) -> bool:
    """Write a kept file into another one; return False where the disk has spoiled it."""
    into.seek(0)
    into.truncate()
    try:
        with path.open("rb") as file:
            file.readline(_HEAD)
            while piece := file.read(_PIECE):
                into.write(piece)
    except OSError:
        return False
    return _digest(into) == kept.sha256


def _digest(file: BinaryIO) -> str:
    """Return the SHA-256 of a whole file, of which only a piece is in memory."""
    digest = new_sha256()
    file.seek(0)
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()

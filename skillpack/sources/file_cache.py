"""Files that are kept from build to build: written in one step, marked when they are used, dropped when nobody does."""

import os
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from skillpack.model.digest import sha256

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_MOST = 2**30  # bytes in all
_IDLE = 24 * 60 * 60  # seconds: longer than a build takes, so that nothing is dropped which a running one has asked for


def keep(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file; where the disk refuses, nothing is kept, for losing it costs only time."""
    pending = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # What somebody may read by a password is nobody else's on this machine.
        with os.fdopen(os.open(pending, _NEW, 0o600), "wb") as file:
            file.writelines(pieces)
        os.replace(pending, path)
    except OSError:
        with suppress(OSError):
            pending.unlink()


def is_kept(path: Path) -> bool:
    """Return whether a file is kept, and mark it as used now."""
    if not path.is_file():
        return False
    with suppress(OSError):  # somebody else's cache may be read and not written
        os.utime(path)
    return True


def drop_unused(folder: Path, *, most: int = _MOST, idle: float = _IDLE) -> None:
    """Remove the files that were not used for longest, until the others fit.

    Args:
        folder: All files below it count.
        most: Bytes that may stay.
        idle: Seconds that a file must have lain unused: another build may be at work.
    """
    files = sorted(_files(folder))
    excess, since = sum(size for _, size, _ in files) - most, time.time() - idle
    for used, size, path in files:
        if excess <= 0 or used > since:
            return
        with suppress(OSError):  # another build was quicker, or reads it where that holds a file
            os.unlink(path)
            excess -= size


def _files(folder: Path) -> Iterable[tuple[float, int, str]]:
    """Yield last use, size and path of each file below a folder; what cannot be read is passed over."""
    for top, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(top, name)
            with suppress(OSError):
                about = os.stat(path)
                yield about.st_mtime, about.st_size, path


class Store:
    """A folder of downloads; losing it costs only time, and several builds may use it at once.

    Attributes:
        folder: As given.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, digest: str) -> bytes | None:
        """Return the bytes of a digest, or None; what the disk has spoiled counts as absent."""
        try:
            content = self._location(digest).read_bytes()
        except OSError:
            return None
        return content if sha256(content) == digest and self.has(digest) else None

    def has(self, digest: str) -> bool:
        """Return whether something is stored under a digest; it counts as used."""
        return is_kept(self._location(digest))

    def put(self, digest: str, content: bytes) -> None:
        """Keep bytes under their digest; where the disk refuses, nothing is kept."""
        keep(self._location(digest), (content,))

    def _location(self, digest: str) -> Path:
        return self.folder / digest[:2] / digest[2:]

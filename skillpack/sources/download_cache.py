"""Downloads by their SHA-256 in a folder: what has a digest is fetched once."""

from pathlib import Path

from skillpack.model.digest import sha256
from skillpack.sources.file_cache import is_kept, keep


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

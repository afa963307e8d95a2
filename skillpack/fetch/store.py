"""Downloads by their SHA-256 in a folder: what has a digest is fetched once (decisions 3)."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from skillpack.model.digest import sha256


class Store:
    """A folder of downloads; losing it costs only time, and several builds may use it at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, digest: str) -> bytes | None:
        """Return the bytes of a digest, or None; what the disk has spoiled counts as absent."""
        try:
            content = self._place(digest).read_bytes()
        except OSError:
            return None
        return content if sha256(content) == digest else None

    def has(self, digest: str) -> bool:
        """Return whether something is stored under a digest."""
        return self._place(digest).is_file()

    def put(self, digest: str, content: bytes) -> None:
        """Keep bytes under their digest; where the disk refuses, nothing is kept."""
        place = self._place(digest)
        draft = place.with_name(f"{place.name}.{secrets.token_hex(4)}")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(content)
            os.replace(draft, place)  # noqa: PTH105 one step: no reader meets half a file
        except OSError:
            with suppress(OSError):
                draft.unlink()

    def _place(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest[2:]

"""Rendered fragments by the digest of their source: Markdown and highlighting are paid once per text."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from skillpack import machine
from skillpack.builder.store import FragmentReader
from skillpack.model.digest import sha256

_PACKAGE = Path(__file__).parents[2]


@cache
def renderer(package: Path = _PACKAGE) -> str:
    """Return the identity of the renderer: versions of libraries, and our code by its content.

    Not by its time: a cache that people share outlives installations.

    Args:
        package: Folder of the package.
    """
    folders = (package / "site", package / "parse" / "markdown")
    files = (*(file for folder in folders for file in sorted(folder.rglob("*.py"))), package / "model" / "limits.py")
    code = sha256("".join(sha256(file.read_bytes()) for file in files).encode())
    return "\0".join((*machine.library_versions(), code))


def fragment_key(kind: str, text: str) -> str:
    """Return the key of the fragment of a text: of the text, of its kind, and of the renderer."""
    return sha256(f"{renderer()}\0{kind}\0{text}".encode("utf-8", "surrogatepass"))


class Fragments:
    """A reader of stored fragments that collects new ones; used by one worker for one chunk.

    Args:
        cache: Path of a cache; empty for none.
    """

    def __init__(self, cache: str) -> None:
        self._stored = FragmentReader(cache)
        self._new: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stored.close()

    def remember(self, kind: str, text: str, make: Callable[[], str]) -> str:
        """Return the fragment of a text, made where it is not stored."""
        key = fragment_key(kind, text)
        known = self._new.get(key) or self._stored.get(key)
        if known is None:
            known = self._new[key] = make()
        return known

    def new(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of key and fragment that were made."""
        return tuple(self._new.items())

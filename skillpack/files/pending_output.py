"""What a build says of a site, held against the site that is there: only what differs is written anywhere."""

import hashlib
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import BinaryIO

from skillpack.catalog.paths import MANIFEST
from skillpack.errors import OutputError
from skillpack.files.disk import check_path, open_regular, reported, write_new
from skillpack.files.manifest import write_manifest
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

_PIECE = 2**16  # bytes
_NOTHING: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


class PendingOutput:
    """A new site beside an old one.

    Attributes:
        top: Folder of the old site, without links.
        old: Path -> SHA-256 of the old site's files, by its list.
        new: The same of the new one, as far as it was said.
        staged: Path -> where the new bytes lie, of the files that are not as they were.
        private: Nobody else writes to the old site: what its list names is there without a look.
    """

    def __init__(
        self, top: str, old: Mapping[str, str], locate: Callable[[str], str], *, private: bool = False
    ) -> None:
        """Start with nothing said.

        Args:
            top: The old site, which need not exist.
            old: Its list.
            locate: Returns where in staging a file of a path may be made.
            private: As the attribute.
        """
        self.top = top
        self.old = old
        self.new: dict[str, str] = {}
        self.staged: dict[str, str] = {}
        self._locate = locate
        self._state: str | None = None
        self._new_state: str | None = None
        self.private = private
        self._put: set[str] = set()
        self._known: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def is_file(self, path: str) -> bool:
        """Return whether a regular file of the old site is there, with no link on the way.

        A folder is looked into when the first of its files is asked for: only `commit` changes what is there.
        """
        if self.private:
            return path in self.old
        parent, _, name = path.rpartition("/")
        return name in self._scanned(parent)[0]

    def _scanned(self, folder: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the names of regular files and of folders in a folder; none where that is not a folder but a link."""
        known = self._known.get(folder)
        if known is None:
            parent, _, name = folder.rpartition("/")
            is_folder = not folder or name in self._scanned(parent)[1]
            known = self._known[folder] = _names(f"{self.top}/{folder}") if is_folder else _NOTHING
        return known

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file of the old site, by its list; empty where it is not there any more."""
        digest = self.old.get(path, "")
        return digest if digest and self.is_file(path) else ""

    def has(self, *paths: str) -> bool:
        """Return whether files of the old site are there, by its list and on disk."""
        if self.private:
            return self.old.keys() >= set(paths)
        return all(path in self.old and self.is_file(path) for path in paths)

    def keep_rest(self, besides: Iterable[str]) -> None:
        """Say that all files stay as they were of which nothing was said, but for some that go."""
        rest = dict(self.old)
        for path in besides:
            rest.pop(path, None)
        rest.update(self.new)
        self.new = rest

    def signature(self, paths: Sequence[str]) -> str:
        """Return a key of size and time of some files of the old site as they are on disk; empty where one is missing.

        Args:
            paths: Of the files.
        """
        try:
            found = [os.lstat(f"{self.top}/{path}") for path in paths]
        except OSError:
            return ""
        numbers = array("q", (number for each in found for number in (each.st_size, each.st_mtime_ns)))
        return hashlib.blake2b(numbers.tobytes(), digest_size=16).hexdigest()

    def verify(self, paths: Iterable[str]) -> bool:
        """Return whether some files of the old site hold the bytes that its list names."""
        return self.private or all(self.is_file(path) and self._hashed(path) == self.old.get(path) for path in paths)

    def _hashed(self, path: str) -> str:
        """Return the SHA-256 of a file of the old site; empty where it cannot be read."""
        try:
            with open_regular(f"{self.top}/{path}") as file:
                return sha256(file.read())
        except OSError:
            return ""

    def put(self, file: OutputFile) -> None:
        """Take a file, which may have been kept before; what has the very bytes already is not written.

        Raises:
            OutputError: Two files of one path; a path that is none, or ours; the disk refuses.
        """
        self._reserve(file.path)
        with reported(file.path):
            self.new[file.path] = self._taken(file.path, iter(file.chunks))

    def take(self, files: Iterable[tuple[str, str]], staged: Mapping[str, str]) -> None:
        """Take files that somebody else made of us, as if each had been put.

        Args:
            files: Path and SHA-256.
            staged: Path -> where it lies, of those that are not as they were.

        Raises:
            OutputError: As `put`.
        """
        for path, digest in files:
            self._reserve(path)
            self.new[path] = digest
            if path in staged:
                self.staged[path] = staged[path]

    def get(self, path: str) -> bytes | None:
        """Return a file as it will be; None where nothing was said of it."""
        if path not in self.new:
            return None
        with reported(path), open_regular(self.staged.get(path, f"{self.top}/{path}")) as file:
            return file.read()

    @property
    def state(self) -> str:
        """The SHA-256 of the old site's list as it lies there; empty where there is none."""
        if self._state is None:
            self._state = self._hashed(MANIFEST) if self.old else ""
        return self._state

    def committed(self) -> None:
        """Take what was new as what is there."""
        self.old = self.new
        self._state = self._new_state or self._state
        self.staged.clear()
        self._known.clear()

    def finish(self) -> None:
        """Write the list of the new site's files as its last file."""
        with reported(MANIFEST):
            self._new_state = self._written(MANIFEST, write_manifest(self.new))

    def _reserve(self, path: str) -> None:
        """Refuse a path that is none, or ours, or was put before."""
        check_path(path)
        if path in self._put or path == MANIFEST:
            raise OutputError(f"two files of the output are called `{path}`")
        self._put.add(path)

    def _taken(self, path: str, chunks: Iterator[bytes]) -> str:
        """Write a file unless it equals what is there, and return its digest."""
        if not self.is_file(path):
            return self._written(path, chunks)
        hashing = hashlib.sha256()
        with open_regular(f"{self.top}/{path}") as old:
            equal, chunk = 0, b""
            for chunk in chunks:
                if old.read(len(chunk)) != chunk:
                    break
                equal += len(chunk)
                hashing.update(chunk)
            else:
                chunk = b""
                if not old.read(1):
                    return hashing.hexdigest()
            old.seek(0)
            return self._written(path, chain(_first(old, equal), (chunk,), chunks))

    def _written(self, path: str, chunks: Iterable[bytes]) -> str:
        """Write a file, and return its digest."""
        where = self._locate(path)
        digest = write_new(where, chunks)
        self.staged[path] = where
        return digest


def _names(folder: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of regular files and of folders in a folder; none where nobody may look."""
    files, folders = [], []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_file(follow_symlinks=False):
                    files.append(entry.name)
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(entry.name)
    except OSError:
        return _NOTHING
    return frozenset(files), frozenset(folders)


def _first(file: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the next bytes of a file."""
    while size > 0 and (piece := file.read(min(size, _PIECE))):
        size -= len(piece)
        yield piece

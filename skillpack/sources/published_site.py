"""A published site, asked for its files: in a folder or on the web, with digests checked."""

import io
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import TracebackType
from typing import BinaryIO, Protocol, Self, TypeVar

from skillpack.archive.member import archive_limit
from skillpack.errors import FetchError, IntegrityError, OfflineError
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact
from skillpack.sources.file_cache import Store, drop_unused
from skillpack.sources.prefetch import prefetch

THREADS = 6
"""How many files of a site are asked for at once."""

_SPOOLED = 2**22  # bytes of an index that stay in memory
_MOST_INDEX = 2**30  # bytes of an index that is read line by line: a million skills and more

T = TypeVar("T")

Judge = Callable[[str, str], None]
"""Takes the path and the SHA-256 of a file; raises where that is not what the signed list of its registry names."""


class PublishedSite(Protocol):
    """Where the files of a site come from; a `FolderSite` or a `WebSite`."""

    name: str

    def where(self, path: str) -> str:
        """Return where a file lies, for messages."""

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        """Write a file into another one; return False where it is not there."""

    def close(self) -> None:
        """End everything that goes on."""


class PublishedCatalog:
    """A site that was built before; use it as a context, which closes its connections.

    Args:
        site: Where its files come from.
        store: Where files with a digest are kept; None keeps none.
        limits: What we are willing to read.
        indexes: What files without a digest are asked from, where not from the site itself.
        threads: How many files are asked for at once.
        judge: Refuses a file with a digest that neither an index nor a record of the site told; None refuses none.

    Attributes:
        untold: Why `find` could not tell whether something is there; None where it always could.
    """

    def __init__(
        self,
        site: PublishedSite,
        store: Store | None,
        limits: Limits,
        *,
        indexes: PublishedSite | None = None,
        threads: int = 1,
        judge: Judge | None = None,
    ) -> None:
        self.name = site.name
        self._judge = judge
        self._indexes = indexes or site
        self._site, self._store, self._limits, self._threads = site, store, limits, threads
        self.untold: OfflineError | None = None

    def where(self, path: str) -> str:
        """Return where a file lies, for messages."""
        return self._site.where(path)

    def lines(self, path: str) -> Iterator[bytes]:
        """Yield the lines of an index; of one that is too long, what fits, so that its reader refuses it.

        Raises:
            FetchError: It is not there, or cannot be read.
        """
        with tempfile.SpooledTemporaryFile(max_size=_SPOOLED) as file:
            if not self._indexes.get(path, file, most=_MOST_INDEX):  # type: ignore[arg-type]  # as good as a BinaryIO
                raise FetchError(
                    f"there is no `{path}` at `{self.name}`", hint="give the folder or the address that skillpack built"
                )
            file.seek(0)
            while line := file.readline(self._limits.index_line + 2):
                yield line

    def has(self, path: str) -> bool:
        """Return whether a site answers with an index.

        Raises:
            FetchError: It cannot be read.
        """
        with tempfile.SpooledTemporaryFile(max_size=_SPOOLED) as file:
            return self._indexes.get(path, file, most=_MOST_INDEX)  # type: ignore[arg-type]  # as good as a BinaryIO

    def read(self, path: str) -> bytes:
        """Return a file without a digest.

        Raises:
            FetchError: It is not there, cannot be read, or is too large.
        """
        content = content_of(self._indexes, path, self._limits.index)
        if content is None:
            raise FetchError(f"there is no `{path}` at `{self.name}`, though its catalog lists it")
        return content

    def find(self, path: str, *, most: int = 0) -> bytes | None:
        """Return a file without a digest; None where it is not there, or is not kept and nobody may be asked.

        Args:
            path: Below the site; with a `/` before it, below its origin, and escaped.
            most: Bytes that are read; 0 for as many as of an index.

        Raises:
            FetchError: It cannot be read, or is too large.
        """
        try:
            return content_of(self._indexes, path, most or self._limits.index)
        except OfflineError as error:
            self.untold = error
            return None

    def keep(self, content: bytes) -> str:
        """Keep bytes by their digest, where a store is; return it."""
        digest = sha256(content)
        if self._store is not None and not self._store.has(digest):
            self._store.put(digest, content)
        return digest

    def files(self, names: Iterable[str], *, most: int) -> Iterator[tuple[str, bytes | None]]:
        """Yield files without a digest, a few asked for at once; None for one that is not there.

        Raises:
            FetchError: One cannot be read, or has more than `most` bytes.
        """
        return prefetch(
            partial(content_of, self._indexes, most=most), names, threads=self._threads, stop=self._site.close
        )

    def answers(self, names: Iterable[str]) -> Iterator[tuple[str, bytes | FetchError | None]]:
        """Yield files as the site has them now, a few asked for at once; a failure in place of one that is not read."""
        return prefetch(self._answer, names, threads=self._threads, stop=self._site.close)

    def _answer(self, path: str) -> bytes | FetchError | None:
        try:
            return content_of(self._site, path, archive_limit(self._limits))
        except FetchError as error:
            return error

    def records(self, items: Iterable[T], path: Callable[[T], str]) -> Iterator[tuple[T, bytes]]:
        """Yield items, each with the file that its path names, a few asked for at once."""
        return prefetch(lambda item: self.read(path(item)), items, threads=self._threads, stop=self._site.close)

    def artifact(self, wanted: Artifact) -> bytes:
        """Return the bytes of a digest, from the store where they are there.

        Raises:
            FetchError: The file is not there, cannot be read, or is too large.
            IntegrityError: It has other bytes.
        """
        content = self._store.get(wanted.sha256) if self._store is not None else None
        if content is not None:
            return content
        content = content_of(self._site, wanted.path, archive_limit(self._limits))
        if content is None:
            raise FetchError(f"there is no `{wanted.path}` at `{self.name}`, though a record lists it")
        if sha256(content) != wanted.sha256:
            raise IntegrityError(
                f"`{self.where(wanted.path)}` does not match its digest: its SHA-256 is {sha256(content)}, "
                f"not {wanted.sha256}",
                hint="nothing was written; the site may be changing: try again, or tell its publisher",
            )
        if self._store is not None:
            self._store.put(wanted.sha256, content)
        return content

    def promised(self, wanted: Artifact) -> bytes:
        """Return the bytes of a digest that somebody else told, such as a lock file: the site may never have had them.

        Raises:
            ListRefusedError: The signed list of its registry is refused, or names another file or none.
            FetchError: As `artifact`.
            IntegrityError: The same.
        """
        if self._judge is not None:
            self._judge(wanted.path, wanted.sha256)
        return self.artifact(wanted)

    def ready(self, items: Iterable[T], wanted: Callable[[T], Iterable[Artifact]]) -> Iterator[T]:
        """Yield items once the artifacts that each wants are in the store; without one, at once."""
        if self._store is None:
            yield from items
            return
        store = self._store

        def fetch(artifacts: tuple[Artifact, ...]) -> None:
            for each in artifacts:
                if not store.has(each.sha256):
                    self.artifact(each)

        pairs = ((item, tuple(wanted(item))) for item in items)
        for (item, _), _ in prefetch(lambda pair: fetch(pair[1]), pairs, threads=self._threads, stop=self._site.close):
            yield item

    def stop(self) -> None:
        """End every request that runs, also those of other threads."""
        self._site.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._site.close()
        if self._store is not None:
            drop_unused(self._store.folder)


def content_of(site: PublishedSite, path: str, most: int) -> bytes | None:
    """Return a file of a site, of so many bytes at most; None where it is not there."""
    into = io.BytesIO()
    return into.getvalue() if site.get(path, into, most=most) else None

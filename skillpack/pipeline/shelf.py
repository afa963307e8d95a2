"""The archives that were published before, opened only when somebody must look into them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

import msgspec

from skillpack.archive.read import read_archive
from skillpack.errors import ArchiveError, IntegrityError
from skillpack.fetch.catalog import PublishedCatalog
from skillpack.model.digest import tree_digest
from skillpack.model.release import Artifact, Changes, Release
from skillpack.model.settings import Settings
from skillpack.model.skill import Skill
from skillpack.model.tree import Tree
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.past import published_skill
from skillpack.versions.changes import compare

T = TypeVar("T")

_HELD = 2  # versions at a time: neighbours are compared pair by pair


class Shelf:
    """What was published, with its bytes.

    Args:
        previous: The site that has them; None where nothing was published.
        cache: Remembers what was found by comparing.
        settings: Of the build.
    """

    def __init__(self, previous: PublishedCatalog | None, cache: Cache, settings: Settings) -> None:
        self._previous, self._cache, self._settings = previous, cache, settings
        self._opened = lru_cache(maxsize=_HELD)(self._open)

    def content(self, artifact: Artifact) -> bytes:
        """Return the bytes of an archive.

        Raises:
            FetchError: It cannot be read.
            IntegrityError: It is not what its record says.
        """
        if self._previous is None:
            raise IntegrityError(f"`{artifact.path}` was never published")
        return self._previous.artifact(artifact)

    def tree(self, release: Release) -> Tree:
        """Return the files of a release.

        Raises:
            FetchError: Its archive cannot be read.
            IntegrityError: Its archive is refused, or holds other files than its record says.
        """
        return self._version(release)[1]

    def ready(self, items: Iterable[T], wanted: Callable[[T], Iterable[Artifact]]) -> Iterator[T]:
        """Yield items once the archives that each wants are at hand."""
        return iter(items) if self._previous is None else self._previous.ready(items, wanted)

    def knows_changes(self, old: Release, new: Release) -> bool:
        """Return whether two releases were compared before."""
        return self._cache.memo(self._key(old, new)) is not None

    def changes(self, old: Release, new: Release, tree: Callable[[], Tree] | None = None) -> Changes:
        """Return what differs between two releases.

        Args:
            old: Published before.
            new: As `old`, or that of a tree which is at hand.
            tree: Gives the files of the new one; those of its published archive by default.
        """
        key = self._key(old, new)
        known = self._cache.memo(key)
        if known is None:
            # The newer one first: versions are compared from the newest to the oldest, and two are held.
            after = self._version(new) if tree is None else _version(new.name, tree())
            before = self._version(old)
            found = compare(before, after, (old, new))
            self._cache.put_memo(key, msgspec.msgpack.encode(found))
        else:
            found = msgspec.msgpack.decode(known, type=Changes)
        # Dates and yank marks may be others than when the two were compared.
        return replace(found, name=new.name, old=old, new=new)

    def _version(self, release: Release) -> tuple[Skill, Tree]:
        return self._opened(release.name, Artifact(release.archive, release.archive_sha256), release.digest)

    def _key(self, old: Release, new: Release) -> str:
        return f"changes {old.digest} {new.digest} {self._settings.digest}"

    def _open(self, name: str, artifact: Artifact, digest: str) -> tuple[Skill, Tree]:
        where = self._previous.where(artifact.path) if self._previous is not None else artifact.path
        try:
            tree = read_archive(self.content(artifact), self._settings.limits)
        except ArchiveError as error:
            raise IntegrityError(f"`{where}` was published and is no archive that can be read: {error}") from error
        if tree_digest(tree) != digest:
            raise IntegrityError(f"`{where}` does not hold the files that its record says")
        return _version(name, tree)


def _version(name: str, tree: Tree) -> tuple[Skill, Tree]:
    return published_skill(name, tree), tree

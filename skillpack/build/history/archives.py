"""The archives that were published before, opened only when somebody must look into them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

import msgspec

from skillpack.check.run import find_secrets
from skillpack.check.secrecy import holds_secret
from skillpack.errors import IntegrityError
from skillpack.fetch.catalog import PublishedCatalog
from skillpack.model.release import Artifact, Changes, Release
from skillpack.model.settings import Settings
from skillpack.model.tree import Tree
from skillpack.build.store import Cache
from skillpack.build.history.version import Version, as_version, open_version
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

    def where(self, artifact: Artifact) -> str:
        """Return where an archive lies, for messages."""
        return self._previous.where(artifact.path) if self._previous is not None else artifact.path

    def ready(self, items: Iterable[T], wanted: Callable[[T], Iterable[Artifact]]) -> Iterator[T]:
        """Yield items once the archives that each wants are at hand."""
        return iter(items) if self._previous is None else self._previous.ready(items, wanted)

    def known_changes(self, old: Release, new: Release) -> Changes | None:
        """Return what differs between two releases that were compared before; None for others."""
        known = self._cache.memo(self._key(old, new))
        if known is None:
            return None
        # Dates and yank marks may be others than when the two were compared.
        return replace(msgspec.msgpack.decode(known, type=Changes), name=new.name, old=old, new=new)

    def remember(self, found: Changes) -> None:
        """Remember what two releases differ in."""
        self._cache.put_memo(self._key(found.old, found.new), msgspec.msgpack.encode(found))

    def changes(self, old: Release, new: Release, tree: Callable[[], Tree] | None = None) -> Changes:
        """Return what differs between two releases.

        Args:
            old: Published before.
            new: As `old`, or that of a tree which is at hand.
            tree: Gives the files of the new one; those of its published archive by default.
        """
        found = self.known_changes(old, new)
        if found is None:
            # The newer one first: versions are compared from the newest to the oldest, and two are held.
            after = self._version(new) if tree is None else as_version(new.name, tree())
            found = compare(self._version(old), after, (old, new))
            self.remember(found)
        return found

    def is_clean(self, release: Release) -> bool:
        """Return whether a published release holds nothing secret, as far as the rules of today tell.

        Raises:
            FetchError: Its archive cannot be read.
            IntegrityError: Its archive is refused, or holds other files than its record says.
        """
        key = f"clean {release.digest} {self._settings.digest}"
        known = self._cache.memo(key)
        if known is None:
            skill, tree = self._version(release)
            findings = find_secrets(skill, tree, self._settings.limits)
            found = holds_secret(findings, release.name, self._settings.accepted_secrets)
            known = b"" if found else b"1"
            self._cache.put_memo(key, known)
        return bool(known)

    def _version(self, release: Release) -> Version:
        return self._opened(Artifact(release.archive, release.archive_sha256), replace(release, date="", yanked=""))

    def _key(self, old: Release, new: Release) -> str:
        return f"changes {old.digest} {new.digest} {self._settings.digest}"

    def _open(self, artifact: Artifact, release: Release) -> Version:
        return open_version(release, self.content(artifact), self.where(artifact), self._settings.limits)

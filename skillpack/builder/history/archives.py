"""The archives that were published before, opened only when somebody must look into them."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from skillpack.builder.history.retained import Retained, retain
from skillpack.builder.history.version import Version, as_version, compare_versions, open_version, version_alarms
from skillpack.builder.store import BuildStore, decode, encode
from skillpack.check.run import find_secrets
from skillpack.check.suppressions import holds_secret
from skillpack.errors import IntegrityError
from skillpack.model.digest import sha256
from skillpack.model.finding import Finding
from skillpack.model.release import Artifact, Changes, Release
from skillpack.model.settings import Settings
from skillpack.model.tree import Tree
from skillpack.sources.published_site import PublishedCatalog

T = TypeVar("T")

_HELD = 2  # versions at a time: neighbours are compared pair by pair


class PublishedArchives:
    """What was published, with its bytes.

    Args:
        previous: The site that has them; None where nothing was published.
        store: Remembers what was found by comparing.
        settings: Of the build.
    """

    def __init__(self, previous: PublishedCatalog | None, store: BuildStore, settings: Settings) -> None:
        self._previous, self._store, self._settings = previous, store, settings
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
        """Return the changes between two releases that were compared before; None for others."""
        known = self._fact("changes", old.digest, new.digest)
        # Dates and yank marks may be others than when the two were compared.
        return None if known is None else replace(decode(known, Changes), name=new.name, old=old, new=new)

    def is_compared(self, old: Release, new: Release) -> bool:
        """Return whether two releases were compared before."""
        return self._store.has_fact(self._key("changes", old.digest, new.digest))

    def remember(self, found: Changes) -> None:
        """Remember what two releases differ in, and what alarm each of them raises."""
        for release, alarms in zip((found.old, found.new), found.alarms, strict=True):
            self._put_fact(encode(alarms), "alarms", release.digest)
        self._put_fact(encode(found), "changes", found.old.digest, found.new.digest)

    def alarms(self, release: Release) -> tuple[Finding, ...]:
        """Return the findings of a published release that raise an alarm, the gravest first.

        Raises:
            FetchError: Its archive cannot be read.
            IntegrityError: Its archive is refused, or holds other files than its record says.
        """
        known = self._fact("alarms", release.digest)
        if known is not None:
            return decode(known, tuple[Finding, ...])
        found = version_alarms(self._version(release), self._settings.limits)
        self._put_fact(encode(found), "alarms", release.digest)
        return found

    def changes(self, old: Release, new: Release, tree: Callable[[], Tree]) -> Changes:
        """Return the changes between a published release and a tree that is at hand."""
        found = self.known_changes(old, new)
        if found is None:
            found = compare_versions(
                self._version(old), as_version(new.name, tree()), (old, new), self._settings.limits
            )
            self.remember(found)
        return found

    def is_clean(self, release: Release) -> bool:
        """Return whether a published release holds nothing secret, as far as the rules of today tell.

        Raises:
            FetchError: Its archive cannot be read.
            IntegrityError: Its archive is refused, or holds other files than its record says.
        """
        known = self._fact("clean", release.digest)
        if known is None:
            skill, tree = self._version(release)
            findings = find_secrets(skill, tree, self._settings.limits)
            found = holds_secret(findings, self._settings.accepted_secrets)
            known = b"" if found else b"1"
            self._put_fact(known, "clean", release.digest)
        return bool(known)

    def retained(self, release: Release, path: str) -> Retained:
        """Return the lines of indexes for a release that stays offered in place of a skill.

        Args:
            release: As it was published.
            path: Where the skill lies in the sources.
        """
        key = ("retained", sha256(encode([release, path])))
        known = self._fact(*key)
        if known is not None:
            return decode(known, Retained)
        found = retain(release, self.tree(release), self._settings, path)
        self._put_fact(encode(found), *key)
        return found

    def _fact(self, *key: str) -> bytes | None:
        return self._store.fact(self._key(*key))

    def _put_fact(self, value: bytes, *key: str) -> None:
        self._store.put_fact(self._key(*key), self._settings.digest, value)

    def _key(self, *key: str) -> str:
        return " ".join((*key, self._settings.digest))

    def _version(self, release: Release) -> Version:
        return self._opened(Artifact(release.archive, release.archive_sha256), replace(release, date="", yanked=""))

    def _open(self, artifact: Artifact, release: Release) -> Version:
        return open_version(release, self.content(artifact), self.where(artifact), self._settings.limits)

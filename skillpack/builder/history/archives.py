"""The archives that were published before: their bytes, and the skills that they hold."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from skillpack.builder.history.version import Version, open_version
from skillpack.errors import IntegrityError
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Release
from skillpack.model.tree import Tree
from skillpack.sources.published_site import PublishedCatalog

T = TypeVar("T")

_HELD = 2  # versions at a time: neighbours are compared pair by pair


class PublishedArchives:
    """What was published, with its bytes.

    Args:
        previous: The site that has them; None where nothing was published.
        limits: What we are willing to read.
    """

    def __init__(self, previous: PublishedCatalog | None, limits: Limits) -> None:
        self._previous, self._limits = previous, limits
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

    def version(self, release: Release) -> Version:
        """Return the skill of a release, masked, and its files.

        Raises:
            FetchError: Its archive cannot be read.
            IntegrityError: Its archive is refused, or holds other files than its record says.
        """
        return self._opened(Artifact(release.archive, release.archive_sha256), replace(release, date="", yanked=""))

    def tree(self, release: Release) -> Tree:
        """Return the files of a release; it raises what `version` raises."""
        return self.version(release)[1]

    def where(self, artifact: Artifact) -> str:
        """Return where an archive lies, for messages."""
        return self._previous.where(artifact.path) if self._previous is not None else artifact.path

    def ready(self, items: Iterable[T], wanted: Callable[[T], Iterable[Artifact]]) -> Iterator[T]:
        """Yield items once the archives that each wants are at hand."""
        return iter(items) if self._previous is None else self._previous.ready(items, wanted)

    def _open(self, artifact: Artifact, release: Release) -> Version:
        return open_version(release, self.content(artifact), self.where(artifact), self._limits)

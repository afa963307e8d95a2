"""Versions of skills -> their pages, in a worker: archives are opened, compared and shown there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from skillpack.model.limits import Limits
from skillpack.model.release import Changes, Release, Tombstone
from skillpack.build.context import Look
from skillpack.build.history.version import Version, open_version
from skillpack.registry.feeds import skill_feed
from skillpack.site.diff_page import Edition, version_pages
from skillpack.versions.changes import compare


@dataclass(frozen=True, slots=True)
class EditionTask:
    """The versions of one skill, whose pages are due.

    Attributes:
        releases: Newest first.
        known: What changed with each release since the next one in the list; None where nobody knows yet.
        archives: Digest of a release -> its archive, and where that lies; of all that must be compared.
        offered: What can be installed; None where nothing can.
        stone: None while a skill has the name.
    """

    releases: tuple[Release, ...]
    known: tuple[Changes | None, ...]
    archives: Mapping[str, tuple[bytes, str]]
    offered: Release | None
    stone: Tombstone | None

    @property
    def size(self) -> int:
        """Bytes that travel."""
        return sum(len(content) for content, _ in self.archives.values())


@dataclass(frozen=True, slots=True)
class EditionChunk:
    """Some skills whose version pages are due."""

    look: Look
    tasks: tuple[EditionTask, ...]


@dataclass(frozen=True, slots=True)
class Editions:
    """What came of one task.

    Attributes:
        pages: Path and bytes.
        changes: As in the task, now all of them.
    """

    pages: tuple[tuple[str, bytes], ...]
    changes: tuple[Changes, ...]


def render_editions(chunk: EditionChunk) -> tuple[Editions, ...]:
    """Return pages and changes of each task, in order."""
    return tuple(_rendered(task, chunk.look) for task in chunk.tasks)


def _rendered(task: EditionTask, look: Look) -> Editions:
    if not task.releases:
        return Editions((), ())  # each was purged
    changes = tuple(_compared(task, look.limits))
    editions = map(Edition, task.releases, (*changes, None))
    pages = version_pages(
        editions,
        task.releases,
        look.theme,
        look.configuration,
        look.agents,
        offered=task.offered,
        stone=task.stone,
    )
    name = task.releases[0].name
    feed = skill_feed(name, task.releases, changes, look.configuration, paged=True)
    return Editions(tuple((page.path, b"".join(page.chunks)) for page in chain(pages, feed)), changes)


def _compared(task: EditionTask, limits: Limits) -> Iterator[Changes]:
    """Yield what changed with each release; only two of them are open at a time."""
    held: dict[str, Version] = {}
    for new, old, known in zip(task.releases, task.releases[1:], task.known, strict=False):
        if known is not None:
            yield known
            continue
        held = {
            release.digest: held.get(release.digest) or open_version(release, *task.archives[release.digest], limits)
            for release in (new, old)
        }
        yield compare(held[old.digest], held[new.digest], (old, new))

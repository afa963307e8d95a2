"""What changed from a release to a later one: compared by workers, remembered by the digests of both."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor

from msgspec import Struct

from skillpack.builder.executor import run_tasks
from skillpack.builder.history.archives import PublishedArchives
from skillpack.builder.history.history import artifacts
from skillpack.builder.history.version import Version, compare_versions, open_version
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Changes, Release

Pair = tuple[Release, Release]
"""A release and a later one."""

_HEAVY = 2**23  # bytes of archives after which no further pair joins a task
_TOGETHER = 32  # pairs of a task
_WINDOW = 4  # tasks in flight
_OPEN = 3  # releases at a time: two neighbours and the newest one


class ComparisonTask(Struct, frozen=True):
    """Releases to compare.

    Attributes:
        pairs: Neighbours follow each other, so that an archive is opened once for both.
        archives: Digest of a release -> its archive, and where that lies.
    """

    pairs: tuple[Pair, ...]
    archives: dict[str, tuple[bytes, str]]
    limits: Limits


def compare_releases(
    pairs: Iterable[Pair], archives: PublishedArchives, limits: Limits, executor: Executor | None
) -> None:
    """Let it be known what changed between releases.

    Args:
        pairs: What to compare; pairs of one name follow each other.
        archives: Where they lie, and where the changes are remembered.
        limits: What we are willing to read.
        executor: Compares; None for this process.
    """
    for found in run_tasks(_compared, _tasks(pairs, archives, limits), executor, window=_WINDOW):
        for changes in found:
            archives.remember(changes)


def _tasks(every: Iterable[Pair], archives: PublishedArchives, limits: Limits) -> Iterator[ComparisonTask]:
    unknown = (pair for pair in every if not archives.is_compared(*pair))
    pairs: list[Pair] = []
    contents: dict[str, tuple[bytes, str]] = {}
    for pair in archives.ready(unknown, lambda pair: map(_archive, pair)):
        pairs.append(pair)
        for release in pair:
            if release.digest not in contents:
                contents[release.digest] = (archives.content(_archive(release)), archives.where(_archive(release)))
        if len(pairs) == _TOGETHER or sum(len(content) for content, _ in contents.values()) > _HEAVY:
            yield ComparisonTask(tuple(pairs), contents, limits)
            pairs, contents = [], {}
    if pairs:
        yield ComparisonTask(tuple(pairs), contents, limits)


def _archive(release: Release) -> Artifact:
    return next(artifacts(release))


def _compared(task: ComparisonTask) -> tuple[Changes, ...]:
    """Return the changes, pair by pair; few releases are open at a time."""
    opened: dict[str, Version] = {}

    def version(release: Release) -> Version:
        # The newest one stays: each of the others is compared with it.
        known = opened.pop(release.digest, None) or open_version(release, *task.archives[release.digest], task.limits)
        opened[release.digest] = known
        for digest in list(opened)[:-_OPEN]:
            del opened[digest]
        return known

    def changes(old: Release, new: Release) -> Changes:
        after = version(new)
        return compare_versions(version(old), after, (old, new), task.limits)

    return tuple(changes(old, new) for old, new in task.pairs)

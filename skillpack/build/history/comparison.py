"""What changed from each release to the next: compared by workers, remembered by the digests of both."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import pairwise

from msgspec import Struct

from skillpack.build.executor import run_tasks
from skillpack.build.history.archives import PublishedArchives
from skillpack.build.history.history import artifacts
from skillpack.build.history.version import Version, open_version
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Changes, Release
from skillpack.versions.changes import compare

Pair = tuple[Release, Release]
"""A release and the one after it."""

_HEAVY = 2**23  # bytes of archives after which no further pair joins a task
_TOGETHER = 32  # pairs of a task
_WINDOW = 4  # tasks in flight


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
    histories: Iterable[Sequence[Release]], archives: PublishedArchives, limits: Limits, executor: Executor | None
) -> None:
    """Let it be known what changed with each release since the one before it.

    Args:
        histories: The releases of each name, newest first.
        archives: Where they lie, and where the changes are remembered.
        limits: What we are willing to read.
        executor: Compares; None for this process.
    """
    for found in run_tasks(_compared, _tasks(histories, archives, limits), executor, window=_WINDOW):
        for changes in found:
            archives.remember(changes)


def _tasks(
    histories: Iterable[Sequence[Release]], archives: PublishedArchives, limits: Limits
) -> Iterator[ComparisonTask]:
    unknown = (
        (old, new) for releases in histories for new, old in pairwise(releases) if not archives.is_compared(old, new)
    )
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
    """Return the changes, pair by pair; only two releases are open at a time, the newer one first."""
    opened: deque[tuple[str, Version]] = deque(maxlen=2)

    def version(release: Release) -> Version:
        known = next((each for digest, each in opened if digest == release.digest), None)
        if known is None:
            known = open_version(release, *task.archives[release.digest], task.limits)
            opened.append((release.digest, known))
        return known

    def changes(old: Release, new: Release) -> Changes:
        after = version(new)
        return compare(version(old), after, (old, new))

    return tuple(changes(old, new) for old, new in task.pairs)

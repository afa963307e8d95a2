"""What was published before, and what is here now -> releases and tombstones."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from skillpack.model.release import Release, Tombstone
from skillpack.model.settings import Renamed, Yanked


def retain(published: Sequence[Release], current: Release) -> tuple[Release, ...]:
    """Return all releases of a name, newest first; a published one never changes.

    A tree that was published before is that release, brought to the front. A new tree under a label that was published
    with another one is left out: the published bytes stay, and the version gate says so.

    Args:
        published: Newest first.
        current: The release of the tree as it is now; without an archive it is not a release.
    """
    if not current.archive:
        return tuple(published)
    known = next((release for release in published if release.digest == current.digest), None)
    if known is not None:
        return (known, *(release for release in published if release is not known))
    if any(release.label == current.label for release in published):
        return tuple(published)
    return (current, *published)


def with_yanks(releases: Iterable[Release], yanked: Iterable[Yanked]) -> tuple[Release, ...]:
    """Return releases with the catalog's yank marks, and without those that it has taken back."""
    reasons = {(mark.name, mark.version): mark.reason or "yanked" for mark in yanked}
    marks = ((release, reasons.get((release.name, release.label), "")) for release in releases)
    return tuple(release if release.yanked == mark else replace(release, yanked=mark) for release, mark in marks)


def split_purged(
    releases: Iterable[Release], yanked: Iterable[Yanked]
) -> tuple[tuple[Release, ...], tuple[Release, ...]]:
    """Return the releases that keep their archives, and tombstones of those that the catalog purges."""
    gone = {(mark.name, mark.version): mark.reason for mark in yanked if mark.purge}
    kept, purged = [], []
    for release in releases:
        reason = gone.get((release.name, release.label))
        if reason is None:
            kept.append(release)
        else:
            purged.append(purge(release, reason))
    return tuple(kept), tuple(purged)


def purge(release: Release, reason: str) -> Release:
    """Return the tombstone of a release: its label, its digest, its date and why its archive was taken away."""
    return Release(
        release.name, release.label, release.digest, "", "", "", 0, date=release.date, yanked=reason or "purged"
    )


def tombstone(name: str, published: Sequence[Release], renamed: Iterable[Renamed]) -> Tombstone:
    """Return the mark of a name that is no longer offered: with a successor where one is told, else withdrawn."""
    told = next((mark for mark in renamed if mark.old == name), None)
    last = published[0] if published else None
    return Tombstone(name, told.new, told.reason, last) if told else Tombstone(name, "", "", last)

"""What was published under each name before, and what a release has on a site and may do (pure)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.entry import Entry
from skillpack.model.release import Artifact, Changes, Release, Tombstone
from skillpack.registry.skill_json import Powers, PublishedVersion, recorded_powers

_ZIP = "zip"


class NameHistory(Struct, frozen=True):
    """All that was published under one name.

    Attributes:
        name: As it was written then; empty where nothing was published.
        versions: Newest first.
        tombstone: What was said when the name ended; None where it was offered last time.
        purged: Tombstones of versions whose archives were taken away: without an archive, with a reason.
    """

    name: str
    versions: tuple[PublishedVersion, ...]
    tombstone: Tombstone | None
    purged: tuple[Release, ...] = ()

    def releases(self, name: str) -> tuple[Release, ...]:
        """Return the releases, newest first, as those of a name; it may be written in another case now."""
        found = (version.release for version in self.versions)
        if name == self.name:
            return tuple(found)
        return tuple(replace(release, name=name) for release in found)


NO_HISTORY = NameHistory("", (), None)

CatalogHistory = Mapping[str, NameHistory]
"""Name as it is compared -> what was published under it."""

Comparisons = Mapping[tuple[str, str], Changes]
"""Digests of two releases -> what differs."""


def artifacts(release: Release) -> Iterator[Artifact]:
    """Yield the archives of a release, the canonical one first."""
    if release.archive:
        yield Artifact(release.archive, release.archive_sha256)
        for suffix, digest in release.also:
            yield Artifact(beside(release, suffix), digest)


def beside(release: Release, suffix: str) -> str:
    """Return the path of what lies beside an archive: its checksums, the artifact of one file, another format."""
    return release.archive.removesuffix(_ZIP) + suffix


def with_formats(releases: Sequence[Release], own: Release) -> tuple[Release, ...]:
    """Return releases, the one of the tree as it is now with the formats of archives that are new with this build.

    What is recorded of a format stays; a release that is not written from the tree gains none.
    """
    return tuple(
        replace(release, also=tuple(sorted((dict(own.also) | dict(release.also)).items())))
        if release is not own and (release.digest, release.archive_sha256) == (own.digest, own.archive_sha256)
        else release
        for release in releases
    )


def own_archives(own: Release, releases: Sequence[Release]) -> frozenset[str]:
    """Return the paths of the archives that the tree as it is now may write.

    Those are none where its release is not among the published ones, or was published with other bytes: what has a
    published digest is never rewritten.
    """
    same = next((release for release in releases if release.digest == own.digest), None)
    if not own.archive or same is None:
        return frozenset()
    known = {each.path: each.sha256 for each in artifacts(same)}
    if known.get(own.archive) != own.archive_sha256:
        return frozenset()
    return frozenset(each.path for each in artifacts(own) if known.get(each.path, each.sha256) == each.sha256)


def to_compare(entry: Entry, published: Sequence[Release]) -> tuple[Release, ...]:
    """Return the published releases that must be compared with a skill as it is now, the last one first.

    They are none where there is no archive, and so no release, and where the tree was the last one to be published.
    """
    current = entry.release
    if not current.archive or not published or current.digest == published[0].digest:
        return ()
    # A step back may meet a label that is older than the last one.
    taken = next((each for each in published[1:] if each.label == current.label), None)
    return (published[0], taken) if taken is not None and taken.digest != current.digest else (published[0],)


def added_permissions(
    releases: Sequence[Release], current: str, powers: Powers, versions: Iterable[PublishedVersion]
) -> Iterator[tuple[str, ...]]:
    """Yield for each release what it asks for, runs and can do that is new with it; nothing for the first.

    Args:
        releases: Newest first.
        current: Digest of the skill as it is now.
        powers: Of the skill as it is now.
        versions: What was published of it, with its records.
    """
    if len(releases) < 2:
        return
    known = {version.release.digest: version for version in versions}
    able = [
        recorded_powers(known[release.digest])
        if release.digest in known
        else powers
        if release.digest == current
        else None
        for release in releases
    ]
    for has, had in zip(able, (*able[1:], None), strict=True):
        yield has.beyond(had) if has is not None and had is not None else ()

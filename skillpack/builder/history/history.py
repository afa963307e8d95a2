"""What was published under each name before, and what a release has on a site and may do (pure)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.catalog import paths
from skillpack.model.digest import listed_digests
from skillpack.model.entry import Entry
from skillpack.model.release import Artifact, Changes, Release, Tombstone
from skillpack.model.signature import SIGNATURE
from skillpack.registry.skill_json import Permissions, PublishedVersion, file_digests, recorded_permissions

_ZIP = "zip"


class NameHistory(Struct, frozen=True):
    """All that was published under one name.

    Attributes:
        name: As it was written then; empty where nothing was published.
        versions: Newest first.
        tombstone: What was said when the name ended; None where it was offered last time.
        purged: Tombstones of versions whose archives were taken away: without an archive, with a reason.
        contents: Pairs of digest and content digest of each version that was published while a signature was content.
    """

    name: str
    versions: tuple[PublishedVersion, ...]
    tombstone: Tombstone | None
    purged: tuple[Release, ...] = ()
    contents: tuple[tuple[str, str], ...] = ()

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
    """Yield the archives of a release, the canonical one first, and the signature beside them."""
    if release.archive:
        yield Artifact(release.archive, release.archive_sha256)
        for suffix, digest in release.also:
            yield Artifact(beside(release, suffix), digest)
        if release.signature:
            yield Artifact(paths.signature(release.archive, release.signature), release.signature)


def beside(release: Release, suffix: str) -> str:
    """Return the path of what lies beside an archive: its checksums, the artifact of one file, another format."""
    return release.archive.removesuffix(_ZIP) + suffix


def as_published(entry: Entry, unsigned: str, history: NameHistory) -> Entry:
    """Return the entry of a skill with the release that was published of the same content under another digest.

    A signature is not content, and neither are the files that it alone brings where they were not published; a version
    that was published while it was keeps its digest, its label and its archive.

    Args:
        entry: Of the skill as it is now.
        unsigned: Digest of its content without the files that its signature alone brings, or empty.
        history: What was published under the name.
    """
    if not (unsigned or history.contents):
        return entry
    contents, releases = dict(history.contents), history.releases(entry.name)
    for wanted in filter(None, (entry.release.digest, unsigned)):
        same = next((each for each in releases if wanted in {each.digest, contents.get(each.digest)}), None)
        if same is not None and same.digest != entry.release.digest:
            return replace(entry, release=same)
        if same is not None:
            return entry
    return entry


def lacks_evaluations(known: Entry, unsigned: str, history: NameHistory) -> bool:
    """Return whether what was published lacks the files that a later signature alone brings.

    Args:
        known: As `as_published` returns it.
        unsigned: Digest of its content without the files that its signature alone brings, or empty.
        history: What was published under the name.
    """
    digest = known.release.digest
    return bool(unsigned) and unsigned in {digest, dict(history.contents).get(digest)}


def recorded_contents(versions: Iterable[PublishedVersion]) -> Iterator[tuple[str, str]]:
    """Yield digest and content digest of each version whose digest is over a signature too, by its list of files."""
    for each in versions:
        if SIGNATURE in each.text:
            without, whole = listed_digests(file_digests(each))
            if each.release.digest == whole != without:
                yield whole, without


def with_signature(releases: Iterable[Release], digest: str, own: Release) -> tuple[Release, ...]:
    """Return releases, the one with a digest with the signature that the tree has now, or without one.

    Args:
        releases: Of a name.
        digest: Under which the content of the tree is published.
        own: The release of the tree as it is now.
    """
    folder = own.archive.rpartition("/")[0]
    return tuple(
        replace(each, signature=own.signature)
        if each.digest == digest and each.signature != own.signature and each.archive.rpartition("/")[0] == folder
        else each
        for each in releases
    )


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
    """Return the paths of the archives, and of a signature beside them, that the tree as it is now may write.

    The archives are none where its release is not among the published ones, or was published with other bytes: what
    has a published digest is never rewritten.
    """
    signatures = {each.path for release in releases for each in artifacts(release) if each.sha256 == own.signature}
    beside_archives = signatures & {paths.signature(own.archive, own.signature)}
    same = next((release for release in releases if release.digest == own.digest), None)
    if not own.archive or same is None:
        return frozenset(beside_archives)
    known = {each.path: each.sha256 for each in artifacts(same)}
    if known.get(own.archive) != own.archive_sha256:
        return frozenset(beside_archives)
    return frozenset(beside_archives) | {
        each.path
        for each in artifacts(own)
        if each.sha256 != own.signature and known.get(each.path, each.sha256) == each.sha256
    }


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
    releases: Sequence[Release], current: str, permissions: Permissions, versions: Iterable[PublishedVersion]
) -> Iterator[tuple[str, ...]]:
    """Yield for each release what it asks for, runs and can do that is new with it; nothing for the first.

    Args:
        releases: Newest first.
        current: Digest of the skill as it is now.
        permissions: Of the skill as it is now.
        versions: What was published of it, with its records.
    """
    if len(releases) < 2:
        return
    known = {version.release.digest: version for version in versions}
    able = [
        recorded_permissions(known[release.digest])
        if release.digest in known
        else permissions
        if release.digest == current
        else None
        for release in releases
    ]
    for has, had in zip(able, (*able[1:], None), strict=True):
        yield has.beyond(had) if has is not None and had is not None else ()

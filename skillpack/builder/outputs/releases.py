"""The releases of each name that was published before: pages about them, and their files that no tree writes now."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct

from skillpack.builder.history.facts import ReleaseFacts
from skillpack.builder.history.history import artifacts, beside, own_archives
from skillpack.builder.history.previous import PublishedArchives
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.outputs.output import RenderInputs, SiteOutput, TaskOutput, digest, single
from skillpack.builder.publication import open_alarms
from skillpack.builder.record.files import is_servable
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.resolve import Catalog, CatalogEntry
from skillpack.catalog import paths
from skillpack.check.alarm import gravest_level
from skillpack.model.digest import published_checksums
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.model.output import OutputFile
from skillpack.model.release import Artifact, Changes, Release, Tombstone
from skillpack.model.tree import Tree
from skillpack.parse.document import SKILL_FILE
from skillpack.registry import skill_json
from skillpack.registry.feeds import skill_feed
from skillpack.registry.skill_json import PublishedVersion
from skillpack.site.pages.version import ReleaseAlarms, version_pages
from skillpack.site.skill.facts import has_version_pages
from skillpack.versions.history import split_purged, with_yanks

Alarms = Mapping[str, tuple[Finding, ...]]
"""Digest of a release -> its findings that raise an alarm."""


class NameReleases(Struct, frozen=True):
    """All releases of a name that was published before.

    Attributes:
        releases: Newest first.
        files: The files of each release that no tree of this build writes.
        offered: What can be installed; None where nothing can.
        stands_in: True where `offered` is not the tree as it is now: its SKILL.md is served instead.
        tombstone: None while a skill has the name.
        digest: Of the skill as it is now, and where its skill file lies, and its alarms; empty for a name that ended.
        published: Versions of a name that ended, for its record, and in `purged` the tombstones of versions.
    """

    name: str
    releases: tuple[Release, ...]
    files: tuple[tuple[Release, tuple[Artifact, ...]], ...]
    offered: Release | None
    stands_in: bool = False
    tombstone: Tombstone | None = None
    published: tuple[PublishedVersion, ...] = ()
    purged: tuple[Release, ...] = ()
    digest: str = ""
    path: str = ""
    alarms: tuple[Finding, ...] = ()

    @property
    def has_pages(self) -> bool:
        """Whether its versions have pages of their own; those of a name that ended always have."""
        return has_version_pages(self.releases) or self.tombstone is not None

    @property
    def earlier(self) -> tuple[Release, ...]:
        """The releases but for the skill as it is now."""
        return tuple(release for release in self.releases if release.digest != self.digest)

    @property
    def pairs(self) -> tuple[tuple[Release, Release], ...]:
        """What pages compare, the older one first: each release with the next, and with the current one."""
        current = self.offered or next(iter(self.releases), None)
        return tuple(
            (old, new)
            for at, old in enumerate(self.releases)
            for new in dict.fromkeys((*self.releases[at - 1 : at], current))
            if new in self.releases[:at]
        )


def name_releases(catalog: Catalog, inputs: Inputs) -> Iterator[NameReleases]:
    """Yield every name that was published before: those that a skill has, then those that ended."""
    for each in catalog.entries:
        if each.history.versions and each.relations.releases:
            yield _of_skill(each)
    tombstones = {mark.name: mark for mark in catalog.overview.tombstones}
    yanked = inputs.configuration.yanked
    for past in catalog.ended:
        if past.versions or past.purged:
            releases, purged = split_purged(with_yanks(past.releases(past.name), yanked), yanked)
            kept = {release.label: release for release in releases}
            published = (
                skill_json.remarked(version, kept[version.release.label])
                for version in past.versions
                if version.release.label in kept
            )
            yield NameReleases(
                past.name,
                releases,
                _files(releases, frozenset()),
                None,
                tombstone=tombstones[past.name],
                published=tuple(published),
                purged=(*purged, *past.purged),
            )


def current_pairs(
    names: Iterable[NameReleases], catalog: Catalog
) -> Iterator[tuple[SkillRecord, Sequence[tuple[Release, Release]]]]:
    """Yield each skill that has one of some names, and what its pages compare."""
    records = {each.entry.name: each.record for each in catalog.entries}
    return ((records[each.name], each.pairs) for each in names if each.name in records)


def _of_skill(each: CatalogEntry) -> NameReleases:
    entry, releases = each.entry, each.relations.releases
    own = own_archives(each.record.entry.release, releases)
    offered = entry.carried or (entry.release if entry.release.archive and not entry.release.yanked else None)
    stands_in = offered is not None and not each.publication.is_current
    return NameReleases(
        entry.name,
        releases,
        _files(releases, own),
        offered,
        stands_in,
        digest=each.record.entry.release.digest,
        path=entry.path,
        alarms=each.relations.alarms,
    )


def _files(releases: Sequence[Release], own: frozenset[str]) -> tuple[tuple[Release, tuple[Artifact, ...]], ...]:
    pairs = ((release, tuple(each for each in artifacts(release) if each.path not in own)) for release in releases)
    return tuple((release, files) for release, files in pairs if files)


class VersionsTask(Struct, frozen=True):
    """A name whose version pages are due.

    Attributes:
        changes: Of each of the pairs.
        alarms: Of each release.
    """

    part: str
    name: NameReleases
    changes: tuple[Changes, ...]
    alarms: tuple[ReleaseAlarms, ...]

    def render(self, shared: RenderInputs) -> Iterator[tuple[str, Iterable[OutputFile]]]:
        """Yield the pages of all versions as one part."""
        yield self.part, _pages(self, shared)


def version_outputs(
    names: Sequence[NameReleases], facts: ReleaseFacts, alarms: Alarms, inputs: Inputs
) -> Iterator[TaskOutput]:
    """Yield the pages of the versions of each name.

    Args:
        names: Those whose versions have pages.
        facts: With the changes of all pairs.
        alarms: Of the releases that were published.
        inputs: Of the build.
    """
    for each in names:
        part, shown = f"{each.name}/versions", (each.releases, each.offered, each.tombstone)
        key = digest(shown, each.published, each.purged, each.digest, each.alarms, inputs.digest)
        yield TaskOutput({part: key}, partial(_task, part, each, facts, alarms, inputs))


def _task(
    part: str, each: NameReleases, facts: ReleaseFacts, alarms: Alarms, inputs: Inputs, _due: Collection[str]
) -> VersionsTask:
    return VersionsTask(part, each, tuple(_changes(each, facts)), tuple(release_alarms(each, alarms, inputs)))


def _pages(task: VersionsTask, shared: RenderInputs) -> Iterator[OutputFile]:
    """Yield the page of each version, and the record of a name that ended."""
    each, changes = task.name, task.changes
    if each.releases:  # else each was purged
        yield from version_pages(
            each.releases,
            {(change.old.label, change.new.label): change for change in changes},
            task.alarms,
            shared.theme,
            shared.configuration,
            shared.agents,
            offered=each.offered,
            stone=each.tombstone,
        )
        neighbours = set(pairwise(each.releases))
        steps = [change for change in changes if (change.new, change.old) in neighbours]
        yield from skill_feed(each.name, each.releases, steps, shared.configuration, paged=True)
    if each.tombstone is not None:
        record = skill_json.write_tombstone(each.tombstone, each.published, each.purged)
        yield OutputFile(paths.skill_record(each.name), (record,))


def release_alarms(each: NameReleases, alarms: Alarms, inputs: Inputs) -> Iterator[ReleaseAlarms]:
    """Yield the alarms of each release that nobody accepted.

    That of the skill as it is now is the skill's own, of files too that its archive leaves out.
    """
    for release in each.releases:
        if release.digest == each.digest:
            yield ReleaseAlarms(each.path, each.alarms)
        else:
            found = open_alarms(alarms[release.digest], each.name, inputs)
            yield ReleaseAlarms(f"{each.name}/{SKILL_FILE}", found)


def alarm_levels(each: NameReleases, alarms: Alarms, inputs: Inputs) -> tuple[AlarmLevel | None, ...]:
    """Return the alarm that each release raises; None for one that raises none."""
    return tuple(gravest_level(of_release.findings) for of_release in release_alarms(each, alarms, inputs))


class RetainedOutput(Struct, frozen=True):
    """Files of releases that stay.

    Attributes:
        wanted: The archives that must be at hand to write it.
    """

    output: SiteOutput
    wanted: tuple[Artifact, ...]


def retained_outputs(
    names: Sequence[NameReleases], archives: PublishedArchives, inputs: Inputs
) -> Iterator[RetainedOutput]:
    """Yield the published files that no tree of this build writes, name by name."""
    legacy = inputs.configuration.legacy_discovery
    for each in names:
        stands_in = (each.offered, legacy) if each.stands_in else None
        if each.files or stands_in:
            key = digest([files for _, files in each.files], stands_in)
            wanted = tuple(file for _, files in each.files for file in files)
            output = single(f"{each.name}/retained", key, partial(_retained, each, archives, legacy=legacy))
            yield RetainedOutput(output, wanted)


def _changes(each: NameReleases, facts: ReleaseFacts) -> Iterator[Changes]:
    """Yield the changes of each pair, as they were found by comparing."""
    for old, new in each.pairs:
        changes = facts.changes(old, new)
        if changes is None:
            raise ValueError(f"`{old.label}` and `{new.label}` of `{new.name}` were not compared")
        yield changes


def _retained(each: NameReleases, archives: PublishedArchives, *, legacy: bool) -> Iterator[OutputFile]:
    for release, files in each.files:
        for file in files:
            yield OutputFile(file.path, (archives.content(file),))
        if files[0].path == release.archive:
            tree = archives.tree(release)
            yield OutputFile(beside(release, "SHA256SUMS"), (_sums(tree, release),))
            if len(tree.files) == 1:
                yield OutputFile(beside(release, "md"), (tree.files[SKILL_FILE],))
    if each.stands_in and each.offered is not None:
        yield from _served(each.offered, archives.tree(each.offered), legacy=legacy)


def _served(release: Release, tree: Tree, *, legacy: bool) -> Iterator[OutputFile]:
    """Yield the files that agents read of a release in place of the tree as it is now."""
    name = release.name
    yield OutputFile(paths.skill_checksums(name), (_sums(tree, release),))
    yield OutputFile(paths.skill_markdown(name), (tree.files[SKILL_FILE],))
    if legacy:
        for path, content in tree.files.items():
            if is_servable(path):
                yield OutputFile(paths.legacy_file(name, path), (content,))


def _sums(tree: Tree, release: Release) -> bytes:
    return (published_checksums(tree, release.digest) or "").encode("utf-8", "surrogateescape")

"""Published releases -> facts about them: here, and nowhere else, archives are opened to look into them.

What is known of a release is not looked for again. What is found is stored.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import cache, partial
from itertools import islice

from msgspec import Struct

from skillpack.archive.read import read_archive
from skillpack.builder.executor import run_tasks
from skillpack.builder.history.facts import ReleaseFacts
from skillpack.builder.history.history import CatalogHistory, Comparisons, artifacts, as_published, to_compare
from skillpack.builder.history.previous import PublishedArchives
from skillpack.builder.history.version import (
    Retained,
    Version,
    as_version,
    compare_versions,
    open_version,
    retain,
    retain_current,
    version_alarms,
)
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.store import BuildStore, decode
from skillpack.catalog.precedence import name_key
from skillpack.check.run import find_secrets
from skillpack.check.suppressions import holds_secret
from skillpack.files.read import read
from skillpack.files.staging import Files, staged_content
from skillpack.model.entry import PageRecord
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Changes, Release
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.versions.history import split_purged, with_yanks

Pair = tuple[Release, Release]
"""A release and a later one."""

_HEAVY = 2**23  # bytes of archives after which no further pair joins a task
_TOGETHER = 32  # pairs of a task
_WINDOW = 4  # tasks in flight
_OPEN = 3  # releases at a time: two neighbours and the newest one


class PublishedReleases(Struct, frozen=True):
    """What was published before.

    Attributes:
        archives: To be opened for what is not known yet.
        facts: What is known.
    """

    archives: PublishedArchives
    facts: ReleaseFacts


class PublicationFacts(Struct, frozen=True):
    """What decides whether skills may be published.

    Attributes:
        comparisons: Of each skill with the releases that `to_compare` names.
        leaking: Digests of the releases that hold a secret, of skills that hold one.
    """

    comparisons: Comparisons
    leaking: frozenset[str]


def load_publication_facts(
    winners: Iterable[SkillRecord],
    history: CatalogHistory,
    published: PublishedReleases,
    own: Mapping[str, Files],
    inputs: Inputs,
) -> PublicationFacts:
    """Return the facts that decide about the publication of some skills.

    Args:
        winners: Of their names.
        history: What was published before.
        published: The same, to be looked into.
        own: Location -> files of the skills that were read in this build.
        inputs: Of the build.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    comparisons: dict[tuple[str, str], Changes] = {}
    leaking: set[str] = set()
    for each in winners:
        past = history.get(name_key(each.name)) if history else None
        if past is None:
            continue
        entry, releases = as_published(each.entry, each.summary.unsigned, past), past.releases(each.entry.name)
        for before in to_compare(entry, releases):
            pair = before, entry.release
            comparisons[before.digest, entry.release.digest] = load_changes(
                pair, partial(_tree, each, own, inputs), published, inputs.settings.limits
            )
        if each.summary.secret:
            yanked = inputs.configuration.yanked
            kept, _ = split_purged(with_yanks(releases, yanked), yanked)
            leaking.update(release.digest for release in kept if not _is_clean(release, published, inputs))
    return PublicationFacts(comparisons, frozenset(leaking))


def load_changes(pair: Pair, tree: Callable[[], Tree], published: PublishedReleases, limits: Limits) -> Changes:
    """Return the changes from a published release to a skill as it is now.

    Args:
        pair: Both.
        tree: Gives the files of the skill.
        published: With the release.
        limits: What we are willing to read.
    """
    old, new = pair
    found = published.facts.changes(old, new)
    if found is None:
        found = compare_versions(published.archives.version(old), as_version(new.name, tree()), pair, limits)
        published.facts.store_changes(found)
    return found


def _tree(record: SkillRecord, own: Mapping[str, Files], inputs: Inputs) -> Tree:
    """Return the files of a skill: from the archive that was packed in this build, else from its location."""
    limits, files = inputs.settings.limits, own.get(record.key)
    if files is None:
        return published_tree(read(record.location, limits))
    return read_archive(staged_content(files, record.entry.release.archive), limits)


def _is_clean(release: Release, published: PublishedReleases, inputs: Inputs) -> bool:
    """Return whether a published release holds nothing secret, as far as the rules of today tell."""
    is_clean = published.facts.is_clean(release)
    if is_clean is None:
        found = find_secrets(*published.archives.version(release), inputs.settings.limits)
        is_clean = not holds_secret(found, inputs.settings.accepted_secrets)
        published.facts.store_is_clean(release, is_clean=is_clean)
    return is_clean


def load_retained(
    offered: Iterable[tuple[SkillRecord, Release]], published: PublishedReleases, store: BuildStore, inputs: Inputs
) -> Mapping[str, Retained]:
    """Return the releases that stay offered in place of skills, by name.

    Args:
        offered: Each such skill, with the release.
        published: With the releases.
        store: Where records are.
        inputs: Of the build.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    found: dict[str, Retained] = {}
    for each, release in offered:
        name, path = each.entry.name, each.entry.path
        if release.digest == each.entry.release.digest:
            record = decode(store.column("records", each.key), PageRecord)
            found[name] = retain_current(release, record)
            continue
        retained = published.facts.retained(release, path)
        if retained is None:
            retained = retain(release, published.archives.tree(release), inputs.settings, path)
            published.facts.store_retained(release, path, retained)
        found[name] = retained
    return found


def store_changes_to_current(
    records: Iterable[tuple[SkillRecord, Sequence[Pair]]],
    published: PublishedReleases,
    own: Mapping[str, Files],
    inputs: Inputs,
) -> None:
    """Store what changed from published releases to the skills as they are now.

    Args:
        records: The skills, each with the pairs that its pages compare.
        published: With the releases.
        own: Location -> files of the skills that were read in this build.
        inputs: Of the build.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    due = (
        (pair, tree)
        for record, pairs in records
        for tree in [cache(partial(_tree, record, own, inputs))]
        for pair in pairs
        if pair[1].digest == record.entry.release.digest and not published.facts.is_compared(*pair)
    )
    for pair, tree in published.archives.ready(due, lambda each: islice(artifacts(each[0][0]), 1)):
        load_changes(pair, tree, published, inputs.settings.limits)


class ComparisonTask(Struct, frozen=True):
    """Releases to compare.

    Attributes:
        pairs: Neighbours follow each other, so that an archive is opened once for both.
        archives: Digest of a release -> its archive, and where that lies.
    """

    pairs: tuple[Pair, ...]
    archives: dict[str, tuple[bytes, str]]
    limits: Limits


def store_changes_between_releases(
    pairs: Iterable[Pair], published: PublishedReleases, limits: Limits, executor: Executor | None
) -> None:
    """Store what changed from published releases to later ones.

    Args:
        pairs: What to compare; pairs of one name follow each other.
        published: With the releases.
        limits: What we are willing to read.
        executor: Compares; None for this process.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    for found in run_tasks(_compared, _tasks(pairs, published, limits), executor, window=_WINDOW):
        for changes in found:
            published.facts.store_changes(changes)


def _tasks(every: Iterable[Pair], published: PublishedReleases, limits: Limits) -> Iterator[ComparisonTask]:
    archives = published.archives
    unknown = (pair for pair in every if not published.facts.is_compared(*pair))
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


def load_alarms(
    releases: Iterable[Release], published: PublishedReleases, limits: Limits
) -> Mapping[str, tuple[Finding, ...]]:
    """Return the findings of releases that raise an alarm, the gravest first, by the digest of each.

    Those that were compared are known; of the others, such as the only version of a name that ended, each is opened.

    Args:
        releases: That were published.
        published: The same, to be looked into.
        limits: What we are willing to read.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    found: dict[str, tuple[Finding, ...]] = {}
    for release in releases:
        alarms = published.facts.alarms(release)
        if alarms is None:
            alarms = version_alarms(published.archives.version(release), limits)
            published.facts.store_alarms(release, alarms)
        found[release.digest] = alarms
    return found

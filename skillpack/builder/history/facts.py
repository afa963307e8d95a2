"""What the catalog must know of published releases before it decides: archives are opened here, and nowhere later."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice

from msgspec import Struct

from skillpack.archive.read import read_archive
from skillpack.builder.history.archives import PublishedArchives
from skillpack.builder.history.comparison import Pair
from skillpack.builder.history.history import CatalogHistory, Comparisons, artifacts, to_compare
from skillpack.builder.history.retained import Retained, retain_current
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.staging import Files, staged_content
from skillpack.builder.store import BuildStore, decode
from skillpack.catalog.precedence import name_key
from skillpack.files.read import read
from skillpack.model.entry import PageRecord
from skillpack.model.release import Changes, Release
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.versions.history import split_purged, with_yanks


class ReleaseFacts(Struct, frozen=True):
    """What opened archives tell.

    Attributes:
        comparisons: Of each skill with the releases that `to_compare` names.
        leaking: Digests of the releases that hold a secret, of skills that hold one.
    """

    comparisons: Comparisons
    leaking: frozenset[str]


def load_facts(
    winners: Iterable[SkillRecord],
    history: CatalogHistory,
    archives: PublishedArchives,
    own: Mapping[str, Files],
    inputs: Inputs,
) -> ReleaseFacts:
    """Return the facts that decide about the releases of some skills.

    Args:
        winners: Of their names.
        history: What was published before.
        archives: Where that lies.
        own: Location -> files of the skills that were read in this build.
        inputs: Of the build.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    comparisons: dict[tuple[str, str], Changes] = {}
    leaking: set[str] = set()
    for each in winners:
        past = history.get(name_key(each.entry.name))
        if past is None:
            continue
        entry, published = each.entry, past.releases(each.entry.name)
        for before in to_compare(entry, published):
            pair = before.digest, entry.release.digest
            comparisons[pair] = archives.changes(before, entry.release, partial(_tree, each, own, inputs))
        if each.summary.secret:
            yanked = inputs.configuration.yanked
            kept, _ = split_purged(with_yanks(published, yanked), yanked)
            leaking.update(release.digest for release in kept if not archives.is_clean(release))
    return ReleaseFacts(comparisons, frozenset(leaking))


def compare_with_current(
    records: Iterable[tuple[SkillRecord, Sequence[Pair]]],
    archives: PublishedArchives,
    own: Mapping[str, Files],
    inputs: Inputs,
) -> None:
    """Let it be known what changed from each published release to the skills as they are now.

    Args:
        records: The skills, each with the pairs that its pages compare.
        archives: Where releases lie, and where the changes are remembered.
        own: Location -> files of the skills that were read in this build.
        inputs: Of the build.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    due = (
        (old, new, tree)
        for record, pairs in records
        for tree in [cache(partial(_tree, record, own, inputs))]
        for old, new in pairs
        if new.digest == record.entry.release.digest and not archives.is_compared(old, new)
    )
    for old, new, tree in archives.ready(due, lambda each: islice(artifacts(each[0]), 1)):
        archives.changes(old, new, tree)


def _tree(record: SkillRecord, own: Mapping[str, Files], inputs: Inputs) -> Tree:
    """Return the files of a skill: from the archive that was packed in this build, else from its location."""
    limits, files = inputs.settings.limits, own.get(record.location.key)
    if files is None:
        return published_tree(read(record.location, limits))
    return read_archive(staged_content(files, record.entry.release.archive), limits)


def load_retained(
    offered: Iterable[tuple[SkillRecord, Release]], archives: PublishedArchives, store: BuildStore
) -> Mapping[str, Retained]:
    """Return the releases that stay offered in place of skills, by name.

    Args:
        offered: Each such skill, with the release.
        archives: Where releases lie.
        store: Where records are.

    Raises:
        FetchError: An archive cannot be read.
        IntegrityError: An archive is refused, or holds other files than its record says.
    """
    return dict(_retained(offered, archives, store))


def _retained(
    offered: Iterable[tuple[SkillRecord, Release]], archives: PublishedArchives, store: BuildStore
) -> Iterator[tuple[str, Retained]]:
    for each, release in offered:
        if release.digest == each.entry.release.digest:
            record = decode(store.column("record", each.location.key), PageRecord)
            yield each.entry.name, retain_current(release, record)
        else:
            yield each.entry.name, archives.retained(release, each.entry.path)

"""The releases of every name that was published before, written to the site again (decisions 3, law 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from skillpack.catalog import paths
from skillpack.catalog.precedence import name_key
from skillpack.model.digest import checksums, sha256
from skillpack.model.entry import Prepared
from skillpack.model.output import OutputFile
from skillpack.model.release import Artifact, Release, Tombstone
from skillpack.model.settings import Settings
from skillpack.model.tree import Tree
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.carried import Carried, carry, current_as_carried
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.past import artifacts, beside, own_archives
from skillpack.pipeline.records import is_servable
from skillpack.pipeline.shelf import Shelf
from skillpack.pipeline.written import Written
from skillpack.registry import skill_json
from skillpack.registry.skill_json import Published
from skillpack.site.diff_page import Edition, version_pages
from skillpack.site.skill_facts import has_version_pages
from skillpack.versions.history import with_yanks

_SKILL_FILE = "SKILL.md"


@dataclass(frozen=True, slots=True)
class Lineage:
    """All releases of one name.

    Attributes:
        releases: Newest first.
        carried: The files of each release that no tree of this build writes.
        offered: What can be installed; None where nothing can.
        stands_in: True where `offered` is not the tree as it is now: its SKILL.md is served instead.
        stone: None while a skill has the name.
        published: Versions of a name that ended, for its record.
    """

    name: str
    releases: tuple[Release, ...]
    carried: tuple[tuple[Release, tuple[Artifact, ...]], ...]
    offered: Release | None
    stands_in: bool = False
    stone: Tombstone | None = None
    published: tuple[Published, ...] = ()


@dataclass(frozen=True, slots=True)
class _Due:
    """What of a lineage must be written."""

    lineage: Lineage
    files: str = ""
    pages: str = ""


def write_past(written: Written, shelf: Shelf, cache: Cache, inputs: Inputs, ended: Sequence[Tombstone]) -> int:
    """Write what was published before and the pages about it; return how many versions were carried over."""
    kept = 0

    def due() -> Iterator[_Due]:
        nonlocal kept
        for lineage in _lineages(cache, inputs, ended):
            kept += sum(1 for _ in lineage.carried)
            yield _due(lineage, written, inputs)

    for each in shelf.ready(due(), lambda one: _wanted(one, shelf)):
        lineage, name = each.lineage, each.lineage.name
        if each.files:
            written.put(f"{name}/past", each.files, _files(lineage, shelf, inputs.settings))
        if each.pages:
            written.put(f"{name}/versions", each.pages, _pages(lineage, shelf, inputs))
    return kept


def carried_release(shelf: Shelf, cache: Cache, settings: Settings, release: Release, prepared: Prepared) -> Carried:
    """Return what indexes list of a release that stays offered in place of the skill as it is now."""
    if release.digest == prepared.entry.release.digest:
        return current_as_carried(release, prepared)
    path = prepared.entry.path
    key = f"carried {sha256(msgspec.msgpack.encode([release, path]))} {settings.digest}"
    known = cache.memo(key)
    if known is not None:
        return msgspec.msgpack.decode(known, type=Carried)
    found = carry(release, shelf.tree(release), settings, path)
    cache.put_memo(key, msgspec.msgpack.encode(found))
    return found


def _lineages(cache: Cache, inputs: Inputs, ended: Sequence[Tombstone]) -> Iterator[Lineage]:
    """Yield every name that was published before: those that a skill has, then those that ended."""
    for place, entry, around in cache.surrounded():
        if not around.releases or not cache.past(name_key(entry.name)).versions:
            continue
        own = own_archives(cache.prepared(place).entry.release, around.releases)
        offered = entry.carried or (entry.release if entry.release.archive and not entry.release.yanked else None)
        stands_in = entry.carried is not None and entry.carried.digest != entry.release.digest
        yield Lineage(entry.name, around.releases, _carried(around.releases, own), offered, stands_in)
    stones = {stone.name: stone for stone in ended}
    for past in cache.gone():
        if past.versions:
            releases = with_yanks(past.releases(past.name), inputs.configuration.yanked)
            published = map(skill_json.remarked, past.versions, releases)
            yield Lineage(
                past.name,
                releases,
                _carried(releases, frozenset()),
                None,
                stone=stones[past.name],
                published=tuple(published),
            )


def _carried(releases: Sequence[Release], own: frozenset[str]) -> tuple[tuple[Release, tuple[Artifact, ...]], ...]:
    pairs = ((release, tuple(each for each in artifacts(release) if each.path not in own)) for release in releases)
    return tuple((release, files) for release, files in pairs if files)


def _due(lineage: Lineage, written: Written, inputs: Inputs) -> _Due:
    """Return what is not in the output yet as it should be."""
    stands_in = (lineage.offered, inputs.configuration.legacy_discovery) if lineage.stands_in else None
    files = pages = ""
    if lineage.carried or stands_in:
        key = sha256(msgspec.msgpack.encode([[files for _, files in lineage.carried], stands_in]))
        files = "" if written.keep(f"{lineage.name}/past", key) else key
    if has_version_pages(lineage.releases) or lineage.stone:
        parts = [lineage.releases, lineage.offered, lineage.stone, lineage.published, inputs.digest]
        key = sha256(msgspec.msgpack.encode(parts))
        pages = "" if written.keep(f"{lineage.name}/versions", key) else key
    return _Due(lineage, files, pages)


def _wanted(due: _Due, shelf: Shelf) -> Iterator[Artifact]:
    """Yield the archives that must be at hand to write what is due."""
    lineage = due.lineage
    if due.files:
        for _, files in lineage.carried:
            yield from files
    if due.pages:
        for new, old in zip(lineage.releases, lineage.releases[1:], strict=False):
            if not shelf.knows_changes(old, new):
                yield from (next(artifacts(release)) for release in (old, new))


def _files(lineage: Lineage, shelf: Shelf, settings: Settings) -> Iterator[OutputFile]:
    """Yield archives byte for byte, with what follows from them."""
    for release, files in lineage.carried:
        for each in files:
            yield OutputFile(each.path, (shelf.content(each),))
        if files[0].path == release.archive:
            tree = shelf.tree(release)
            yield OutputFile(beside(release, "SHA256SUMS"), (_sums(tree),))
            if len(tree.files) == 1:
                yield OutputFile(beside(release, "md"), (tree.files[_SKILL_FILE],))
    if lineage.stands_in and lineage.offered is not None:
        tree = shelf.tree(lineage.offered)
        yield OutputFile(paths.skill_checksums(lineage.name), (_sums(tree),))
        yield OutputFile(paths.skill_markdown(lineage.name), (tree.files[_SKILL_FILE],))
        if settings.legacy_discovery:
            for path, content in tree.files.items():
                if is_servable(path):
                    yield OutputFile(paths.legacy_file(lineage.name, path), (content,))


def _sums(tree: Tree) -> bytes:
    return checksums(tree).encode("utf-8", "surrogateescape")


def _pages(lineage: Lineage, shelf: Shelf, inputs: Inputs) -> Iterator[OutputFile]:
    """Yield the page of each version, and the record of a name that ended."""
    releases = lineage.releases
    editions = (
        Edition(release, shelf.changes(old, release) if old is not None else None)
        for release, old in zip(releases, (*releases[1:], None), strict=True)
    )
    yield from version_pages(
        editions,
        releases,
        inputs.theme,
        inputs.configuration,
        inputs.agents,
        offered=lineage.offered,
        stone=lineage.stone,
    )
    if lineage.stone is not None:
        record = skill_json.write_tombstone(lineage.stone, lineage.published)
        yield OutputFile(paths.skill_record(lineage.name), (record,))

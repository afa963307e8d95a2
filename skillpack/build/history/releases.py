"""Every name that was published before -> its releases, and which of their files must be carried (decisions 3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from skillpack.catalog.precedence import name_key
from skillpack.model.digest import sha256
from skillpack.model.entry import Prepared
from skillpack.model.release import Artifact, Changes, Release, Tombstone
from skillpack.model.settings import Settings
from skillpack.build.store import Cache
from skillpack.build.history.retained import Carried, carry, current_as_carried
from skillpack.build.inputs.inputs import Inputs
from skillpack.build.history.history import artifacts, own_archives
from skillpack.build.history.archives import Shelf
from skillpack.registry import skill_json
from skillpack.registry.skill_json import Published
from skillpack.site.skill_facts import has_version_pages
from skillpack.versions.history import apart_purged, with_yanks


@dataclass(frozen=True, slots=True)
class Lineage:
    """All releases of one name.

    Attributes:
        releases: Newest first.
        carried: The files of each release that no tree of this build writes.
        offered: What can be installed; None where nothing can.
        stands_in: True where `offered` is not the tree as it is now: its SKILL.md is served instead.
        stone: None while a skill has the name.
        published: Versions of a name that ended, for its record, and in `purged` the tombstones of versions.
    """

    name: str
    releases: tuple[Release, ...]
    carried: tuple[tuple[Release, tuple[Artifact, ...]], ...]
    offered: Release | None
    stands_in: bool = False
    stone: Tombstone | None = None
    published: tuple[Published, ...] = ()
    purged: tuple[Release, ...] = ()

    @property
    def has_pages(self) -> bool:
        """Whether its versions have pages of their own; those of a name that ended always have."""
        return has_version_pages(self.releases) or self.stone is not None


def lineages(cache: Cache, inputs: Inputs, ended: Sequence[Tombstone]) -> Iterator[Lineage]:
    """Yield every name that was published before: those that a skill has, then those that ended."""
    for place, entry, around in cache.published_before():
        if not around.releases or not cache.past(name_key(entry.name)).versions:
            continue
        own = own_archives(cache.prepared(place).entry.release, around.releases)
        offered = entry.carried or (entry.release if entry.release.archive and not entry.release.yanked else None)
        stands_in = entry.carried is not None and entry.carried.digest != entry.release.digest
        yield Lineage(entry.name, around.releases, _carried(around.releases, own), offered, stands_in)
    stones = {stone.name: stone for stone in ended}
    for past in cache.gone():
        if past.versions or past.purged:
            yanked = inputs.configuration.yanked
            releases, purged = apart_purged(with_yanks(past.releases(past.name), yanked), yanked)
            kept = {release.label: release for release in releases}
            published = (
                skill_json.remarked(version, kept[version.release.label])
                for version in past.versions
                if version.release.label in kept
            )
            yield Lineage(
                past.name,
                releases,
                _carried(releases, frozenset()),
                None,
                stone=stones[past.name],
                published=tuple(published),
                purged=(*purged, *past.purged),
            )


def changes_between(lineage: Lineage, shelf: Shelf) -> tuple[Changes | None, ...]:
    """Return what changed with each release since the one before it, the newest first; None where nobody knows yet."""
    return tuple(shelf.known_changes(old, new) for new, old in pairwise(lineage.releases))


def to_compare(lineage: Lineage, shelf: Shelf) -> Iterator[tuple[Release, Artifact]]:
    """Yield the releases that must be opened to know what changed, each with its archive."""
    for new, old in pairwise(lineage.releases):
        if shelf.known_changes(old, new) is None:
            yield from ((release, next(artifacts(release))) for release in (new, old))


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


def _carried(releases: Sequence[Release], own: frozenset[str]) -> tuple[tuple[Release, tuple[Artifact, ...]], ...]:
    pairs = ((release, tuple(each for each in artifacts(release) if each.path not in own)) for release in releases)
    return tuple((release, files) for release, files in pairs if files)

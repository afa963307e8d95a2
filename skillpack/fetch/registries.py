"""Names asked of catalogs that skillpack built: the version that fits, with its record."""

from collections.abc import Iterator
from functools import partial

from skillpack.catalog import paths
from skillpack.errors import FetchError
from skillpack.fetch.catalog import PublishedCatalog
from skillpack.fetch.offer import Offer
from skillpack.fetch.opened import check_tree, from_archive
from skillpack.model.installed import Assurance, Kind, Provenance
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Release
from skillpack.model.tree import Candidate
from skillpack.model.version import in_range, order, semver_key
from skillpack.registry import catalog_json, skill_json
from skillpack.registry.catalog_json import Listed


def listed(catalog: PublishedCatalog, limits: Limits) -> Iterator[Listed]:
    """Yield what a catalog lists, gone names included.

    Raises:
        FetchError: It cannot be read.
        IndexRefusedError: It is refused; the message names the entry.
    """
    yield from catalog_json.read(catalog.lines(paths.CATALOG), url=catalog.where(paths.CATALOG), limits=limits)


def named_offer(catalog: PublishedCatalog, name: str, wanted: str, limits: Limits) -> Offer:
    """Return the version of a name that fits what is wanted: the newest in a range, a label, the start of a digest.

    Without a range, the current one; a yanked one only where its label or digest is named (as a lock file does).

    Raises:
        FetchError: The catalog has no such name, or no such version.
        IndexRefusedError: The record is refused.
    """
    path = paths.skill_record(name)
    record = skill_json.read(catalog.read(path), url=catalog.where(path), limits=limits)
    if record.name != name:
        raise FetchError(f"`{catalog.where(path)}` is the record of `{record.name}`")
    gone = record.tombstone
    if gone is not None and not wanted:
        words = f"is called `{gone.successor}` now" if gone.successor else "was withdrawn"
        because = f": {gone.reason}" if gone.reason else ""
        raise FetchError(f"`{name}` {words}{because}", hint=f"install `{gone.successor}`" if gone.successor else "")
    release = _chosen([each.release for each in record.versions], wanted)
    if release is None:
        labels = ", ".join(each.release.label for each in record.versions[:8])
        raise FetchError(f"`{catalog.name}` has no version of `{name}` that fits `{wanted}`", hint=f"it has {labels}")
    return Offer(
        name=name,
        provenance=Provenance(Kind.REGISTRY, catalog.name, wanted=wanted, assurance=Assurance.DIGEST),
        get=partial(_download, catalog, release, limits),
        description=record.description,
        label=release.label,
        digest=release.digest,
        date=release.date,
        yanked=release.yanked,
        url=catalog.where(release.archive),
        archive_sha256=release.archive_sha256,
    )


def _chosen(releases: list[Release], wanted: str) -> Release | None:
    """Return the release that is meant; `releases` are newest first."""
    exact = [each for each in releases if wanted and (each.label == wanted or each.digest.startswith(wanted))]
    if exact:
        return exact[0]
    offered = [each for each in releases if not each.yanked]
    if not wanted:
        return offered[0] if offered else None
    best: Release | None = None
    for each in offered:
        if semver_key(each.label) and in_range(each.label, wanted):
            best = each if best is None or order(each.label, best.label) > 0 else best
    return best


def _download(catalog: PublishedCatalog, release: Release, limits: Limits) -> Candidate:
    content = catalog.artifact(Artifact(release.archive, release.archive_sha256))
    where = catalog.where(release.archive)
    candidate = from_archive(content, limits, named=release.name, where=where, sha256_wanted=release.archive_sha256)
    check_tree(candidate, release.digest, where)
    return candidate

"""What is asked of the web by address or digest: sites, archives, bundles; `Sources` gives each its turn."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from skillpack.archive.member import archive_limit
from skillpack.catalog import paths
from skillpack.errors import MissingError
from skillpack.model.digest import sha256
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact
from skillpack.registry import bundles_json
from skillpack.sources.available import AvailableSkill, FetchedSkill, from_archive, from_markdown
from skillpack.sources.file_cache import Store
from skillpack.sources.http.address import parse_address
from skillpack.sources.local import available_skill
from skillpack.sources.published_site import PublishedCatalog
from skillpack.sources.registries import ambiguous, digest_skill, recorded_skill
from skillpack.sources.spec import Spec

_MOST_RECORDS = 2000  # records of one registry that are read to find a digest

Open = Callable[[str], PublishedCatalog]
"""Returns what gives the files of an address."""


def catalog_skills(
    catalog: PublishedCatalog, listed: Iterable[str], only: Collection[str], limits: Limits
) -> Iterator[AvailableSkill]:
    """Yield the current version of the skills of a catalog that skillpack built.

    Args:
        catalog: Gives its files.
        listed: The names that it has now.
        only: The names that are wanted; empty for all.
        limits: What we are willing to read.

    Raises:
        FetchError: A record cannot be read.
        IndexRefusedError: A record is refused.
    """
    names = [name for name in listed if not only or name in only]
    for name, content in catalog.records(names, paths.skill_record):
        try:
            yield recorded_skill(catalog, name, content, "", limits)
        except MissingError:
            if only:
                raise


def archive_at(url: str, wanted: str, open_catalog: Open, limits: Limits, insecure: Collection[str]) -> AvailableSkill:
    """Return the skill of an archive on the web.

    Args:
        url: Of the archive.
        wanted: SHA-256 that it must have, or empty.
        open_catalog: Opens its origin.
        limits: What we are willing to read.
        insecure: Hosts that may be read by http.

    Raises:
        MissingError: It is not there.
        FetchError: It cannot be read.
        IntegrityError: It has another digest.
        ArchiveError: It is refused.
    """
    address = parse_address(url, insecure=insecure)
    catalog = open_catalog(f"{address.root}/")
    if wanted:
        content = catalog.artifact(Artifact(address.target, wanted))
    else:
        found = catalog.find(address.target, most=archive_limit(limits))
        if found is None:
            raise catalog.untold or MissingError(f"there is no `{address.shown}`")
        content = found
    digest = catalog.keep(content)
    named = address.target.rpartition("/")[2].split(".")[0]
    skill = from_archive(content, limits, named=named, where=address.shown)
    assurance = Assurance.DIGEST if wanted else Assurance.NONE
    return _fetched(
        skill, Provenance(SourceKind.ARCHIVE, str(address), wanted=wanted, assurance=assurance), digest, url
    )


def digest_at(
    spec: Spec, store: Store | None, registries: Sequence[str], open_catalog: Open, limits: Limits
) -> AvailableSkill:
    """Return the skill with a digest, of its archive or its tree: from the downloads, else from registries' records.

    Raises:
        MissingError: Nobody has it.
        FetchError: A registry cannot be read.
        IndexRefusedError: An index is refused.
    """
    content = store.get(spec.wanted) if store is not None else None
    if content is not None:
        return _kept(content, limits)
    for location in registries:
        catalog = open_catalog(location)
        found = digest_skill(catalog, spec.wanted, limits, most=_MOST_RECORDS)
        if found is not None:
            return found
    where = "nor does a registry list it" if registries else "and no registry is configured"
    raise MissingError(
        f"nothing with the digest `{spec.wanted[:12]}…` is cached, {where}",
        hint="`NAME@DIGEST` installs an earlier version of a skill",
    )


def bundle_members(
    name: str, registries: Sequence[str], open_catalog: Open, limits: Limits
) -> tuple[str, Sequence[str]]:
    """Return the registry that has a bundle, and the names of its skills.

    Raises:
        UsageError: Several registries have it (`AmbiguousError`).
        MissingError: No registry has it, or the bundle has no available skills.
        FetchError: A registry cannot be read.
        IndexRefusedError: An index is refused.
    """
    names: list[str] = []
    having: dict[str, Sequence[str]] = {}
    for location in registries:
        catalog = open_catalog(location)
        content = catalog.find(paths.BUNDLES_INDEX)
        if content is None:
            continue
        found = bundles_json.read(content, url=catalog.where(paths.BUNDLES_INDEX), limits=limits)
        if name in found:
            having[location] = found[name].skills
        names += found
    if len(having) > 1:
        raise ambiguous(name, tuple(having), [f"bundle:{name} --registry {each}" for each in having])
    for location, skills in having.items():
        if not skills:
            raise MissingError(f"the bundle `{name}` of `{location}` has no available skills")
        return location, skills
    there = ", ".join(f"`{each}`" for each in names[:8])
    raise MissingError(f"no registry has a bundle `{name}`", hint=f"there is {there}" if there else "none has bundles")


def _kept(content: bytes, limits: Limits) -> AvailableSkill:
    """Return the skill of bytes that were downloaded before."""
    digest = sha256(content)
    where = f"sha256:{digest}"
    is_archive = content.startswith((b"PK", b"\x1f\x8b"))
    opened = partial(from_archive, limits=limits) if is_archive else from_markdown
    found = opened(content, named="", where=where)
    return _fetched(found, Provenance(SourceKind.ARCHIVE, where, assurance=Assurance.DIGEST), digest, "")


def _fetched(found: FetchedSkill, provenance: Provenance, digest: str, url: str) -> AvailableSkill:
    return replace(available_skill(found, provenance), url=url, archive_sha256=digest)

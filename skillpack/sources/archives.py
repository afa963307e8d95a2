"""An archive at an address, or the archive or tree with a digest -> the skill that it holds."""

import re
from collections.abc import Collection, Sequence
from functools import partial

from msgspec.structs import replace

from skillpack.archive.member import archive_limit
from skillpack.catalog import paths
from skillpack.errors import MissingError, SkillpackError
from skillpack.model.digest import has_digest, sha256, tree_digest
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact
from skillpack.registry import skill_json
from skillpack.sources.available import AvailableSkill, FetchedSkill, from_archive, from_markdown
from skillpack.sources.file_cache import Store
from skillpack.sources.http.address import parse_address
from skillpack.sources.local import available_skill
from skillpack.sources.published_site import PublishedCatalog
from skillpack.sources.registries import Open, digest_skill, signed_later
from skillpack.sources.spec import Spec

_PUBLISHED = re.compile(r"(/(?:[^?]*/)?)archives/([^/?]+)/[^/?]+")
_MOST_RECORDS = 2000  # records of one registry that are read to find a digest


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
        ListRefusedError: The signed list of its registry is refused, or names another file or none.
        ArchiveError: It is refused.
    """
    address = parse_address(url, insecure=insecure)
    catalog = open_catalog(f"{address.root}/")
    if wanted:
        content = catalog.promised(Artifact(address.target, wanted))
    else:
        found = catalog.find(address.target, most=archive_limit(limits))
        if found is None:
            raise catalog.untold or MissingError(f"there is no `{address.shown}`")
        content = found
    digest = catalog.keep(content)
    named = address.target.rpartition("/")[2].split(".")[0]
    skill = from_archive(content, limits, named=named, where=address.shown)
    signature = _signature_beside(skill, address.target, catalog, limits)
    skill = signed_later(catalog, skill, address.target, tree_digest(skill.tree.tree), signature)
    assurance = Assurance.DIGEST if wanted else Assurance.NONE
    source = Provenance(SourceKind.ARCHIVE, str(address), wanted=wanted, assurance=assurance)
    return replace(_fetched(skill, source, digest, url), signature_sha256=signature)


def _signature_beside(found: FetchedSkill, target: str, catalog: PublishedCatalog, limits: Limits) -> str:
    """Return the digest of the signature that lies beside an archive, where a site that skillpack built says so.

    A signature may come later than the archive, and only the record tells of it. Empty where there is none to see:
    another site, no record, none that can be read, or none of these files.
    """
    at = _PUBLISHED.fullmatch(target)
    if at is None:
        return ""
    path = f"{at[1]}{paths.skill_record(at[2])}"
    try:
        content = catalog.find(path)
        record = None if content is None else skill_json.read(content, url=catalog.where(path), limits=limits)
    except SkillpackError:
        return ""
    tree = found.tree.tree
    if record is None or record.name != found.skill.name:
        return ""
    releases = (each.release for each in record.versions)
    return next((each.signature for each in releases if each.signature and has_digest(tree, each.digest)), "")


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

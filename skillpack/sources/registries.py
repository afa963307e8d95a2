"""Catalogs that skillpack built: which has a name, a bundle or a digest, and the versions that it records."""

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cmp_to_key, partial

from skillpack.catalog import paths
from skillpack.errors import (
    AmbiguousError,
    FetchError,
    GoneError,
    IndexRefusedError,
    MissingError,
    SkillpackError,
    UsageError,
)
from skillpack.model.ability import Abilities
from skillpack.model.install_settings import Registry
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Release, Tombstone
from skillpack.model.signature import SIGNATURE
from skillpack.model.version import in_range, order, semver_key
from skillpack.registry import bundles_json, catalog_json, skill_json, versions_json
from skillpack.registry.skill_json import (
    PublishedSkill,
    PublishedVersion,
    file_digests,
    recorded_depends,
    version_abilities,
)
from skillpack.registry.versions_json import Latest
from skillpack.sources.available import (
    AvailableSkill,
    FetchedSkill,
    check_name,
    check_tree,
    from_archive,
    with_signature,
)
from skillpack.sources.published_site import PublishedCatalog
from skillpack.sources.spec import pinned_form

Open = Callable[[str], PublishedCatalog]
"""Returns what gives the files of an address."""


def resolve_registry(
    name: str,
    registries: Sequence[str],
    named: Sequence[Registry],
    *,
    has_record: Callable[[str], bool],
    names_of: Callable[[str], Collection[str]],
    has_had: Callable[[str], bool],
) -> str:
    """Return the registry that has a name, or one before it that has had it and says what became of it.

    All are asked: whoever may add one registry could otherwise take over any name. The list of all names of the one
    whose record says that it has it is not read; those of the others are, for only that tells that they have it not.

    Args:
        name: Of a skill.
        registries: Addresses or folders.
        named: What settings call them.
        has_record: Returns whether a registry's record of the name says that it has it.
        names_of: Returns the names that a registry has.
        has_had: Returns whether a registry had the name before.

    Raises:
        UsageError: There are no registries, or several have the name (`AmbiguousError`).
        MissingError: None has it.
        FetchError: One cannot be read: it may have the name too.
        IndexRefusedError: An index is refused.
    """
    if not registries:
        raise UsageError(
            f"no registry is configured to find `{name}` in",
            hint="`--registry URL`, or `[[registry]]` in the settings; `./NAME` is a folder",
        )
    having: list[str] = []
    known: list[str] = []
    failure: SkillpackError | None = None
    recorded = [location for location in dict.fromkeys(registries) if has_record(location)]
    for location in dict.fromkeys(registries):
        if recorded == [location]:
            having.append(location)
            continue
        try:
            found = names_of(location)
        except SkillpackError as error:
            failure = failure or error
            continue
        known += found
        having += [location] if name in found else []
    if len(having) > 1:
        raise _ambiguous(name, having, [pinned_form(name, each, named) for each in having])
    if failure is not None:
        if having:
            failure.hint = f"`{pinned_form(name, having[0], named)}` asks only one registry"
        raise failure
    for location in registries:
        if location in having or has_had(location):
            return location
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean `{near[0]}`?" if near else "`skillpack search --catalog URL WORDS` searches by what it does"
    raise MissingError(f"no registry has `{name}`", hint=hint)


def latest(catalog: PublishedCatalog, limits: Limits) -> Mapping[str, Latest]:
    """Return the latest version under each name of a catalog.

    Raises:
        FetchError: It cannot be read.
        IndexRefusedError: It is refused; the message names the entry.
    """
    return versions_json.read(catalog.read(paths.VERSIONS), url=catalog.where(paths.VERSIONS), limits=limits)


def find_record(catalog: PublishedCatalog, name: str, limits: Limits) -> bytes | None:
    """Return the record of a name that a catalog has now; None where it does not say so, or cannot be read."""
    try:
        content = catalog.find(paths.skill_record(name))
        record = None if content is None else skill_json.read(content, url=catalog.name, limits=limits)
    except SkillpackError:
        return None
    has_it = record is not None and record.name == name and record.versions and record.tombstone is None
    return content if has_it else None


def has_had(catalog: PublishedCatalog, name: str, limits: Limits) -> bool:
    """Return whether a catalog has a record of a name that it does not offer now: renamed, withdrawn or withheld.

    Raises:
        FetchError: It cannot be read.
        IndexRefusedError: It is refused; the message names the entry.
    """
    lines = catalog_json.read(catalog.lines(paths.CATALOG), url=catalog.where(paths.CATALOG), limits=limits)
    return any(each.name == name and each.record for each in lines)


def named_skill(catalog: PublishedCatalog, name: str, wanted: str, limits: Limits) -> AvailableSkill:
    """Return the version of a name that fits what is wanted: the newest in a range, a label, the start of a digest.

    Without a range, the current one; a yanked one only where its label or digest is named (as a lock file does).

    Raises:
        GoneError: The name was renamed or withdrawn.
        MissingError: No version fits.
        FetchError: The record cannot be read.
        IndexRefusedError: The record is refused.
    """
    return recorded_skill(catalog, name, catalog.read(paths.skill_record(name)), wanted, limits)


def recorded_skill(catalog: PublishedCatalog, name: str, content: bytes, wanted: str, limits: Limits) -> AvailableSkill:
    """Return the same of a record that was read before.

    Raises:
        GoneError: The name was renamed or withdrawn.
        MissingError: No version fits.
        FetchError: It is the record of another name.
        IndexRefusedError: The record is refused.
    """
    record = _record(catalog, name, content, limits)
    gone = record.tombstone
    if gone is not None and not wanted:
        raise _gone(gone)
    release = _chosen([each.release for each in record.versions], wanted)
    if release is None:
        yanked = [each.release.yanked for each in record.versions]
        if not wanted and yanked and all(yanked):
            raise MissingError(
                f"every version of `{name}` was yanked: {yanked[0]}",
                hint=f"`{name}@{record.versions[0].release.label}` installs one anyway",
            )
        labels = ", ".join(each.release.label for each in record.versions[:8])
        purged = _chosen(list(record.purged), wanted)
        if purged is not None:
            raise MissingError(
                f"version `{purged.label}` of `{name}` was purged: {purged.yanked}",
                hint=f"there are {labels}" if labels else "",
            )
        raise MissingError(
            f"`{catalog.name}` has no version of `{name}` that fits `{wanted}`",
            hint=f"it has {labels}" if labels else "it has no published version",
        )
    return _available_skill(catalog, record, release, wanted, limits)


def every_skill(catalog: PublishedCatalog, name: str, limits: Limits) -> tuple[AvailableSkill, ...]:
    """Return every version of a name that is not yanked, the highest first; those without a version number come last.

    Raises:
        GoneError: The name was renamed or withdrawn.
        FetchError: The record cannot be read.
        IndexRefusedError: The record is refused.
    """
    record = _record(catalog, name, catalog.read(paths.skill_record(name)), limits)
    if record.tombstone is not None:
        raise _gone(record.tombstone)
    current = [each.release for each in record.versions if not each.release.yanked]
    current.sort(key=cmp_to_key(lambda one, other: order(other.label, one.label)))
    return tuple(_available_skill(catalog, record, release, "", limits) for release in current)


def recalled_versions(catalog: PublishedCatalog, name: str, limits: Limits) -> Mapping[str, str]:
    """Return the digest of each version of a name that was yanked or purged, with the reason.

    Raises:
        FetchError: The record cannot be read.
        IndexRefusedError: The record is refused.
    """
    return _recalled(_record(catalog, name, catalog.read(paths.skill_record(name)), limits))


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


def digest_skill(catalog: PublishedCatalog, digest: str, limits: Limits, *, most: int) -> AvailableSkill | None:
    """Return the version with a digest, of its tree or of its archive; None where the catalog lists none.

    Args:
        catalog: That is asked.
        digest: 64 hex digits.
        limits: What we are willing to read.
        most: Records that are read to find an earlier version or an archive.

    Raises:
        FetchError: It cannot be read.
        IndexRefusedError: It is refused; the message names the entry.
    """
    listed = latest(catalog, limits)
    names = [name for name, each in listed.items() if each.digest == digest] or list(listed)[:most]
    for name, content in catalog.records(names, paths.skill_record):
        record = skill_json.read(content, url=catalog.where(paths.skill_record(name)), limits=limits)
        for each in record.versions:
            if digest in {each.release.digest, each.release.archive_sha256}:
                return recorded_skill(catalog, name, content, each.release.digest, limits)
    return None


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
        raise _ambiguous(name, tuple(having), [f"bundle:{name} --registry {each}" for each in having])
    for location, skills in having.items():
        if not skills:
            raise MissingError(f"the bundle `{name}` of `{location}` has no available skills")
        return location, skills
    there = ", ".join(f"`{each}`" for each in names[:8])
    raise MissingError(f"no registry has a bundle `{name}`", hint=f"there is {there}" if there else "none has bundles")


def _ambiguous(name: str, places: Sequence[str], forms: Sequence[str]) -> AmbiguousError:
    """Return the failure of a name that several registries have.

    Args:
        name: Of a skill or a bundle.
        places: Addresses or folders of the registries.
        forms: What to type instead, for each.
    """
    where = ", ".join(f"`{each}`" for each in places)
    return AmbiguousError(
        f"`{name}` is in {len(places)} registries: {where}",
        places=tuple(places),
        hint=f"say which: {' or '.join(f'`{each}`' for each in forms)}",
    )


def _recalled(record: PublishedSkill) -> Mapping[str, str]:
    releases = (*(version.release for version in record.versions), *record.purged)
    return {each.digest: each.yanked for each in releases if each.yanked}


def _record(catalog: PublishedCatalog, name: str, content: bytes, limits: Limits) -> PublishedSkill:
    where = catalog.where(paths.skill_record(name))
    record = skill_json.read(content, url=where, limits=limits)
    if record.name != name:
        raise FetchError(f"`{where}` is the record of `{record.name}`")
    return record


def _available_skill(
    catalog: PublishedCatalog, record: PublishedSkill, release: Release, wanted: str, limits: Limits
) -> AvailableSkill:
    (published,) = (each for each in record.versions if each.release == release)
    return AvailableSkill(
        name=record.name,
        provenance=Provenance(SourceKind.REGISTRY, catalog.name, wanted=wanted, assurance=Assurance.DIGEST),
        get=partial(_fetch, catalog, release, limits),
        description=record.description,
        label=release.label,
        digest=release.digest,
        date=release.date,
        yanked=release.yanked,
        deprecated=_advice(record),
        successor=record.successor,
        url=catalog.where(release.archive),
        archive_sha256=release.archive_sha256,
        signature_sha256=release.signature,
        yanks=tuple(_recalled(record).items()),
        history=tuple(each.release.digest for each in record.versions),
        recorded=partial(_recorded, record),
        depends=recorded_depends(published),
        signed=partial(_signed, record, published),
    )


def _signed(record: PublishedSkill, published: PublishedVersion) -> tuple[str, str] | None:
    """Return the state of the signature of a version and who made it; None where the record does not tell.

    It names them for the version that is offered alone; of others it tells whether they have one.
    """
    release = published.release
    try:
        has_one = bool(release.signature) or SIGNATURE in dict(file_digests(published))
    except IndexRefusedError:
        return None
    if not has_one:
        return "", ""
    offered = next((each.release for each in record.versions if not each.release.yanked), None)
    return record.signed if release == offered and record.signature is not None else None


def _recorded(record: PublishedSkill, digest: str) -> Abilities | None:
    """Return the abilities of a version by its digest, as the record tells them; None where it does not."""
    versions = (each for each in record.versions if each.release.digest == digest)
    return next((version_abilities(each) for each in versions), None)


def _advice(record: PublishedSkill) -> str:
    """Return the advice for a deprecated skill; empty for one that is not."""
    if record.status != "deprecated":
        return ""
    return f"use {record.successor} instead" if record.successor else "its publisher names no successor"


def _gone(gone: Tombstone) -> GoneError:
    words = f"is now called `{gone.successor}`" if gone.successor else "was withdrawn"
    return GoneError(
        f"`{gone.name}` {words}{f': {gone.reason}' if gone.reason else ''}",
        successor=gone.successor,
        reason=gone.reason,
        hint=f"install `{gone.successor}`" if gone.successor else "",
    )


def _chosen(releases: list[Release], wanted: str) -> Release | None:
    """Return the release that is meant; `releases` are newest first."""
    exact = [each for each in releases if wanted and (each.label == wanted or each.digest.startswith(wanted))]
    if exact:
        return exact[0]
    current = [each for each in releases if not each.yanked]
    if not wanted:
        return current[0] if current else None
    best: Release | None = None
    for each in current:
        if semver_key(each.label) and in_range(each.label, wanted):
            best = each if best is None or order(each.label, best.label) > 0 else best
    return best


def _fetch(catalog: PublishedCatalog, release: Release, limits: Limits) -> FetchedSkill:
    content = catalog.artifact(Artifact(release.archive, release.archive_sha256))
    where = catalog.where(release.archive)
    found = from_archive(content, limits, named=release.name, where=where, sha256_wanted=release.archive_sha256)
    check_tree(found, release.digest, where)
    check_name(found, release.name, where)
    return signed_later(catalog, found, release.archive, release.digest, release.signature)


def signed_later(
    catalog: PublishedCatalog, found: FetchedSkill, archive: str, digest: str, signature_sha256: str
) -> FetchedSkill:
    """Return a skill of an archive with the signature that lies beside it; as it is where there is none to take.

    Args:
        catalog: Gives the signature.
        found: As the archive holds it, verified.
        archive: Path of the archive in the catalog.
        digest: Of the version.
        signature_sha256: Of the signature; empty for none.

    Raises:
        IntegrityError: It is none.
        FetchError: It cannot be read.
    """
    if not signature_sha256:
        return found
    signature = Artifact(paths.signature(archive, signature_sha256), signature_sha256)
    return with_signature(found, digest, signature_sha256, partial(catalog.artifact, signature))

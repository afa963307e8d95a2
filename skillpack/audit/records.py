"""The record of a skill, and its archives: what every index is held against."""

from collections.abc import Iterator

from skillpack.archive.read import read_archive
from skillpack.audit.problem import Problem, ProblemKind, Reference, disagrees, unreadable
from skillpack.audit.signatures import SignatureAudit
from skillpack.catalog import paths
from skillpack.errors import ArchiveError, IndexRefusedError
from skillpack.model.digest import has_digest, sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.registry import skill_json
from skillpack.registry.catalog_json import CatalogLine
from skillpack.registry.discovery import unlisted
from skillpack.registry.skill_json import PublishedSkill

_STATES = frozenset({"published", "withheld"})  # in which a name can be installed


def available(record: PublishedSkill) -> Release | None:
    """Return the release that can be installed: the newest that is not yanked."""
    releases = (each.release for each in record.versions if record.state in _STATES)
    return next((each for each in releases if not each.yanked), None)


def artifacts(release: Release) -> dict[str, str]:
    """Return path -> SHA-256 of everything that was published of a release."""
    stem = release.archive.removesuffix("zip")
    found = {release.archive: release.archive_sha256}
    found |= {f"{stem}{suffix}": digest for suffix, digest in release.also}
    found |= {f"{stem}md": release.markdown_sha256} if release.markdown_sha256 else {}
    return found | (
        {paths.signature(release.archive, release.signature): release.signature} if release.signature else {}
    )


def row_problems(row: CatalogLine, record: PublishedSkill) -> Iterator[Problem]:
    """Yield where the entry of catalog.json and the record of a skill say different things."""
    path, by = paths.CATALOG, paths.skill_record(row.name)
    versions = {(each.release.label, each.release.digest) for each in record.versions}
    if row.state != record.state:
        yield disagrees(path, row.name, f"is {row.state} here and {record.state} in `{by}`")
    if row.label and (row.label, row.digest) not in versions:
        yield disagrees(path, row.name, f"has version `{row.label}` here, and `{by}` has no such version and digest")
    if (row.signature, row.signer) != record.signed and row.state == record.state:
        yield disagrees(path, row.name, f"has another signature here than in `{by}`")
    if not row.label and available(record) is not None:
        yield disagrees(path, row.name, f"has no version here, and `{by}` offers one")


def record_references(record: PublishedSkill) -> Iterator[Reference]:
    """Yield every file that a record names, with its digest."""
    by, sums = paths.skill_record(record.name), paths.skill_checksums(record.name)
    for each in record.versions:
        release = each.release
        yield Reference(release.archive, by, release.archive_sha256, release.archive_size)
        yield from (Reference(path, by, digest) for path, digest in artifacts(release).items())
        yield Reference(f"{release.archive.removesuffix('zip')}SHA256SUMS", by, release.digest)
    if record.state == "published" and available(record) is not None:
        yield from (Reference(path, by) for path in (sums, paths.skill_markdown(record.name)))
        if not unlisted(record.name, record.description):
            yield Reference(paths.skill_discovery(record.name), by)


def archive_problems(
    record: PublishedSkill, release: Release, content: bytes, limits: Limits, signatures: SignatureAudit
) -> Iterator[Problem]:
    """Yield the problems of the files in an archive: for a strict reader, or held against the record.

    Args:
        record: Of the skill.
        release: Of the archive.
        content: Of the archive.
        limits: Of what is read.
        signatures: Gets the files, for what signs them.
    """
    path, by = release.archive, paths.skill_record(record.name)
    try:
        tree = read_archive(content, limits)
    except ArchiveError as error:
        yield Problem(path, ProblemKind.REFUSED, f"the archive is refused: {error}")
        return
    signatures.add_archive(release, tree)
    if not has_digest(tree, release.digest):
        found = tree_digest(tree)
        yield Problem(path, ProblemKind.DIFFERS, f"its files have digest {found}, `{by}` says {release.digest}")
    try:
        published = next(each for each in record.versions if each.release is release)
        listed = skill_json.file_digests(published) if release is available(record) else ()
    except IndexRefusedError as error:
        yield unreadable(by, error)
        return
    if listed and dict(listed) != {path: sha256(content) for path, content in tree.files.items()}:
        yield Problem(path, ProblemKind.DIFFERS, f"its files are not those that `{by}` lists")


def checksum_references(record: PublishedSkill, content: bytes) -> Iterator[Problem | Reference]:
    """Yield the problems of the checksums beside the page of a skill, and the digest that they give SKILL.md."""
    path, text = paths.skill_checksums(record.name), content.decode("utf-8", "replace")
    if sha256(content) not in {each.release.digest for each in record.versions}:
        by = paths.skill_record(record.name)
        yield Problem(
            path, ProblemKind.DIFFERS, f"has SHA-256 {sha256(content)}, and no version in `{by}` has this digest"
        )
    digests = (line[:64] for line in text.split("\n") if line[66:] == "SKILL.md")
    yield from (Reference(paths.skill_markdown(record.name), path, digest) for digest in digests)

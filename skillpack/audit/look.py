"""One skill as its record and its files have it, for us and for other clients."""

from collections.abc import Iterator
from dataclasses import replace

from skillpack.archive.layout import tree_of
from skillpack.archive.member import Member
from skillpack.archive.tar import read_tar
from skillpack.archive.zip import read_zip
from skillpack.audit.clients import skills_cli
from skillpack.audit.faults import archive_refused, digest_differs, file_missing, index_unreadable
from skillpack.audit.known import ZIP, Known, artifacts
from skillpack.audit.view import Held, Published
from skillpack.catalog import paths
from skillpack.errors import ArchiveError, IndexRefusedError
from skillpack.model.digest import checksums, checksums_of, sha256
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.model.tree import Candidate, Form, Origin, Tree, Trust, make_tree
from skillpack.parse.skill import parse_skill
from skillpack.registry import skill_json
from skillpack.registry.discovery import unfit_file

_SKILL_FILE = "SKILL.md"
_ZIP_MAGIC = b"PK"
_SWITCH = "disable-model-invocation"


Listed = tuple[tuple[str, str], ...]
"""Path and SHA-256 of the files that a record gives a release."""


def look_at(published: Published, name: str, limits: Limits) -> tuple[Known, tuple[Finding, ...]]:
    """Return what a site says of a name, and what is wrong with the files that hold it.

    Every archive is compared with its digest; the one that is offered is unpacked too, as we do it and as others do.
    """
    site, path = Held(published), paths.skill_record(name)
    content = site.get(path)
    if content is None:
        return Known(), ()
    try:
        record = skill_json.read(content, url=path, limits=limits)
        known = Known(
            record.state,
            tuple(each.release for each in record.versions),
            not_loaded_by=frozenset(record.not_loaded_by),
        )
        offered = next((each for each in record.versions if each.release is known.offered), None)
        listed = skill_json.file_digests(offered) if offered is not None else ()
    except IndexRefusedError as error:
        return Known(), (index_unreadable(path, str(error)),)
    found = [finding for release in known.releases for finding in _compared(site, release)]
    if offered is None:
        return known, tuple(found)
    found += _shown(site, known, offered.release, listed) if known.state == "published" else ()
    tree, faults = _unpacked(site, offered.release, listed, limits)
    private = tree is not None and _is_private(tree)
    # Of a withheld skill an earlier version is offered, whose description the record does not repeat.
    mute = known.state == "published" and not record.description
    unfit = unfit_file(path for path, _ in listed)
    return replace(known, private=private, mute=mute, unfit=unfit), (*found, *faults)


def _compared(site: Held, release: Release) -> Iterator[Finding]:
    """Yield what differs between a release's archives and the digests that the record gives."""
    name, by = release.name, paths.skill_record(release.name)
    for _, path, digest in artifacts(release):
        yield from _differing(site, name, path, by, {digest})


def _shown(site: Held, known: Known, offered: Release, listed: Listed) -> Iterator[Finding]:
    """Yield what differs in the files that show people the current tree."""
    name, by, sums = offered.name, paths.skill_record(offered.name), paths.skill_checksums(offered.name)
    yield from _differing(site, name, sums, by, {release.digest for release in known.releases})
    if site.digest(sums) == offered.digest:
        yield from _differing(site, name, paths.skill_markdown(name), sums, {dict(listed).get(_SKILL_FILE, "")})


def _differing(site: Held, name: str, path: str, by: str, digests: set[str]) -> Iterator[Finding]:
    """Yield that a file is missing, or has none of the digests that it may have."""
    digest = site.digest(path)
    if not digest:
        yield file_missing(name, path, by)
    elif digest not in digests:
        yield digest_differs(name, path, by)


def _unpacked(site: Held, release: Release, listed: Listed, limits: Limits) -> tuple[Tree | None, tuple[Finding, ...]]:
    """Return the tree of a release, and what is wrong with it for us and for other clients."""
    content = site.get(release.archive)
    if content is None:
        return None, ()
    try:
        members = read_zip(content, limits) if content.startswith(_ZIP_MAGIC) else read_tar(content, limits)
        tree = tree_of(members, limits)
    except ArchiveError as error:
        return None, (archive_refused(release.name, release.archive, str(error)),)
    found = [*_promised(site, release, len(content), listed, tree), *_installed(site, release, members, tree, limits)]
    return tree, tuple(found)


def _promised(site: Held, release: Release, size: int, listed: Listed, tree: Tree) -> Iterator[Finding]:
    """Yield where the files of an archive are not those that the record and the checksums list."""
    name, record, sums = release.name, paths.skill_record(release.name), checksums(tree)
    digest = sha256(sums.encode())
    if size != release.archive_size:
        yield digest_differs(name, release.archive, record, "its size")
    if digest != release.digest:
        yield digest_differs(name, release.archive, record, "the digest of its files")
    if checksums_of(listed) != sums:
        yield digest_differs(name, release.archive, record, "the list of its files")
    yield from _differing(site, name, f"{release.archive.removesuffix(ZIP)}SHA256SUMS", record, {digest})


def _installed(
    site: Held, release: Release, members: tuple[Member, ...], tree: Tree, limits: Limits
) -> Iterator[Finding]:
    """Yield what npm `skills` would lose of a release."""
    path = next((path for suffix, path, _ in artifacts(release) if suffix == "md"), "")
    if path:
        content = site.get(path) or b""
        installed = skills_cli.install_file(content, limits)
        yield from skills_cli.visit(release.name, path, installed, {_SKILL_FILE: content})
    else:
        installed = skills_cli.install_archive(members, limits)
        yield from skills_cli.visit(release.name, release.archive, installed, tree.files)


def _is_private(tree: Tree) -> bool:
    """Tell whether only people may start a skill; the switch is looked for first, for most have none."""
    content = tree.files[_SKILL_FILE]
    if _SWITCH.encode() not in content:
        return False
    origin = Origin("", 0, "skill", "skill", Form.FOLDER, Trust.EXTERNAL)
    alone = make_tree({_SKILL_FILE: content})
    skill = parse_skill(Candidate(origin, ((_SKILL_FILE, len(content)),), alone, whole=True, oddities=()))
    return not skill.invocation.by_model

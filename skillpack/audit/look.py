"""One skill as its record and its files have it, for us and for other clients."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from skillpack.archive.layout import tree_of
from skillpack.archive.member import Member
from skillpack.archive.tar import read_tar
from skillpack.archive.zip import read_zip
from skillpack.audit.clients import skills_cli
from skillpack.audit.faults import archive_refused, digest_differs, file_missing, index_unreadable
from skillpack.audit.known import ZIP, Known, artifacts
from skillpack.audit.view import Published
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


@dataclass(frozen=True, slots=True)
class _Held:
    """A site whose files are read once, while one skill is looked at."""

    site: Published
    files: dict[str, bytes | None]

    def get(self, path: str) -> bytes | None:
        """Return the bytes at a path."""
        if path not in self.files:
            self.files[path] = self.site.get(path)
        return self.files[path]


def look_at(site: Published, name: str, limits: Limits) -> tuple[Known, tuple[Finding, ...]]:
    """Return what a site says of a name, and what is wrong with the files that hold it.

    Every archive is compared with its digest; the one that is offered is unpacked too, as we do it and as others do.
    """
    site = _Held(site, {})
    path = paths.skill_record(name)
    content = site.get(path)
    if content is None:
        return Known(), ()
    try:
        record = skill_json.read(content, url=path, limits=limits)
        known = Known(record.state, tuple(each.release for each in record.versions))
        offered = next((each for each in record.versions if each.release is known.offered), None)
        listed = skill_json.file_digests(offered) if offered is not None else ()
    except IndexRefusedError as error:
        return Known(), (index_unreadable(path, str(error)),)
    found = [finding for release in known.releases for finding in _compared(site, release)]
    found += _shown(site, known) if known.state == "published" else ()
    if offered is None:
        return known, tuple(found)
    tree, faults = _unpacked(site, offered.release, listed, limits)
    private = tree is not None and _is_private(tree)
    return replace(known, private=private, unfit=unfit_file(path for path, _ in listed)), (*found, *faults)


def _compared(site: Published, release: Release) -> Iterator[Finding]:
    """Yield what differs between a release's archives and the digests that the record gives."""
    name, by = release.name, paths.skill_record(release.name)
    for suffix, path, digest in artifacts(release):
        content = site.get(path)
        if content is None:
            yield file_missing(name, path, by)
        elif sha256(content) != digest:
            yield digest_differs(name, path, by)
        elif suffix == ZIP and len(content) != release.archive_size:
            yield digest_differs(name, path, by, "its size")


def _shown(site: Published, known: Known) -> Iterator[Finding]:
    """Yield what differs in the files that show people the current tree."""
    if not known.releases:
        return
    name, by = known.releases[0].name, paths.skill_record(known.releases[0].name)
    sums = site.get(paths.skill_checksums(name))
    skill_file = site.get(paths.skill_markdown(name))
    if sums is None:
        yield file_missing(name, paths.skill_checksums(name), by)
    elif sha256(sums) not in {release.digest for release in known.releases}:
        yield digest_differs(name, paths.skill_checksums(name), by)
    elif skill_file is None:
        yield file_missing(name, paths.skill_markdown(name), paths.skill_checksums(name))
    elif f"{sha256(skill_file)}  {_SKILL_FILE}".encode() not in sums.split(b"\n"):
        yield digest_differs(name, paths.skill_markdown(name), paths.skill_checksums(name))


def _unpacked(
    site: Published, release: Release, listed: tuple[tuple[str, str], ...], limits: Limits
) -> tuple[Tree | None, tuple[Finding, ...]]:
    """Return the tree of a release, and what is wrong with it for us and for other clients.

    `listed` are path and SHA-256 of the files that the record gives it.
    """
    content = site.get(release.archive)
    if content is None:
        return None, ()
    try:
        members = _members(content, limits)
        tree = tree_of(members, limits)
    except ArchiveError as error:
        return None, (archive_refused(release.name, release.archive, str(error)),)
    return tree, (*_promised(site, release, listed, tree), *_installed(site, release, members, tree, limits))


def _members(content: bytes, limits: Limits) -> tuple[Member, ...]:
    return read_zip(content, limits) if content.startswith(_ZIP_MAGIC) else read_tar(content, limits)


def _promised(site: Published, release: Release, listed: tuple[tuple[str, str], ...], tree: Tree) -> Iterator[Finding]:
    """Yield where the files of an archive are not those that the record and the checksums list."""
    name, record, sums = release.name, paths.skill_record(release.name), checksums(tree)
    if sha256(sums.encode()) != release.digest:
        yield digest_differs(name, release.archive, record, "the digest of its files")
    if checksums_of(listed) != sums:
        yield digest_differs(name, release.archive, record, "the list of its files")
    beside = f"{release.archive.removesuffix(ZIP)}SHA256SUMS"
    text = site.get(beside)
    if text is None:
        yield file_missing(name, beside, record)
    elif text != sums.encode():
        yield digest_differs(name, beside, release.archive, "a line of it")


def _installed(
    site: Published, release: Release, members: tuple[Member, ...], tree: Tree, limits: Limits
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

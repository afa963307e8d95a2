"""Repositories of git -> the skills in them; only files of skills that were asked for are received."""

import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate
from pathlib import Path

from msgspec.structs import replace

from skillpack.errors import FetchError, MissingError, UsageError
from skillpack.evidence.statement import signed_paths
from skillpack.files.layout import HOST_ROOTS
from skillpack.files.membership import EVALS, SKILL_FILES
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import Form, Origin, SkippedFile, SkippedKind, SourceTree, Tree, Trust, make_tree, path_order
from skillpack.registry.skills_lock import MOST, PROJECT, locked_names
from skillpack.sources.access import Access
from skillpack.sources.available import AvailableSkill, FetchedSkill, fetched_skill, from_tree, self_named
from skillpack.sources.git.bare_repository import drop_unused
from skillpack.sources.git.commit import LINK, SUBMODULE, Commit, CommitEntry, FolderListing, list_folder
from skillpack.sources.git.program import GIT_TIMEOUTS, Git
from skillpack.sources.git.repository import Repository
from skillpack.sources.git.server import GitServers
from skillpack.sources.http.address import parse_address
from skillpack.sources.local import available_skill
from skillpack.sources.refs import NamedCommit, usable_ref
from skillpack.sources.skill_folders import hidden_folders, skill_folders
from skillpack.sources.spec import Spec, git_location

_MOST_SKILLS = 1000
_LFS = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\n")
_LONGEST_TARGET = 4096  # bytes of what a link says
_NAMES = frozenset({*SKILL_FILES, RECEIPT})


class Repositories:
    """All repositories that are asked in one run, until `close`.

    Args:
        access: How they are asked; without a store that can be written, what is received is dropped at the end.
        limits: What we are willing to read.
    """

    def __init__(self, access: Access, limits: Limits) -> None:
        self._access = access
        self._limits = limits
        kept = _kept_folder(access)
        self._passing = None if kept else tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._folder = kept or Path(self._passing.name if self._passing else "")
        timeouts = access.timeouts or GIT_TIMEOUTS
        servers = GitServers(access.env, timeouts, access.resolve, access.insecure, led=access.led)
        self._git = Git(access.env, self._folder, timeouts, servers)
        self._open: dict[str, Repository] = {}

    def close(self) -> None:
        """Drop what is not kept, and of what is what nobody used for long."""
        if self._passing is not None:
            self._passing.cleanup()
        elif self._open:
            drop_unused(self._folder)

    def available(self, spec: Spec) -> Iterator[AvailableSkill]:
        """Yield the skills of a repository, or of the folder of it that is asked for.

        Raises:
            MissingError: It has no such branch, tag, commit or folder, or no skill there.
            UsageError: The name is none, or names two.
            FetchError: It cannot be read.
            IntegrityError: What is received is not a proper commit.
        """
        repository, named = self._named(spec)
        commit = repository.commit(named)
        folders = _folders(commit, named.path, repository.location, self._locked(repository, named, commit))
        if len(folders) == 1:
            found = _read_skill(repository, named, folders[0], self._limits)  # so that its digest tells what is new
            only = available_skill(found, _provenance(repository, named, folders[0]))
            yield replace(only, date=repository.day(named.commit))
            return
        files = {folder: _skill_file(commit, folder) for folder in folders}
        oids = {entry.oid for entry in files.values()}
        repository.need(named, oids, most=self._limits.tree)
        bare = repository.bare(named.commit)
        contents = bare.contents({oid for oid in oids if bare.sizes()[oid] <= self._limits.skill_file})
        day = repository.day(named.commit)
        for folder, entry in files.items():
            yield self._unread(repository, named, folder, contents.get(entry.oid, b""), day)

    def _locked(self, repository: Repository, named: NamedCommit, commit: Commit) -> frozenset[str]:
        """Return the names of what others wrote and `npx skills` installed into the folder that is asked for."""
        prefix = f"{named.path}/".lstrip("/")
        entry = commit.entries.get(f"{prefix}{PROJECT}")
        roots = tuple(f"{prefix}{root}" for root in HOST_ROOTS)
        if entry is None or not _is_file(entry) or not commit.children.keys() & set(roots):
            return frozenset()
        repository.need(named, {entry.oid}, most=self._limits.tree)
        bare = repository.bare(named.commit)
        return locked_names(bare.contents({entry.oid})[entry.oid]) if bare.sizes()[entry.oid] <= MOST else frozenset()

    def receive(self, available: Iterable[AvailableSkill]) -> None:
        """Receive in one go what available skills need, which otherwise each would by itself.

        Raises:
            FetchError: It cannot be received.
        """
        folders: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for each in available:
            folders[each.provenance.location, each.provenance.revision].append(f"{each.provenance.path}/".lstrip("/"))
        for (location, revision), prefixes in folders.items():
            repository, named = self._open[location], NamedCommit(revision, "", "")
            below = tuple(prefixes)
            entries = repository.commit(named).entries.values()
            oids = {entry.oid for entry in entries if entry.mode != SUBMODULE and entry.path.startswith(below)}
            repository.need(named, oids, most=self._limits.received)

    def commit(self, spec: Spec) -> str:
        """Return the commit that a SPEC names now; no file is received.

        Raises:
            MissingError: There is no such name.
            FetchError: The repository cannot be asked.
        """
        return self._named(spec)[1].commit

    def _named(self, spec: Spec) -> tuple[Repository, NamedCommit]:
        if spec.wanted and not usable_ref(spec.wanted):
            raise UsageError(f"`{printable(spec.wanted)}` is not a valid branch, tag or commit")
        if spec.location not in self._open:
            git_location(spec.location)  # also of what a receipt or a lock file says
            if spec.location.startswith(("http://", "https://")):
                parse_address(spec.location, insecure=self._access.insecure)
            self._open[spec.location] = Repository(
                self._git, spec.location, self._folder, self._limits, offline=self._access.offline
            )
        repository = self._open[spec.location]
        return repository, repository.find(spec.wanted, spec.path)

    def _unread(
        self, repository: Repository, named: NamedCommit, folder: str, skill_file: bytes, day: str
    ) -> AvailableSkill:
        """Return one of many skills, of which so far only the skill file is here."""
        tree = make_tree({SKILL_FILES[0]: skill_file})
        skill = from_tree(tree, folder.rpartition("/")[2] or _name_of(repository)).skill
        return AvailableSkill(
            name=skill.name,
            provenance=_provenance(repository, named, folder),
            get=partial(_read_skill, repository, named, folder, self._limits),
            description=skill.description,
            date=day,
        )


def _kept_folder(access: Access) -> Path | None:
    """Return where repositories are kept beside the downloads; None where nothing can be."""
    if access.store is None:
        return None
    folder = access.store.with_name("git")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if access.offline or os.access(folder, os.W_OK) else None


def _provenance(repository: Repository, named: NamedCommit, folder: str) -> Provenance:
    return Provenance(SourceKind.GIT, repository.location, folder, named.wanted, named.commit, Assurance.DIGEST)


def _folders(commit: Commit, path: str, where: str, locked: Collection[str]) -> tuple[str, ...]:
    """Return the folders of the skills below a path of a commit, from its root."""
    prefix = f"{path}/" if path else ""
    place = f"`{path}` of `{where}`" if path else f"`{where}`"
    if path and path not in commit.children:
        raise MissingError(f"{place} {_instead(commit, path)}", hint="give a skill's folder, or only the repository")
    files = [
        entry.path.removeprefix(prefix)
        for entry in commit.entries.values()
        if entry.path.startswith(prefix) and entry.path.rpartition("/")[2] in _NAMES and _is_file(entry)
    ]
    found = skill_folders(files, locked=locked)
    if not found:
        hidden = hidden_folders(files)
        if hidden:
            folder = printable(f"{prefix}{hidden[0]}")
            hint = f"its skills are in dot folders, which are skipped: name one, as in `OWNER/REPO/{folder}`"
            if "://" in where and not where.startswith("https://"):
                hint = f"its skills are in dot folders, which are skipped: name one, as in `git+{where}#{folder}`"
            raise MissingError(f"no skills in {place}", hint=hint)
        raise MissingError(f"no skills in {place}", hint="a skill is a folder with a `SKILL.md`")
    if len(found) > _MOST_SKILLS:
        raise MissingError(f"{place} has {len(found):,} skills", hint="give the folder of one: `OWNER/REPO/FOLDER`")
    return tuple(f"{prefix}{folder}".rstrip("/") for folder in found)


def _instead(commit: Commit, path: str) -> str:
    """Return the thing in the place of a folder, as a clause."""
    prefixes = accumulate(path.split("/"), "{}/{}".format)
    for prefix in prefixes:
        there = commit.entries.get(prefix)
        if there is not None and there.mode == LINK:
            return "is a link" if prefix == path else f"is behind a link, `{prefix}`"
    return "is not a folder" if path in commit.entries else "does not exist"


def _skill_file(commit: Commit, folder: str) -> CommitEntry:
    paths = (f"{folder}/{name}".lstrip("/") for name in SKILL_FILES)
    return next(commit.entries[path] for path in paths if path in commit.entries and _is_file(commit.entries[path]))


def _is_file(entry: CommitEntry) -> bool:
    return entry.mode not in {LINK, SUBMODULE}


def _read_skill(repository: Repository, named: NamedCommit, folder: str, limits: Limits) -> FetchedSkill:
    """Return the skill; whatever is wrong with it is an oddity. What is not kept of it is received.

    Args:
        repository: That has it.
        named: The commit.
        folder: From the root of the repository.
        limits: What we are willing to read; what passes them is noted and left out.

    Raises:
        FetchError: It cannot be received, or lies elsewhere.
        IntegrityError: What is kept is damaged.
    """
    commit, bare = repository.commit(named), repository.bare(named.commit)
    links = commit.links(folder)
    repository.need(named, links.values(), most=2 * limits.tree)
    said = bare.contents({oid for oid in links.values() if bare.sizes()[oid] <= _LONGEST_TARGET})
    targets = {path: said.get(oid, b"").decode("utf-8", "surrogateescape") for path, oid in links.items()}
    listed = list_folder(commit, folder, targets, limits)
    wanted = _requested(listed, limits)
    repository.need(named, {listed.files[path] for path in wanted}, most=2 * limits.tree)
    sizes = bare.sizes()
    taken = _taken(wanted, listed, sizes, limits)
    contents = bare.contents({listed.files[path] for path in taken})
    files = {path: contents[listed.files[path]] for path in taken}
    _drop_unsigned(listed, files)
    for path, content in files.items():
        if _LFS.match(content):  # it only says where the file is to be had
            where = printable(f"{folder}/{path}".lstrip("/"))
            raise FetchError(
                f"`{where}` is stored in Git LFS, which skillpack does not read", hint="give an archive of the skill"
            )
    return _tree(folder, _name_of(repository), listed, files, sizes, limits)


def _drop_unsigned(listed: FolderListing, files: dict[str, bytes]) -> None:
    """Leave out the evaluations that the skill's signature does not name."""
    of_evals = [path for path in listed.files if path.startswith(f"{EVALS}/")]
    signed = signed_paths(files.get(SIGNATURE, b"")) if of_evals else frozenset()
    for path in of_evals:
        if path not in signed:
            del listed.files[path]
            files.pop(path, None)


def _name_of(repository: Repository) -> str:
    """Return the name of a repository."""
    return repository.location.rpartition("/")[2].removesuffix(".git")


def _requested(listed: FolderListing, limits: Limits) -> list[str]:
    """Return the paths that are read, the skill file first, as many as the limits allow."""
    wanted = sorted(listed.files, key=lambda path: (path not in SKILL_FILES, path_order(path)))
    if len(wanted) > limits.files:
        listed.skipped.append(SkippedFile(SkippedKind.TOO_MANY, wanted[limits.files], f"{len(wanted)} files"))
    return wanted[: limits.files]


def _taken(wanted: Sequence[str], listed: FolderListing, sizes: Mapping[str, int], limits: Limits) -> list[str]:
    """Return the files that are read, as long as their sum stays within the limit of a tree; note the others."""
    left, taken = limits.tree, []
    for path in wanted:
        size = sizes[listed.files[path]]
        if path in SKILL_FILES:
            if size > limits.skill_file:
                listed.skipped.append(SkippedFile(SkippedKind.TOO_LARGE, path, f"{size} bytes"))
            if size > limits.file:
                continue
        elif size > limits.file:
            listed.skipped.append(SkippedFile(SkippedKind.TOO_LARGE, path, f"{size} bytes"))
            continue
        elif size > left:
            listed.skipped.append(SkippedFile(SkippedKind.TOO_LARGE, path, f"more than {limits.tree} bytes in all"))
            break
        left -= size
        taken.append(path)
    return taken


def _tree(
    folder: str,
    otherwise: str,
    listed: FolderListing,
    files: Mapping[str, bytes],
    sizes: Mapping[str, int],
    limits: Limits,
) -> FetchedSkill:
    paths = sorted(listed.files, key=path_order)
    cut = {
        path: content[: limits.skill_file + 1] if path in SKILL_FILES else content for path, content in files.items()
    }
    tree = Tree({path: cut[path] for path in paths if path in cut})
    whole = listed.complete and len(cut) == len(paths) and all(len(cut[path]) == len(files[path]) for path in cut)
    skipped = tuple(sorted(listed.skipped, key=lambda each: (path_order(each.path), each.kind)))
    listing = tuple((path, sizes.get(listed.files[path], 0)) for path in paths)
    stem = folder.rpartition("/")[2]
    name = stem or otherwise
    candidate = SourceTree(Origin("", 0, name, name, Form.FOLDER, Trust.EXTERNAL), listing, tree, whole, skipped)
    # The name of a repository is none of its skill, so that the skill's own goes before.
    return fetched_skill(candidate) if stem else self_named(candidate)

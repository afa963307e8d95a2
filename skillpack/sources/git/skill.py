"""One folder of a commit -> the skill that it holds, as `files.read` returns one of a folder on disk."""

import re
from collections.abc import Mapping, Sequence

from skillpack.errors import FetchError
from skillpack.files.membership import SKILL_FILES
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.tree import Form, Origin, SkippedFile, SkippedKind, SourceTree, Tree, Trust, path_order
from skillpack.sources.available import FetchedSkill, fetched_skill, self_named
from skillpack.sources.git.commit import FolderListing, list_folder
from skillpack.sources.git.repository import Repository
from skillpack.sources.refs import NamedCommit

_LFS = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\n")
_LONGEST_TARGET = 4096  # bytes of what a link says


def read_skill(repository: Repository, named: NamedCommit, folder: str, limits: Limits) -> FetchedSkill:
    """Return the skill; what is wrong with it is a skipped file. What is not kept of it is received.

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
    for path, content in files.items():
        if _LFS.match(content):  # it only says where the file is to be had
            where = printable(f"{folder}/{path}".lstrip("/"))
            raise FetchError(
                f"`{where}` is stored in Git LFS, which skillpack does not read", hint="give an archive of the skill"
            )
    return _tree(folder, name_of(repository), listed, files, sizes, limits)


def name_of(repository: Repository) -> str:
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
    skipped = tuple(sorted(listed.skipped, key=lambda odd: (path_order(odd.path), odd.kind)))
    listing = tuple((path, sizes.get(listed.files[path], 0)) for path in paths)
    stem = folder.rpartition("/")[2]
    name = stem or otherwise
    candidate = SourceTree(Origin("", 0, name, name, Form.FOLDER, Trust.EXTERNAL), listing, tree, whole, skipped)
    # The name of a repository is none of its skill, so that the skill's own goes before.
    return fetched_skill(candidate) if stem else self_named(candidate)

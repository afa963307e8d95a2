"""The files in a folder of a root, whoever put them there, and how they differ from a receipt; no link is followed."""

import os
import stat
from collections.abc import Iterator, Mapping
from hashlib import file_digest

from msgspec import Struct

from skillpack.files.disk import mode_of, open_regular
from skillpack.files.open_folder import FolderEntry, OpenFolder, Place, entry_of
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Difference, PlacedFile, Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, printable
from skillpack.model.tree import Tree, make_tree, path_order

_DEPTH = 64  # folders within each other, more than any skill may have


def compare_trees(here: Tree, other: Tree) -> tuple[Difference, ...]:
    """Return how a tree differs from another one, by path."""
    found = [Difference("removed", path) for path in other.files if path not in here.files]
    found += (Difference("added", path) for path in here.files if path not in other.files)
    both = (path for path in here.files if path in other.files)
    found += (Difference("changed", path) for path in both if here.files[path] != other.files[path])
    return tuple(sorted(found, key=lambda each: path_order(each.path)))


def differences(folder: Place, receipt: Receipt) -> tuple[Difference, ...]:
    """Return the differences of a folder from its receipt, by path; no link is followed.

    What tools leave behind (`__pycache__`, `.DS_Store`) counts here too: code may hide in it. See `edits`.

    Raises:
        OSError: The folder cannot be read.
    """
    placed = {file.path: file for file in receipt.files}
    found: list[Difference] = []
    seen: set[str] = set()
    with entry_of(folder).open() as top:
        for path, file in _walk(top, top.entries()):
            if path == RECEIPT:
                continue
            seen.add(path)
            kind = _difference(file, placed.get(path))
            if kind:
                found.append(Difference(kind, path))
    found += (Difference("removed", path) for path in placed if path not in seen)
    return tuple(sorted(found, key=lambda each: path_order(each.path)))


Names = Mapping[str, bool]
"""Path of all that lies in a folder but folders -> whether it is a plain file."""


def names_in(folder: Place) -> Names:
    """Return the names in a folder; nothing is read, and no link is followed.

    Raises:
        OSError: The folder cannot be read.
    """
    with entry_of(folder).open() as top:
        return {path: file is not None for path, file in _walk(top, top.entries())}


def placed_names(receipt: Receipt) -> Names:
    """Return the names in a folder that is as its receipt says."""
    return dict.fromkeys([RECEIPT, *(file.path for file in receipt.files)], True)


def edits(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Return the differences that somebody made, without what tools make anew whenever they need it."""
    return tuple(each for each in found if each.kind != "added" or not any(map(_is_leftover, each.path.split("/"))))


def compiled(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Return the files that lie where Python puts what it compiled: made by running a script, or planted there."""
    return tuple(each for each in found if each.kind == "added" and _COMPILED in each.path.split("/")[:-1])


_COMPILED = "__pycache__"
_LEFTOVERS = frozenset({_COMPILED, "node_modules", ".DS_Store", "Thumbs.db"})


def _is_leftover(name: str) -> bool:
    """Return whether tools leave a file or folder of that name behind.

    That is less than what belongs to no tree: `.git` holds somebody's history, `x~` and `.x.swp` somebody's text.
    """
    return name in _LEFTOVERS or name.endswith(".pyc")


def _walk(
    folder: OpenFolder, entries: list[os.DirEntry[str]], prefix: str = ""
) -> Iterator[tuple[str, FolderEntry | None]]:
    """Yield path and name of all but folders; None stands for what is no plain file, and a folder that is too deep.

    A folder that cannot be listed is none either; an empty one holds nothing that could differ.
    """
    for each in entries:
        path, entry = f"{prefix}{each.name}", folder / each.name
        if not each.is_dir(follow_symlinks=False):
            yield path, entry if each.is_file(follow_symlinks=False) else None
        elif path.count("/") >= _DEPTH:
            yield path, None
        else:
            try:
                below = entry.open()
            except OSError:
                yield path, None
                continue
            with below:
                try:
                    listed = below.entries()
                except OSError:
                    yield path, None
                    continue
                yield from _walk(below, listed, f"{path}/")


def _difference(file: FolderEntry | None, placed: PlacedFile | None) -> str:
    """Return how what lies there differs from what was placed; empty for not at all."""
    if placed is None:
        return "added"
    if file is None:
        return "special"
    try:
        with file.open_regular() as content:
            same_size = os.fstat(content.fileno()).st_size == placed.size
            return "" if same_size and file_digest(content, "sha256").hexdigest() == placed.sha256 else "changed"
    except OSError:
        return "unreadable"


_NOBODY = Receipt("", "", "", Provenance(SourceKind.ADOPTED, ""), ())
_GIT = ".git"


class Contents(Struct, frozen=True):
    """The files of a folder.

    Attributes:
        tree: All of them but what tools make anew (`__pycache__`); empty where something is in the way.
        programs: Paths of those with the executable bit.
        in_the_way: Why a receipt could not say what lies there, a clause; empty where it can.
    """

    tree: Tree
    programs: frozenset[str]
    in_the_way: str = ""


def read_contents(folder: str, limits: Limits) -> Contents:
    """Return the files of a folder.

    Raises:
        OSError: It cannot be read.
    """
    files: dict[str, bytes] = {}
    programs: set[str] = set()
    left = limits.tree
    for each in edits(differences(folder, _NOBODY)):
        path, where = each.path, f"{folder}/{each.path}"
        why = _why_not(path, where, min(left, limits.file), limits)
        if why or len(files) == limits.files:
            return Contents(make_tree({}), frozenset(), why or f"it has more than {limits.files:,} files")
        with open_regular(where) as file:
            mode = os.fstat(file.fileno()).st_mode
            files[path] = file.read(min(left, limits.file) + 1)
        left -= len(files[path])
        if mode & stat.S_IXUSR:
            programs.add(path)
    return Contents(make_tree(files), frozenset(programs))


def _why_not(path: str, where: str, most: int, limits: Limits) -> str:
    """Return why a file cannot be in a receipt, a clause; empty where it can."""
    shown = printable(path, longest=50)
    if _GIT in path.split("/"):
        return "it is a git checkout: run `git pull` there"
    mode = mode_of(where)
    if stat.S_ISLNK(mode):
        return f"`{shown}` is a link"
    if not stat.S_ISREG(mode):
        return f"`{shown}` is not a regular file, or is nested too deeply"
    if path_problem(path, limits) is not None:
        return f"`{shown}` is not an allowed file name"
    return f"`{shown}` is too large" if os.lstat(where).st_size > most else ""

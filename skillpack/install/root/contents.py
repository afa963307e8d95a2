"""What lies in a folder of a root, every byte of it, whoever put it there; no link is followed."""

import os
import stat
from dataclasses import dataclass

from skillpack.files.disk import mode_of, open_regular
from skillpack.install.root.differences import differences, edits
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, printable
from skillpack.model.tree import Tree, make_tree

_NOBODY = Receipt("", "", "", Provenance(SourceKind.ADOPTED, ""), ())
_GIT = ".git"


@dataclass(frozen=True, slots=True)
class Contents:
    """The files of a folder.

    Attributes:
        tree: All of them but what tools make anew (`__pycache__`); empty where something is in the way.
        programs: Paths of those with the executable bit.
        in_the_way: Why a receipt could not say what lies there, a clause; empty where it can.
    """

    tree: Tree
    programs: frozenset[str]
    in_the_way: str = ""


def hold(folder: str, limits: Limits) -> Contents:
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
        return "it is a checkout of git: `git pull` there brings what is new"
    mode = mode_of(where)
    if stat.S_ISLNK(mode):
        return f"`{shown}` is a link"
    if not stat.S_ISREG(mode):
        return f"`{shown}` is not a file, or too deep"
    if path_problem(path, limits) is not None:
        return f"`{shown}` is a name that no file of a skill may have"
    return f"`{shown}` is too large" if os.lstat(where).st_size > most else ""

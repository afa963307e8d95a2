"""A folder in which one change of a root is prepared, with a note of what is meant by it.

All that lies in it before the note is there was only written; nothing is moved before the note is on the disk. So what
a killed installer left tells by itself whether it is dropped, finished or, where it cannot be understood, put aside.
"""

import json
import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from skillpack.errors import IntegrityError
from skillpack.files.disk import mode_of, open_regular, write_whole
from skillpack.files.exchange import aside_of
from skillpack.install.root.root import Root
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, usable_name

TREE = "tree"
"""Name of the folder that is on its way: in before a commit, out after it."""

NOTE = "meant.json"
"""Name of the file that says what is meant."""

NEW_RECEIPT = "receipt"
"""Name of a receipt that is on its way into a folder that stays."""

OLD_RECEIPT = "old-receipt"
"""Name of a copy of the receipt that it replaces."""

_MOST = 2**12  # bytes


class StagedChange(StrEnum):
    """What is done to a skill."""

    PLACE = "place"
    REMOVE = "remove"
    RESTORE = "restore"
    RETURN = "return"  # what a rollback replaced is put back
    ADOPT = "adopt"  # a receipt is put into a folder that stays


@dataclass(frozen=True, slots=True)
class Staged:
    """One change, noted.

    Attributes:
        folder: In which it is prepared.
        name: Of the skill.
        node: Number of the folder that is moved, by which it is known wherever it lies: of the new version, of the one
            that is taken out, or of the previous one that is put back.
        locks: Whether the lock file is to say what is there afterwards; False where it is the wish that is carried out.
    """

    folder: str
    change: StagedChange
    name: str
    node: int
    locks: bool = True

    @property
    def tree(self) -> str:
        """Where the folder lies that is on its way."""
        return f"{self.folder}/{TREE}"

    @property
    def aside(self) -> str:
        """Where the old folder lies for a moment on systems that cannot exchange."""
        return os.fspath(aside_of(Path(self.tree)))

    @property
    def gone(self) -> str:
        """Where the version before the previous one lies until it is dropped."""
        return f"{self.folder}/gone"


def new_folder(root: Root, known: list[str]) -> str:
    """Make a folder for one change, which nobody else may read; `known` grows by it before it is there."""
    folder = f"{root.staging}/{secrets.token_hex(6)}"
    known.append(folder)
    os.mkdir(folder, 0o700)
    return folder


def note(folder: str, change: StagedChange, name: str, moved: str, *, locks: bool = True) -> Staged:
    """Write down what is meant with a folder that will be moved; it is there whole or not at all.

    Who moves anything next brings it to the disk before.
    """
    staged = Staged(folder, change, name, node_of(moved), locks)
    written = f"{folder}/note"
    content = {"change": staged.change.value, "name": staged.name, "node": staged.node, "locks": staged.locks}
    write_whole(written, json.dumps(content).encode(), 0o600)
    os.rename(written, f"{folder}/{NOTE}")
    return staged


def read_note(folder: str, limits: Limits) -> Staged | None:
    """Return the purpose of a staging folder, or None where that was not noted yet.

    Raises:
        IntegrityError: A note is there that we did not write so.
    """
    return _read(f"{folder}/{NOTE}", folder, limits)


def _read(path: str, folder: str, limits: Limits) -> Staged | None:
    if not mode_of(path):
        return None
    try:
        with open_regular(path) as file:
            row = json.loads(file.read(_MOST))
    except (OSError, ValueError, RecursionError) as error:
        raise IntegrityError(f"`{path}` cannot be read: {error}") from error
    match row:
        case {"change": str(change), "name": str(name), "node": int(node)} if node > 0 and change in set(StagedChange):
            if usable_name(name) and path_problem(name, limits) is None:
                return Staged(folder, StagedChange(change), name, node, row.get("locks") is not False)
    raise IntegrityError(f"`{path}` is not a note of skillpack")


def forget(staged: Staged) -> None:
    """Drop the note of a change that is at its end."""
    with suppress(FileNotFoundError):
        os.unlink(f"{staged.folder}/{NOTE}")


def drop_staged(root: Root, staged: Staged) -> None:
    """Drop the note of a change that was made; that of a rollback stays where the next one sees that it was done."""
    if staged.change is StagedChange.RESTORE:
        with suppress(OSError):
            os.replace(f"{staged.folder}/{NOTE}", root.restored(staged.name))
    elif staged.change is not StagedChange.ADOPT:
        with suppress(FileNotFoundError):
            os.unlink(root.restored(staged.name))
    forget(staged)


def is_restored(root: Root, name: str, limits: Limits) -> bool:
    """Return whether a skill in place was put back by a rollback, and nothing came after it."""
    try:
        last = _read(root.restored(name), "", limits)
    except IntegrityError:
        return False
    return last is not None and last.name == name and last.node == node_of(root.skill(name))


def noted_names(root: Root, limits: Limits) -> frozenset[str]:
    """Return the skills of changes that were begun and are not at their end; none where nothing can be read."""
    names: set[str] = set()
    with suppress(OSError):
        for folder in os.listdir(root.staging):
            with suppress(IntegrityError):
                staged = read_note(f"{root.staging}/{folder}", limits)
                names |= {staged.name} if staged is not None else set()
    return frozenset(names)


def node_of(path: str) -> int:
    """Return the number by which a file system knows a folder; 0 where there is none, or no folder.

    The device is not part of it: all that is compared lies on one, and its number changes when a machine is restarted.
    """
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return 0
    return found.st_ino if stat.S_ISDIR(found.st_mode) else 0

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
from skillpack.install.root import Root
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, usable_name

TREE = "tree"
"""Name of the folder that is on its way: in before a commit, out after it."""

NOTE = "meant.json"
"""Name of the file that says what is meant."""

_MOST = 2**12  # bytes


class Change(StrEnum):
    """What is done to a skill."""

    PLACE = "place"
    REMOVE = "remove"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Staged:
    """One change, noted.

    Attributes:
        folder: In which it is prepared.
        name: Of the skill.
        node: Number of the folder that is moved, by which it is known wherever it lies: of the new version, of the one
            that is taken out, or of the previous one that is put back.
    """

    folder: str
    change: Change
    name: str
    node: int

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


def note(folder: str, change: Change, name: str, moved: str) -> Staged:
    """Write down what is meant with a folder that will be moved; it is there whole or not at all.

    Who moves anything next brings it to the disk before.
    """
    staged = Staged(folder, change, name, node_of(moved))
    written = f"{folder}/note"
    content = {"change": staged.change.value, "name": staged.name, "node": staged.node}
    write_whole(written, json.dumps(content).encode(), 0o600)
    os.rename(written, f"{folder}/{NOTE}")
    return staged


def read_note(folder: str, limits: Limits) -> Staged | None:
    """Return what a folder is for, or None where that was not noted yet.

    Raises:
        IntegrityError: A note is there that we did not write so.
    """
    path = f"{folder}/{NOTE}"
    if not mode_of(path):
        return None
    try:
        with open_regular(path) as file:
            row = json.loads(file.read(_MOST))
    except (OSError, ValueError, RecursionError) as error:
        raise IntegrityError(f"`{path}` cannot be read: {error}") from error
    match row:
        case {"change": str(change), "name": str(name), "node": int(node)} if node > 0 and change in set(Change):
            if usable_name(name) and path_problem(name, limits) is None:
                return Staged(folder, Change(change), name, node)
    raise IntegrityError(f"`{path}` says nothing that skillpack would do")


def forget(staged: Staged) -> None:
    """Drop the note of a change that is at its end."""
    with suppress(FileNotFoundError):
        os.unlink(f"{staged.folder}/{NOTE}")


def node_of(path: str) -> int:
    """Return the number by which a file system knows a folder; 0 where there is none, or no folder.

    The device is no part of it: all that is compared lies on one, and its number changes when a machine is restarted.
    """
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return 0
    return found.st_ino if stat.S_ISDIR(found.st_mode) else 0

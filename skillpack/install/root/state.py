"""The state of a root, read: the folders in which changes are prepared, and the notes of what they are for.

Each folder is opened by its name in the one above, never through a link: no link leads to the state or out of it,
whoever changes names meanwhile. Where the system shows the descriptors of a process as folders (Linux), all that is
done below goes through them; elsewhere it goes by path.
"""

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import IntegrityError, OutputError
from skillpack.files.disk import HANDLES, handle_of, mode_of, open_regular, reported
from skillpack.files.exchange import aside_of
from skillpack.install.root.root import FOLDERS, LOCK, Root
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
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC"))
_LINKS = frozenset({errno.ELOOP, errno.ENOTDIR, errno.EMLINK})
_NOWHERE = os.devnull
"""In which nothing can be."""


class StagedChange(StrEnum):
    """What is done to a skill."""

    PLACE = "place"
    REMOVE = "remove"
    RESTORE = "restore"
    RETURN = "return"  # what a rollback replaced is put back
    ADOPT = "adopt"  # a receipt is put into a folder that stays


class Staged(Struct, frozen=True):
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


def has_handles() -> bool:
    """Return whether this system can do what is done in a folder through a descriptor of it."""
    able = all(hasattr(os, name) for name in ("O_NOFOLLOW", "O_DIRECTORY", "fchmod"))
    return able and {os.open, os.mkdir} <= os.supports_dir_fd and os.path.isdir(HANDLES)


@contextmanager
def reading(root: Root) -> Iterator[Root]:
    """Give a root whose state is read through descriptors; what is not there, or is a link, holds nothing."""
    with ExitStack() as opened:
        if not has_handles():
            yield root
            return
        try:
            state = open_state(root, opened, open_folder)
        except OutputError:
            yield replace(root, handles=tuple((name, f"{_NOWHERE}/{name}") for name in (LOCK, *FOLDERS)))
            return
        handles = [(LOCK, f"{handle_of(state)}/{LOCK}")]
        for name in FOLDERS:
            try:
                with reported(root.state):
                    handles.append((name, handle_of(open_folder(name, root.state, state, opened))))
            except OutputError:
                handles.append((name, f"{_NOWHERE}/{name}"))
        yield replace(root, handles=tuple(handles))


class Opening(Protocol):
    """A way to open a folder in another one."""

    def __call__(self, name: str, folder: str, parent: int, opened: ExitStack) -> int:
        """Return a descriptor of a folder.

        Args:
            name: In the folder above.
            folder: Path of the folder above, for messages.
            parent: Its descriptor.
            opened: Closes the new one.
        """


def open_state(root: Root, opened: ExitStack, opening: Opening) -> int:
    """Return a descriptor of the state's folder.

    Args:
        root: Whose.
        opened: Closes it.
        opening: How each folder on the way from the root is opened.

    Raises:
        OutputError: There is none, or it may not be trusted.
    """
    top = root.folder if root.is_inside else os.path.dirname(root.folder)
    with reported(root.state):
        descriptor = os.open(top, _FLAGS)
        opened.callback(os.close, descriptor)
        for name in root.state[len(top) :].strip("/").split("/"):
            descriptor = opening(name, top, descriptor, opened)
            top = f"{top}/{name}"
    return descriptor


def open_folder(name: str, folder: str, parent: int, opened: ExitStack) -> int:
    """Open a folder that is there (see `Opening`); a link or a file is refused."""
    try:
        descriptor = os.open(name, _FLAGS, dir_fd=parent)
    except OSError as error:
        if error.errno not in _LINKS:
            raise
        raise OutputError(
            f"`{folder}/{name}` is a link or a file, and must be a folder", hint="move it away"
        ) from error
    opened.callback(os.close, descriptor)
    return descriptor


def read_note(folder: str, limits: Limits) -> Staged | None:
    """Return the change that a folder is for, or None where that was not noted yet.

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


def is_restored(root: Root, name: str, limits: Limits) -> bool:
    """Return whether a skill was put back by a rollback, and nothing came after it."""
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

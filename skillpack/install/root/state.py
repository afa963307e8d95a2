"""The state of a root, open: the folders in which changes are prepared, and the notes of what they are for.

Each folder is opened by its name in the one above, never through a link, and all that is done below goes by one name
from there: no link leads to the state or out of it, whoever changes names meanwhile (see `files.open_folder`).
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import IntegrityError, OutputError
from skillpack.files.exchange import aside_of
from skillpack.files.open_folder import FolderEntry, OpenFolder, entry_of
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

GONE = "gone"
"""Name of the folder of the version before the previous one, until it is dropped."""

_MOST = 2**12  # bytes
_NOWHERE = OpenFolder(os.devnull)
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
        place: Name of the folder in staging in which it is prepared.
        name: Of the skill.
        node: Number of the folder that is moved, by which it is known wherever it lies: of the new version, of the one
            that is taken out, or of the previous one that is put back.
        locks: Whether the lock file is to say what is there afterwards; False where it is the wish that is carried out.
    """

    place: str
    change: StagedChange
    name: str
    node: int
    locks: bool = True


class StagedFolder(Struct, frozen=True):
    """The folder of a change, open, and the names in it."""

    folder: OpenFolder

    @property
    def tree(self) -> FolderEntry:
        """The folder that is on its way: in before a commit, out after it."""
        return self.folder / TREE

    @property
    def aside(self) -> FolderEntry:
        """Where the old one lies for a moment on systems that cannot exchange."""
        return aside_of(self.tree)

    @property
    def gone(self) -> FolderEntry:
        """The version before the previous one, until it is dropped."""
        return self.folder / GONE


class State(Struct, frozen=True):
    """A root and its state, open.

    Attributes:
        root: By path.
        top: The root's own folder.
        way: The names of ours that lead to the state, the first one beside or in the root.
        home: The folder of the state.
        lock: What installers hold.
        lock_file: Of what is installed.
        staging: In which changes are prepared.
        previous: Of the versions before.
        saved: Of what somebody worked in and was replaced twice: nothing of ours ever deletes anything there.
        restored: Of the notes of rollbacks that put a skill in place.
    """

    root: Root
    top: OpenFolder = _NOWHERE
    way: tuple[FolderEntry, ...] = ()
    home: OpenFolder = _NOWHERE
    lock: FolderEntry = _NOWHERE / LOCK
    lock_file: FolderEntry = _NOWHERE / LOCK
    staging: OpenFolder = _NOWHERE
    previous: OpenFolder = _NOWHERE
    saved: OpenFolder = _NOWHERE
    restored: OpenFolder = _NOWHERE

    @property
    def folders(self) -> tuple[OpenFolder, ...]:
        """The folders of the state."""
        return self.staging, self.previous, self.saved, self.restored

    @contextmanager
    def opened(self, place: str) -> Iterator[StagedFolder]:
        """Open the folder of a change by its name in staging."""
        with (self.staging / place).open() as folder:
            yield StagedFolder(folder)


Opening = Callable[[FolderEntry], OpenFolder]
"""Opens a folder on the way to the state."""


@contextmanager
def reading(root: Root) -> Iterator[State]:
    """Give a root whose state is read; what is not there, or is a link, holds nothing."""

    def opening(entry: FolderEntry) -> OpenFolder:
        try:
            return entry.open()
        except OSError:
            return _NOWHERE

    with ExitStack() as held:
        try:
            state = open_home(root, held, opening)
        except OSError:
            state = State(root)
        yield open_folders(state, held, opening)


def open_home(root: Root, held: ExitStack, opening: Opening) -> State:
    """Return a root and the folder of its state, open.

    Args:
        root: Whose.
        held: Closes all of it.
        opening: How each folder on the way is opened.

    Raises:
        OSError: The folder in which the way begins cannot be opened.
    """
    above = held.enter_context(entry_of(root.folder if root.is_inside else os.path.dirname(root.folder)).open())
    top = above if root.is_inside else held.enter_context(opening(above / os.path.basename(root.folder)))
    way: list[FolderEntry] = []
    home = above
    for name in root.state[len(above.path) :].strip("/").split("/"):
        way.append(home / name)
        home = held.enter_context(opening(way[-1]))
    lock_file = (home if root.is_inside else above) / root.lock_file.name
    return State(root, top, tuple(way), home, home / LOCK, lock_file)


def open_folders(state: State, held: ExitStack, opening: Opening) -> State:
    """Return a state with its folders open; arguments as of `open_home`."""
    folders = (held.enter_context(opening(state.home / name)) for name in FOLDERS)
    return replace(state, **dict(zip(FOLDERS, folders, strict=True)))


def open_ours(entry: FolderEntry) -> OpenFolder:
    """Open a folder of ours that is there.

    Raises:
        OutputError: A link or a file stands there.
    """
    try:
        return entry.open()
    except NotADirectoryError as error:
        raise OutputError(f"`{entry.path}` is a link or a file, but must be a folder", hint="move it away") from error


def read_note(folder: StagedFolder, place: str, limits: Limits) -> Staged | None:
    """Return the change that a folder is for, or None where that was not noted yet.

    Raises:
        IntegrityError: A note is there that we did not write so.
    """
    return _read(folder.folder / NOTE, place, limits)


def _read(note: FolderEntry, place: str, limits: Limits) -> Staged | None:
    if not note.mode:
        return None
    try:
        with note.open_regular() as file:
            row = json.loads(file.read(_MOST))
    except (OSError, ValueError, RecursionError) as error:
        raise IntegrityError(f"`{note.path}` cannot be read: {error}") from error
    match row:
        case {"change": str(change), "name": str(name), "node": int(node)} if node > 0 and change in set(StagedChange):
            if usable_name(name) and path_problem(name, limits) is None:
                return Staged(place, StagedChange(change), name, node, row.get("locks") is not False)
    raise IntegrityError(f"`{note.path}` is not a file written by skillpack")


def is_restored(state: State, name: str, limits: Limits) -> bool:
    """Return whether a skill was put back by a rollback, and nothing came after it."""
    try:
        last = _read(state.restored / name, "", limits)
    except IntegrityError:
        return False
    return last is not None and last.name == name and last.node == (state.top / name).node


def is_on_hold(state: State, name: str, limits: Limits) -> bool:
    """Return whether a skill was rolled back to an earlier version, which stays until somebody says otherwise.

    One that was taken out and brought back is not held: nothing newer was given up.
    """
    return is_restored(state, name, limits) and bool((state.previous / name).node)


def names_on_hold(root: Root, limits: Limits) -> frozenset[str]:
    """Return the skills of a root that are held by a rollback (`is_on_hold`)."""
    with reading(root) as state, suppress(OSError):
        return frozenset(name for name in state.restored.names() if is_on_hold(state, name, limits))
    return frozenset()


def noted_names(state: State, limits: Limits) -> frozenset[str]:
    """Return the skills of changes that were begun and are not at their end; none where nothing can be read."""
    names: set[str] = set()
    with suppress(OSError):
        for place in state.staging.names():
            with suppress(IntegrityError, NotADirectoryError), state.opened(place) as folder:
                staged = read_note(folder, place, limits)
                names |= {staged.name} if staged is not None else set()
    return frozenset(names)

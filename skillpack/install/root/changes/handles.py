"""A root and its state made where they are missing, held alone, and cleared away when nothing is in them."""

import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from skillpack.errors import OutputError
from skillpack.files.disk import mode_of, reported
from skillpack.files.lock import locked
from skillpack.files.open_folder import FolderEntry, OpenFolder, entry_of
from skillpack.install.root.root import FOLDERS, Root
from skillpack.install.root.state import Opening, State, open_folders, open_home, open_ours, reading

_TRIES = 5  # to open a root whose state is cleared away meanwhile


@contextmanager
def locked_root(root: Root, wait: float) -> Iterator[State]:
    """Hold the lock of a root, and give it with its state open.

    Whoever took its last skill out may clear its state away until the lock is there.
    """
    with ExitStack() as held:
        for left in reversed(range(_TRIES)):
            try:
                state = held.enter_context(opened_lock(root))
                held.enter_context(locked(state.lock, wait=wait))
            except OutputError as error:
                if not (left and isinstance(error.__cause__, FileNotFoundError)):
                    raise
            else:
                break
        with reported(root.state):
            state = open_folders(state, held, _making(root))
        yield state


@contextmanager
def opened_lock(root: Root) -> Iterator[State]:
    """Make the root and the folder of its state where they are missing, and give a root whose lock can be taken.

    Raises:
        OutputError: A link or a file stands where a folder of ours must be, the state is less guarded than the root,
            or the disk refuses.
    """
    make_root(root)
    with ExitStack() as held:
        with reported(root.state):
            state = open_home(root, held, _making(root))
        yield state


def _making(root: Root) -> Opening:
    """Return the way to open a folder that makes it where it is missing, and refuses one that is less guarded."""
    guarded = os.stat(root.folder)

    def opening(entry: FolderEntry) -> OpenFolder:
        try:
            folder = entry.make()
        except FileExistsError:
            folder = open_ours(entry)
        else:
            entry.folder.sync()
        try:
            check_guard(entry.path, folder.stat(), guarded)
        except BaseException:
            folder.close()
            raise
        return folder

    return opening


def make_root(root: Root) -> None:
    """Make the folder of a root where it is missing, and those above it; what is raised is that of `opened_lock`."""
    with reported(root.folder):
        _make(root.folder)


def _make(path: str) -> None:
    """Make a folder and those above it, whoever else makes them in the same moment, and whatever the umask."""
    if stat.S_ISDIR(mode_of(path)):
        return
    parent, name = os.path.split(path)
    if not os.path.isdir(parent):
        _make(parent)
    with suppress(FileExistsError), entry_of(parent).open() as above:
        (above / name).make().close()
        above.sync()
    if not stat.S_ISDIR(mode_of(path)):
        raise OutputError(f"`{path}` is a link or a file, but must be a folder", hint="move it away")


def check_guard(path: str, found: os.stat_result, root: os.stat_result) -> None:
    """Refuse a folder of our state that others may change who may not change the root: it decides what is put there.

    Args:
        path: Of the folder.
        found: What is known of it.
        root: What is known of the root's.
    """
    if hasattr(os, "geteuid") and found.st_uid not in {os.geteuid(), root.st_uid, 0}:
        raise OutputError(
            f"`{path}` belongs to another user than the root", hint="move it away, or give it to its owner"
        )
    if found.st_mode & ~root.st_mode & stat.S_IWOTH:
        raise OutputError(f"everybody can write to `{path}`", hint=f"chmod o-w {path}")


def clear_state(root: Root) -> None:
    """Remove our state of a root where nothing is in it any more, and nobody works there or waits to."""
    with suppress(OSError), reading(root) as state:  # somebody came, or another root's lies beside: it is made anew
        if state.lock.mode or any(folder.names() for folder in state.folders):
            return
        for entry in (*(state.home / name for name in FOLDERS), *reversed(state.way)):
            entry.rmdir()

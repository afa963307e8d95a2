"""A root and its state made where they are missing, held alone, and cleared away when nothing is in them."""

import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from msgspec.structs import replace

from skillpack.errors import OutputError
from skillpack.files.disk import FOLDER_MODE, handle_of, make_folder, mode_of, reported, sync_folders
from skillpack.files.lock import locked
from skillpack.install.root import state
from skillpack.install.root.root import FOLDERS, LOCK, Root

_TRIES = 5  # to open a root whose state is cleared away meanwhile


@contextmanager
def locked_root(root: Root, wait: float) -> Iterator[Root]:
    """Hold the lock of a root, and give the root with its state held by descriptors.

    Whoever took its last skill out may clear its state away until the lock is there.
    """
    with ExitStack() as held:
        for left in reversed(range(_TRIES)):
            try:
                lock = held.enter_context(opened_lock(root)).lock
                held.enter_context(locked(lock, wait=wait))
            except OutputError as error:
                if not (left and isinstance(error.__cause__, FileNotFoundError)):
                    raise
            else:
                break
        yield held.enter_context(opened_state(root))


@contextmanager
def opened_lock(root: Root) -> Iterator[Root]:
    """Make the root and the folder of its state where they are missing, and give a root whose lock can be taken.

    Raises:
        OutputError: A link or a file stands where a folder of ours must be, the state is less guarded than the root,
            or the disk refuses.
    """
    make_root(root)
    with ExitStack() as opened:
        if state.has_handles():
            top = state.open_state(root, opened, _making(os.stat(root.folder)))
            yield replace(root, handles=((LOCK, f"{handle_of(top)}/{LOCK}"),))
        else:
            make_state(root)
            yield root


@contextmanager
def opened_state(root: Root) -> Iterator[Root]:
    """Make what is missing of a root and its state, and give a root whose state is changed through descriptors.

    Raises:
        OutputError: As `opened_lock`.
    """
    with opened_lock(root) as locking, ExitStack() as opened:
        if not state.has_handles():
            yield locking
            return
        making = _making(os.stat(root.folder))
        top = state.open_state(root, opened, making)
        with reported(root.state):
            handles = [(name, handle_of(making(name, root.state, top, opened))) for name in FOLDERS]
        yield replace(root, handles=(*locking.handles, *handles))


def _making(guarded: os.stat_result) -> state.Opening:
    """Return the way to open a folder that makes it where it is missing, and refuses one that is less guarded."""

    def opening(name: str, folder: str, parent: int, opened: ExitStack) -> int:
        made = False
        with suppress(FileExistsError):
            os.mkdir(name, FOLDER_MODE, dir_fd=parent)
            made = True
        descriptor = state.open_folder(name, folder, parent, opened)
        if made:
            os.fchmod(descriptor, FOLDER_MODE)  # whatever the umask
            os.fsync(parent)
        check_guard(f"{folder}/{name}", os.fstat(descriptor), guarded)
        return descriptor

    return opening


def make_root(root: Root) -> None:
    """Make the folder of a root where it is missing, and those above it; what is raised is that of `opened_lock`."""
    with reported(root.folder):
        _make(root.folder)


def make_state(root: Root) -> None:
    """Make the folders of the state of a root by path; what is raised is that of `opened_lock`."""
    guarded = os.stat(root.folder)
    for path in (os.path.dirname(root.state), root.state, *root.folders):
        with reported(path):
            _make(path)
            check_guard(path, os.lstat(path), guarded)


def _make(path: str) -> None:
    """Make a folder and those above it, whoever else makes them in the same moment, and whatever the umask."""
    if stat.S_ISDIR(mode_of(path)):
        return
    parent = os.path.dirname(path)
    if not os.path.isdir(parent):
        _make(parent)
    with suppress(FileExistsError):
        make_folder(path)
        sync_folders(parent, [""])
    if not stat.S_ISDIR(mode_of(path)):
        raise OutputError(f"`{path}` is a link or a file, and must be a folder", hint="move it away")


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
        raise OutputError(f"everybody may write to `{path}`, and not to the root", hint=f"chmod o-w {path}")


def clear_state(root: Root) -> None:
    """Remove our state of a root where nothing is in it any more, and nobody works there or waits to."""
    try:
        with state.reading(root) as seen:
            if mode_of(os.fspath(seen.lock)) or any(os.listdir(folder) for folder in seen.folders):
                return
        for folder in (*root.folders, root.state, os.path.dirname(root.state)):
            os.rmdir(folder)
    except OSError:
        return  # the state of another root lies beside it, or somebody came: who needs a folder makes it anew

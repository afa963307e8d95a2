"""The state of a root, reached by descriptors: no link leads to it or out of it, whoever changes names meanwhile.

Each folder is opened by its name in the one above, never through a link. Where the system shows the descriptors of a
process as folders (Linux), all that is done below goes through them; elsewhere it goes by path.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

from skillpack.errors import OutputError
from skillpack.files.disk import FOLDER_MODE, HANDLES, handle_of, reported
from skillpack.install.root.root import FOLDERS, LOCK, Root, check_guard, make_root, make_state

_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC"))
_LINKS = frozenset({errno.ELOOP, errno.ENOTDIR, errno.EMLINK})
_NOWHERE = os.devnull
"""In which nothing can be."""


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
            state = _state(root, opened)
        except OutputError:
            yield replace(root, handles=tuple((name, f"{_NOWHERE}/{name}") for name in (LOCK, *FOLDERS)))
            return
        handles = [(LOCK, f"{handle_of(state)}/{LOCK}")]
        for name in FOLDERS:
            try:
                with reported(root.state):
                    handles.append((name, handle_of(_open(name, root.state, state, opened))))
            except OutputError:
                handles.append((name, f"{_NOWHERE}/{name}"))
        yield replace(root, handles=tuple(handles))


@contextmanager
def opened_lock(root: Root) -> Iterator[Root]:
    """Make the root and the folder of its state where they are missing, and give a root whose lock can be taken.

    Raises:
        OutputError: A link or a file stands where a folder of ours must be, the state is less guarded than the root,
            or the disk refuses.
    """
    make_root(root)
    with ExitStack() as opened:
        if has_handles():
            state = _state(root, opened, guarded=os.stat(root.folder))
            yield replace(root, handles=((LOCK, f"{handle_of(state)}/{LOCK}"),))
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
        if not has_handles():
            yield locking
            return
        guarded = os.stat(root.folder)
        state = _state(root, opened, guarded=guarded)
        with reported(root.state):
            handles = [(name, handle_of(_open(name, root.state, state, opened, guarded))) for name in FOLDERS]
        yield replace(root, handles=(*locking.handles, *handles))


def _state(root: Root, opened: ExitStack, *, guarded: os.stat_result | None = None) -> int:
    """Return a descriptor of the state's folder.

    Args:
        root: Whose.
        opened: Closes it.
        guarded: The root, where the folder is made when it is missing.

    Raises:
        OutputError: There is none, or it may not be trusted.
    """
    top = root.folder if root.is_inside else os.path.dirname(root.folder)
    with reported(root.state):
        descriptor = _kept(os.open(top, _FLAGS), opened)
        for name in root.state[len(top) :].strip("/").split("/"):
            descriptor = _open(name, top, descriptor, opened, guarded)
            top = f"{top}/{name}"
    return descriptor


def _open(name: str, folder: str, parent: int, opened: ExitStack, guarded: os.stat_result | None = None) -> int:
    """Return a descriptor of a folder in another one; with the root, of one that is made where it is missing."""
    made = False
    if guarded is not None:
        with suppress(FileExistsError):
            os.mkdir(name, FOLDER_MODE, dir_fd=parent)
            made = True
    try:
        descriptor = _kept(os.open(name, _FLAGS, dir_fd=parent), opened)
    except OSError as error:
        if error.errno not in _LINKS:
            raise
        raise OutputError(
            f"`{folder}/{name}` is a link or a file, and must be a folder", hint="move it away"
        ) from error
    if made:
        os.fchmod(descriptor, FOLDER_MODE)  # whatever the umask
        os.fsync(parent)
    if guarded is not None:
        check_guard(f"{folder}/{name}", os.fstat(descriptor), guarded)
    return descriptor


def _kept(descriptor: int, opened: ExitStack) -> int:
    opened.callback(os.close, descriptor)
    return descriptor

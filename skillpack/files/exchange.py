"""One rename that commits: two folders swap their names, or one gets a name that is free, in one step."""

import ctypes
import errno
import os
import sys
from collections.abc import Callable

from skillpack.files.disk import LIBRARY
from skillpack.files.open_folder import FolderEntry, Place, entry_of

Swap = Callable[[FolderEntry, FolderEntry], None]
"""Swaps two names in one step, or raises OSError and leaves both as they are."""

_CANNOT = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})
_HERE = -2 if sys.platform == "darwin" else -100  # AT_FDCWD of macOS's sys/fcntl.h and linux/fcntl.h
_EXCHANGE = 2  # RENAME_EXCHANGE of linux/fs.h, RENAME_SWAP of macOS's sys/stdio.h
_NO_REPLACE = 1  # RENAME_NOREPLACE of linux/fs.h
_EXCLUSIVE = 4  # RENAME_EXCL of macOS's sys/stdio.h


def swap_by(library: object) -> Swap:
    """Return the way to swap two names with a C library; without `renameat2` and `renameatx_np` it says ENOSYS."""
    return _rename_by(library, linux_flag=_EXCHANGE, macos_flag=_EXCHANGE)


def take_name_by(library: object) -> Swap:
    """Return the way to rename to a name that must be free, with a C library; FileExistsError where it is not.

    Without one, or on a file system that cannot tell, a name that is taken between a look and the rename is refused by
    the rename itself, unless an empty folder took it.
    """
    rename_alone = _rename_by(library, linux_flag=_NO_REPLACE, macos_flag=_EXCLUSIVE)

    def take(old: FolderEntry, free: FolderEntry) -> None:
        try:
            rename_alone(old, free)
        except OSError as error:
            if error.errno not in _CANNOT:
                raise
            if free.mode:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), free.path) from None
            old.rename(free)

    return take


def _rename_by(library: object, *, linux_flag: int, macos_flag: int) -> Swap:
    """Return a rename of a special kind; ENOSYS where the library has none."""
    linux, macos = getattr(library, "renameat2", None), getattr(library, "renameatx_np", None)

    def rename(one: FolderEntry, other: FolderEntry) -> None:
        between = (*_identity(one), *_identity(other))
        if linux is not None:
            failed = linux(*between, linux_flag)
        elif macos is not None:
            failed = macos(*between, macos_flag)
        else:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        if failed:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), one.path, None, other.path)

    return rename


def _identity(entry: FolderEntry) -> tuple[int, bytes]:
    """Return how the system is told a name: a folder that is open, and what leads on from it."""
    descriptor = entry.folder.descriptor
    return _HERE if descriptor is None else descriptor, os.fsencode(entry.at)


system_swap = swap_by(LIBRARY)
system_take_name = take_name_by(LIBRARY)


def exchange(new: Place, old: Place, *, swap: Swap = system_swap) -> None:
    """Swap two folders of one file system.

    Where the system cannot do it in one step, three renames do: a reader may then for a moment find `old` absent,
    never mixed, and `finish_exchange` completes what was killed on the way.

    Raises:
        OSError: The folders cannot be renamed; both are as they were.
    """
    new, old = entry_of(new), entry_of(old)
    aside = aside_of(new)
    try:
        swap(new, old)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    else:
        return
    old.rename(aside)
    try:
        new.rename(old)
    except OSError:
        aside.rename(old)
        raise
    try:
        aside.rename(new)
    except OSError:
        old.rename(new)
        aside.rename(old)
        raise


def finish_exchange(new: Place, old: Place) -> None:
    """Complete an exchange of these two names that was killed on the way; nothing when there was none.

    The name of the folder that was put aside is the whole journal: while it exists, the exchange is under way.
    """
    new, old = entry_of(new), entry_of(old)
    aside = aside_of(new)
    if not aside.mode:
        return
    if not old.mode and new.mode:
        new.rename(old)
    aside.rename(new if old.mode else old)


def aside_of(new: FolderEntry) -> FolderEntry:
    """Return where the old folder lies between two renames of an exchange that the system cannot do in one step."""
    return new.folder / f"{new.name}.aside"

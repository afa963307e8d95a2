"""One rename that commits: two folders swap their names, or one gets a name that is free, in one step."""

import ctypes
import errno
import os
from collections.abc import Callable
from pathlib import Path

from skillpack.files.disk import LIBRARY

Swap = Callable[[Path, Path], None]
"""Swaps two names in one step, or raises OSError and leaves both as they are."""

_CANNOT = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})
_AT_FDCWD = -100  # linux/fcntl.h
_EXCHANGE = 2  # RENAME_EXCHANGE of linux/fs.h, RENAME_SWAP of macOS's sys/stdio.h
_NO_REPLACE = 1  # RENAME_NOREPLACE of linux/fs.h
_EXCLUSIVE = 4  # RENAME_EXCL of macOS's sys/stdio.h


def swap_by(library: object) -> Swap:
    """Return the way to swap two names with a C library; without `renameat2` and `renamex_np` it says ENOSYS."""
    return _rename_by(library, linux_flag=_EXCHANGE, macos_flag=_EXCHANGE)


def take_name_by(library: object) -> Swap:
    """Return the way to rename to a name that must be free, with a C library; FileExistsError where it is not.

    Without one, or on a file system that cannot tell, a name that is taken between a look and the rename is refused by
    the rename itself, unless an empty folder took it.
    """
    rename_alone = _rename_by(library, linux_flag=_NO_REPLACE, macos_flag=_EXCLUSIVE)

    def take(old: Path, free: Path) -> None:
        try:
            rename_alone(old, free)
        except OSError as error:
            if error.errno not in _CANNOT:
                raise
            if os.path.lexists(free):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(free)) from None
            os.rename(old, free)

    return take


def _rename_by(library: object, *, linux_flag: int, macos_flag: int) -> Swap:
    """Return a rename of a special kind; ENOSYS where the library has none."""
    linux, macos = getattr(library, "renameat2", None), getattr(library, "renamex_np", None)

    def rename(one: Path, other: Path) -> None:
        names = os.fsencode(one), os.fsencode(other)
        if linux is not None:
            failed = linux(_AT_FDCWD, names[0], _AT_FDCWD, names[1], linux_flag)
        elif macos is not None:
            failed = macos(names[0], names[1], macos_flag)
        else:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        if failed:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(one), None, str(other))

    return rename


system_swap = swap_by(LIBRARY)
system_take_name = take_name_by(LIBRARY)


def exchange(new: Path, old: Path, *, swap: Swap = system_swap) -> None:
    """Swap two folders of one file system.

    Where the system cannot do it in one step, three renames do: a reader may then for a moment find `old` absent,
    never mixed, and `finish_exchange` completes what was killed on the way.

    Raises:
        OSError: The folders cannot be renamed; both are as they were.
    """
    try:
        swap(new, old)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    else:
        return
    os.rename(old, aside_of(new))
    try:
        os.rename(new, old)
    except OSError:
        os.rename(aside_of(new), old)
        raise
    try:
        os.rename(aside_of(new), new)
    except OSError:
        os.rename(old, new)
        os.rename(aside_of(new), old)
        raise


def finish_exchange(new: Path, old: Path) -> None:
    """Complete an exchange of these two names that was killed on the way; nothing when there was none.

    The name of the folder that was put aside is the whole journal: while it exists, the exchange is under way.
    """
    aside = aside_of(new)
    if not os.path.lexists(aside):
        return
    if not os.path.lexists(old) and os.path.lexists(new):
        os.rename(new, old)
    os.rename(aside, new if os.path.lexists(old) else old)


def aside_of(new: Path) -> Path:
    """Return where the old folder lies between two renames of an exchange that the system cannot do in one step."""
    return new.with_name(f"{new.name}.aside")

"""One rename that commits: two folders swap their names in one step, where the system can."""

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


def swap_by(library: object) -> Swap:
    """Return the way to swap two names with a C library; without `renameat2` and `renamex_np` it says ENOSYS."""
    linux, macos = getattr(library, "renameat2", None), getattr(library, "renamex_np", None)

    def swap(one: Path, other: Path) -> None:
        names = os.fsencode(one), os.fsencode(other)
        if linux is not None:
            failed = linux(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _EXCHANGE)
        elif macos is not None:
            failed = macos(names[0], names[1], _EXCHANGE)
        else:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        if failed:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(one), None, str(other))

    return swap


system_swap = swap_by(LIBRARY)


def exchange(new: Path, old: Path, *, swap: Swap = system_swap) -> None:
    """Swap two folders of one file system.

    Where the system cannot do it in one step, three renames do: a reader may then for a moment find `old` absent,
    never mixed (decisions 39), and `finish_exchange` completes what was killed on the way.

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
    os.rename(old, _aside(new))
    try:
        os.rename(new, old)
    except OSError:
        os.rename(_aside(new), old)
        raise
    os.rename(_aside(new), new)


def finish_exchange(new: Path, old: Path) -> None:
    """Complete an exchange of these two names that was killed on the way; nothing when there was none.

    The name of the folder that was put aside is the whole journal: while it exists, the exchange is under way.
    """
    aside = _aside(new)
    if not os.path.lexists(aside):
        return
    if not os.path.lexists(old) and os.path.lexists(new):
        os.rename(new, old)
    os.rename(aside, new if os.path.lexists(old) else old)


def _aside(new: Path) -> Path:
    """Return where the old folder lies between two renames."""
    return new.with_name(f"{new.name}.aside")

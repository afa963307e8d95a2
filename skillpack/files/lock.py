"""A lock between processes, which the kernel drops when its holder dies."""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from skillpack.errors import LockedError, OutputError
from skillpack.files.disk import reported
from skillpack.files.open_folder import FolderEntry, Place, entry_of

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

Take = Callable[[int], None]
"""Locks an open file for this process or raises OSError at once; closing the file drops the lock."""

_HELD = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_PAUSE = 0.05  # seconds between two tries
_FLAGS = os.O_RDWR | os.O_CREAT | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK"))
_FAR = 2**30  # bytes; a stretch locked on Windows cannot be read, and the holder's pid must stay readable


class Locking(Protocol):
    """What we use of `msvcrt`."""

    LK_NBLCK: int

    def locking(self, fd: int, mode: int, nbytes: int, /) -> None:
        """Lock a stretch of a file from the current position on."""


def take_by_stretch(system: Locking) -> Take:
    """Return the way to lock on Windows."""

    def take(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        system.locking(descriptor, system.LK_NBLCK, 1)

    return take


if sys.platform == "win32":
    system_take = take_by_stretch(msvcrt)
else:

    def system_take(descriptor: int) -> None:
        """Lock by `flock`."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(place: Place, *, wait: float, take: Take = system_take) -> Iterator[None]:
    """Hold a lock: a file that exists while somebody holds it.

    Args:
        place: Made when absent; its folder must exist.
        wait: Seconds to try for; 0 tries once.
        take: The system's way to lock.

    Raises:
        LockedError: Another process holds it all that time.
        OutputError: The file cannot be made.
    """
    entry = entry_of(place)
    descriptor = _taken(entry, time.monotonic() + wait, take)
    try:
        yield
    finally:
        try:
            with suppress(OSError):  # where the system lets no open file be removed, it stays
                if _still_current(entry, descriptor):
                    entry.unlink()
        finally:
            os.close(descriptor)


def _taken(entry: FolderEntry, deadline: float, take: Take) -> int:
    """Return a descriptor that holds the lock."""
    while True:
        with reported(entry.path):
            descriptor = entry.take_file(_FLAGS)
        try:
            if _try(entry, descriptor, take, last=time.monotonic() >= deadline):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _try(entry: FolderEntry, descriptor: int, take: Take, *, last: bool) -> bool:
    """Return whether an open file is locked now and is the lock."""
    found = os.fstat(descriptor)
    # It is written to, so a second name for it may be anybody's.
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        raise OutputError(f"`{entry.path}` is not a lock of skillpack", hint="move it away")
    try:
        take(descriptor)
    except OSError as error:
        if error.errno not in _HELD:
            raise OutputError(f"the lock `{entry.path}` cannot be taken: {error.strerror}") from error
        if last:
            holder = _holder(descriptor)
            who = f"process {holder}" if holder else "another process"
            raise LockedError(f"{who} holds `{entry.path}`", hint="wait until it has finished") from None
        time.sleep(_PAUSE)
        return False
    if not _still_current(entry, descriptor):
        return False  # its last holder removed it between our opening and our taking
    _write_holder(descriptor)
    return True


def _write_holder(descriptor: int) -> None:
    """Write our process id for those who wait; a full disk is no reason not to hold the lock."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, b"%d\n" % os.getpid())


def _holder(descriptor: int) -> int:
    """Return the holder's process id, 0 when unknown."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    text = os.read(descriptor, 20).strip()
    return int(text) if text.isdigit() else 0


def _still_current(entry: FolderEntry, descriptor: int) -> bool:
    """Return whether the open file is the one that has the name."""
    found = entry.stat()
    return found is not None and os.path.samestat(found, os.fstat(descriptor))

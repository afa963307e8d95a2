"""The lock file of a root, written as a whole."""

import os
from collections.abc import Collection
from contextlib import suppress

from skillpack.errors import FetchError
from skillpack.files.disk import reported
from skillpack.files.read import read_file
from skillpack.install.root import lockfile
from skillpack.install.root.changes.staging import new_folder
from skillpack.install.root.root import Root, installed, read_lock
from skillpack.install.root.state import State
from skillpack.model.limits import Limits


def write_lock(state: State, limits: Limits, names: Collection[str] | None = None) -> None:
    """Write what a root holds of ours into its lock file, by one rename; who calls holds the root (`working`).

    A link in its place is replaced, and what it points to left alone. Where nothing is locked there is no lock file.

    Args:
        state: Of the root.
        limits: What we are willing to read.
        names: Of the skills that a command was about: only their entries change, so that what others locked and this
            root does not have yet stays, and so does that of a skill whose receipt is damaged. None for all of them,
            and for a lock file that is not there yet.

    Raises:
        OutputError: The disk refuses; the lock file is as it was.
        IntegrityError: With names, the lock file that is there is refused.
        FetchError: It, or the root, cannot be read.
    """
    root = state.root
    skills = installed(root, limits)
    kept = {each.name: lockfile.locked(each.receipt) for each in skills if each.receipt is not None}
    about = None if names is None else set(names) - {each.name for each in skills if each.fault}
    if about is not None and os.path.lexists(root.lock_file):
        others = {each.name: each for each in read_lock(root) if each.name not in about}
        kept = {**others, **{name: each for name, each in kept.items() if name in about}}
    if not kept:
        with reported(state.lock_file.path), suppress(FileNotFoundError):
            state.lock_file.unlink()
            _sync_name(state)
        return
    content = lockfile.write_lock(kept.values())
    if not _is_same(root, content):
        _replace(state, content)


def _is_same(root: Root, content: bytes) -> bool:
    try:
        return read_file(root.lock_file, lockfile.MOST) == content
    except FetchError:
        return False


def _sync_name(state: State) -> None:
    with suppress(OSError):  # it is in place: what a later crash could lose, the next command writes again
        state.lock_file.folder.sync()


def _replace(state: State, content: bytes) -> None:
    """Write it beside our state, bring it to the disk, and rename it; a killed one is dropped by the next command."""
    places: list[str] = []
    try:
        with reported(state.lock_file.path), state.opened(new_folder(state, places)) as folder:
            written = folder.folder / "lock"
            written.write_new([content])
            written.sync()
            written.replace(state.lock_file)
            _sync_name(state)
        _discard(state, places)
    except BaseException:  # an interrupt may come while it is discarded, too
        _discard(state, places)
        raise


def _discard(state: State, places: Collection[str]) -> None:
    for place in places:
        (state.staging / place).remove()

"""The lock file of a root, written as a whole."""

import os
from collections.abc import Collection
from contextlib import suppress

from skillpack.errors import FetchError
from skillpack.files.disk import reported, sync_files, sync_folders, write_new
from skillpack.files.read import read_file
from skillpack.files.staging import discard
from skillpack.install.root import lockfile
from skillpack.install.root.changes.staging import new_folder
from skillpack.install.root.root import Root, installed, read_lock
from skillpack.model.limits import Limits


def write_lock(root: Root, limits: Limits, names: Collection[str] | None = None) -> None:
    """Write what a root holds of ours into its lock file, by one rename; who calls holds the root (`working`).

    A link in its place is replaced, and what it points to left alone. Where nothing is locked there is no lock file.

    Args:
        names: Of the skills that a command was about: only their entries change, so that what others locked and this
            root does not have yet stays, and so does that of a skill whose receipt is spoiled. None for all of them,
            and for a lock file that is not there yet.

    Raises:
        OutputError: The disk refuses; the lock file is as it was.
        IntegrityError: With names, the lock file that is there is refused.
        FetchError: It, or the root, cannot be read.
    """
    there = installed(root, limits)
    kept = {each.name: lockfile.locked(each.receipt) for each in there if each.receipt is not None}
    about = None if names is None else set(names) - {each.name for each in there if each.fault}
    if about is not None and os.path.lexists(root.lock_file):
        others = {each.name: each for each in read_lock(root) if each.name not in about}
        kept = {**others, **{name: each for name, each in kept.items() if name in about}}
    if not kept:
        _drop(root)
        return
    content = lockfile.write_lock(kept.values())
    if not _is_same(root, content):
        _replace(root, content)


def _is_same(root: Root, content: bytes) -> bool:
    try:
        return read_file(root.lock_file, lockfile.MOST) == content
    except FetchError:
        return False


def _drop(root: Root) -> None:
    """Remove a lock file that would name nothing."""
    with reported(root.lock_file), suppress(FileNotFoundError):
        os.unlink(root.lock_file)
        _sync_name(root)


def _sync_name(root: Root) -> None:
    with suppress(OSError):  # it is in place: what a later crash could lose, the next command writes again
        sync_folders(os.path.dirname(root.lock_file), [""])


def _replace(root: Root, content: bytes) -> None:
    """Write it beside our state, bring it to the disk, and rename it; a killed one is dropped by the next command."""
    made: list[str] = []
    try:
        with reported(root.lock_file):
            written = f"{new_folder(root, made)}/lock"
            write_new(written, [content])
            sync_files(os.path.dirname(written), ["lock"])
            os.replace(written, root.lock_file)
            _sync_name(root)
        discard(made[0])
    except BaseException:
        discard(made[0])
        raise

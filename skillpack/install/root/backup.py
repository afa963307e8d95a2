"""What was replaced: dropped when it is as we placed it, else put where nothing of ours deletes it."""

import os
import shutil
import stat
from contextlib import suppress

from skillpack.errors import FetchError, IntegrityError
from skillpack.files.disk import mode_of, shown, sync_folders
from skillpack.install.root.differences import differences, edits
from skillpack.install.root.root import Root, receipt_in
from skillpack.model.limits import Limits

_MOST = 2**20  # folders of one name that are saved


def is_as_placed(folder: str, limits: Limits) -> bool:
    """Return whether nothing in a folder is anybody's work: all of it was placed, or left behind by tools."""
    try:
        if not stat.S_ISDIR(mode_of(folder)):
            return False
        receipt = receipt_in(folder, limits)
        return receipt is not None and not edits(differences(folder, receipt))
    except (IntegrityError, FetchError, OSError):
        return False


def save(root: Root, name: str, folder: str) -> str:
    """Put a folder where nothing of ours ever deletes it, and return where that is."""
    place = free_path(root, name)
    os.rename(folder, place)
    sync_folders(root.saved, [""])
    return shown(place)


def free_path(root: Root, name: str) -> str:
    """Return a path where nothing of ours ever deletes anything, and where nothing is yet."""
    taken = set(os.listdir(root.saved))
    return next(f"{root.saved}/{name}-{n}" for n in range(1, _MOST) if f"{name}-{n}" not in taken)


def discard(folder: str) -> None:
    """Delete a folder of ours as far as the disk lets us; no link is followed, and the next command tries again."""
    with suppress(OSError):
        os.rmdir(folder)  # most are empty
        return
    with suppress(RecursionError):  # deeper than anybody's skill: it was planted, and stays where nobody looks
        shutil.rmtree(folder, ignore_errors=True)
        if os.path.lexists(folder):
            _open_up(folder)
            shutil.rmtree(folder, ignore_errors=True)


def _open_up(folder: str) -> None:
    """Let us write to every folder: one that nobody may write to keeps what is in it."""
    for where, _, _ in os.walk(folder):
        with suppress(OSError):
            os.chmod(where, stat.S_IRWXU)

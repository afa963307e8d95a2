"""A receipt put into a folder that is there: nothing else of it is touched, and one rename does it."""

import os
from contextlib import suppress

from skillpack.files.disk import mode_of, shown, sync_files, write_whole
from skillpack.install.root.backup import free_path, save
from skillpack.install.root.receipt import write_receipt
from skillpack.install.root.root import Root, entry_at
from skillpack.install.root.staging import NEW_RECEIPT, OLD_RECEIPT, Staged, node_of
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def write_new_receipt(folder: str, receipt: Receipt) -> None:
    """Write a receipt into the folder of a change, and bring it to the disk."""
    write_whole(f"{folder}/{NEW_RECEIPT}", write_receipt(receipt))
    sync_files(folder, [NEW_RECEIPT])


def put_receipt(root: Root, folder: str, receipt: Receipt, limits: Limits) -> str:
    """Move a receipt from the folder of a change into the skill's, and return where a spoiled one lies now, if any."""
    there = root.skill(receipt.name)
    saved = ""
    if mode_of(f"{there}/{RECEIPT}"):
        old = entry_at(root, receipt.name, limits).receipt
        if old is None:
            saved = _keep(root, f"{receipt.name}-receipt", f"{there}/{RECEIPT}")
        else:
            write_whole(f"{folder}/{OLD_RECEIPT}", write_receipt(old))
    _move_in(f"{folder}/{NEW_RECEIPT}", there)
    return saved


def take_back(root: Root, staged: Staged) -> None:
    """Take a receipt out again that was put into a skill's folder; the one before it, if it was ours, comes back."""
    there = f"{root.skill(staged.name)}/{RECEIPT}"
    os.rename(there, f"{staged.folder}/{NEW_RECEIPT}")
    give_back(root, staged)


def give_back(root: Root, staged: Staged) -> None:
    """Put the receipt back that was there before, where there is none now."""
    there, old = root.skill(staged.name), f"{staged.folder}/{OLD_RECEIPT}"
    if node_of(there) == staged.node and mode_of(old) and not mode_of(f"{there}/{RECEIPT}"):
        _move_in(old, there)


def _keep(root: Root, name: str, spoiled: str) -> str:
    """Keep what is in the way where nothing deletes it, and return where; a file stays in place, to be replaced."""
    place = free_path(root, name)
    try:
        os.link(spoiled, place, follow_symlinks=False)
    except OSError:
        return save(root, name, spoiled)  # a folder, or a disk without second names
    return shown(place)


def _move_in(written: str, folder: str) -> None:
    """Rename a file into a folder, never through a link that was put in the folder's place."""
    if os.rename not in os.supports_dir_fd:
        os.rename(written, f"{folder}/{RECEIPT}")
        return
    descriptor = os.open(folder, _FOLDER)
    try:
        os.rename(written, RECEIPT, dst_dir_fd=descriptor)
        with suppress(OSError):  # it is in place: what a later crash could lose is the receipt alone
            os.fsync(descriptor)
    finally:
        os.close(descriptor)

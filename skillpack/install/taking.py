"""A receipt put into a folder that is there: nothing else of it is touched, and one rename does it."""

import os
from contextlib import suppress

from skillpack.errors import OutputError
from skillpack.files.disk import mode_of, reported, sync_files, write_whole
from skillpack.install.keeping import discard, save
from skillpack.install.receipt import write_receipt
from skillpack.install.root import Root, look_at
from skillpack.install.staged import new_folder, node_of
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def take_over(root: Root, receipt: Receipt, limits: Limits) -> str:
    """Put a receipt into the folder of its name; who calls holds the root (`working`).

    One of ours that is there is replaced; a spoiled one is put where nothing deletes it.

    Returns:
        Where a spoiled receipt lies now; empty where there was none.

    Raises:
        OutputError: There is no such folder, or the disk refuses; the folder is as it was, but for a spoiled receipt.
    """
    there = root.skill(receipt.name)
    made: list[str] = []
    saved = ""
    try:
        with reported(there):
            if not node_of(there):
                raise OutputError(f"`{there}` is a link or a file, and no skill", hint="move it away")
            written = f"{new_folder(root, made)}/receipt"
            write_whole(written, write_receipt(receipt))
            sync_files(os.path.dirname(written), ["receipt"])
            if mode_of(f"{there}/{RECEIPT}") and look_at(root, receipt.name, limits).receipt is None:
                saved = _keep(root, f"{receipt.name}-receipt", f"{there}/{RECEIPT}")
            _move_in(written, there)
    finally:
        for folder in made:
            discard(folder)
    return saved


def _keep(root: Root, name: str, spoiled: str) -> str:
    """Keep what is in the way where nothing deletes it, and return where; a file stays in place, to be replaced."""
    taken = set(os.listdir(root.saved))
    place = next(f"{root.saved}/{name}-{n}" for n in range(1, len(taken) + 2) if f"{name}-{n}" not in taken)
    try:
        os.link(spoiled, place, follow_symlinks=False)
    except OSError:
        return save(root, name, spoiled)  # a folder, or a disk without second names
    return place


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

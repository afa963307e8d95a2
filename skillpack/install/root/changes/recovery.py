"""The end of a change that was prepared, whether or not whoever prepared it lived to see it.

Every state that a kill can leave is told by which of the folders is where, and each step leads to the next such state:
so that an ending can be killed too, and be done again.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from skillpack.errors import FetchError, IntegrityError, OutputError
from skillpack.files.disk import mode_of, shown, sync_folders, write_new
from skillpack.files.exchange import Swap, exchange, finish_exchange
from skillpack.files.staging import discard
from skillpack.install.root.changes.staging import (
    drop_staged,
    forget,
    free_path,
    is_as_placed,
    new_folder,
    save,
)
from skillpack.install.root.ownership import check_ours, is_taken
from skillpack.install.root.receipt import write_receipt
from skillpack.install.root.root import Root, entry_at
from skillpack.install.root.state import (
    NEW_RECEIPT,
    NOTE,
    OLD_RECEIPT,
    TREE,
    Staged,
    StagedChange,
    node_of,
    read_note,
)
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class Ending:
    """Ends changes of one root.

    Args:
        swap: The system's way to exchange two folders.
        take_name: The system's way to rename a folder to a name that must be free.
        saved: Grows by the folders that are put where nothing deletes them.
    """

    def __init__(self, root: Root, limits: Limits, swap: Swap, take_name: Swap, saved: list[str]) -> None:
        self._root = root
        self._limits = limits
        self._swap = swap
        self._take_name = take_name
        self._saved = saved

    def finish(self, folder: str) -> Staged | None:
        """Bring what lies in one folder of a change to its end; return a change that was made, which `clear` ends.

        Its note stays until then, for whoever finds it writes the lock file before.
        """
        try:
            staged = read_note(folder, self._limits)
        except IntegrityError:
            self._save("unknown", folder)
            return None
        if staged is None:
            discard(folder)  # nothing is moved before it is noted: all that lies here was only written
            return None
        self._finish(staged)
        if self._is_staged(staged):
            return staged
        self.clear(staged, made=False)
        return None

    def commit_all(self, staged: Sequence[Staged]) -> None:
        """Bring staged trees to their places, all of them or, as far as the disk lets us, none."""
        committed: list[Staged] = []
        try:
            for each in staged:
                self.commit(each)
                committed.append(each)
        except BaseException:
            for each in reversed(committed):
                with suppress(OSError):
                    self.undo(each)
            raise

    def commit(self, staged: Staged) -> None:
        """Bring a staged tree to its place; whoever put something else there in the last moment gets it back."""
        tree, there = Path(staged.tree), Path(self._root.skill(staged.name))
        if not is_taken(self._root, staged.name):
            self._take_name(tree, there)
            return
        exchange(tree, there, swap=self._swap)
        try:
            check_ours(staged.tree, staged.name, self._limits)
        except (OutputError, FetchError):
            self.undo(staged)
            raise

    def keep(self, staged: Staged) -> bool:
        """Make what was taken out the previous version, and return whether there was something to keep."""
        previous = self._root.previous(staged.name)
        if not mode_of(staged.tree):
            return False
        if mode_of(previous):
            if mode_of(staged.gone):
                self._save(staged.name, previous)
            else:
                os.rename(previous, staged.gone)
        os.rename(staged.tree, previous)
        return True

    def purge(self, name: str) -> None:
        """Drop the previous version of a skill; one that somebody worked in is put aside."""
        previous = self._root.previous(name)
        if not mode_of(previous):
            return
        if not is_as_placed(previous, self._limits):
            self._save(name, previous)
            return
        folder = new_folder(self._root, [])
        os.rename(previous, f"{folder}/{TREE}")
        discard(folder)

    def undo(self, staged: Staged, *, kept: bool = False) -> None:
        """Put back what was there before a commit."""
        if staged.change is StagedChange.ADOPT:
            take_back(self._root, staged)
            return
        there, previous = self._root.skill(staged.name), self._root.previous(staged.name)
        if kept:
            os.rename(previous, staged.tree)
        if mode_of(staged.gone) and not mode_of(previous):
            os.rename(staged.gone, previous)
        if staged.change is StagedChange.REMOVE:
            self._take_name(Path(staged.tree), Path(there))
        elif node_of(there) == staged.node:
            if mode_of(staged.tree):
                exchange(Path(staged.tree), Path(there), swap=self._swap)
            else:
                os.rename(there, staged.tree)

    def clear(self, staged: Staged, *, made: bool) -> None:
        """Delete the folder of a change that is at its end, whether it was made or not."""
        if mode_of(f"{staged.folder}/{NOTE}"):  # else only the deleting was interrupted
            if mode_of(staged.gone):
                self._clear_gone(staged)
            if made:
                drop_staged(self._root, staged)
            else:
                forget(staged)
        discard(staged.folder)  # all that is left is dropped from here on, however far we come

    def _clear_gone(self, staged: Staged) -> None:
        if not mode_of(self._root.previous(staged.name)):
            os.rename(staged.gone, self._root.previous(staged.name))
        elif not is_as_placed(staged.gone, self._limits):
            self._save(staged.name, staged.gone)

    def _is_staged(self, staged: Staged) -> bool:
        """Return whether a change came into effect, and no other one of the same skill after it."""
        if staged.change is StagedChange.ADOPT:
            return not mode_of(f"{staged.folder}/{NEW_RECEIPT}")
        return (node_of(self._root.skill(staged.name)) == staged.node) is not (staged.change is StagedChange.REMOVE)

    def _finish(self, staged: Staged) -> None:
        """Bring a change to its end that was noted, and may have been committed."""
        if staged.change is StagedChange.ADOPT:
            give_back(self._root, staged)
            return
        there = self._root.skill(staged.name)
        if mode_of(staged.aside):
            self._finish_renames(staged, there)
        out = node_of(staged.tree)
        committed = staged.change is not StagedChange.REMOVE and node_of(there) == staged.node
        if out and (committed or (out == staged.node and staged.change is not StagedChange.PLACE)):
            self.keep(staged)
        elif mode_of(staged.tree) and (out != staged.node or not is_as_placed(staged.tree, self._limits)):
            self._save(staged.name, staged.tree)
        sync_folders(self._root.folder, [""])
        sync_folders(self._root.previous(""), [""])

    def _finish_renames(self, staged: Staged, there: str) -> None:
        """Complete an exchange by three renames; what is in the way of that, or was never part of one, is saved."""
        both = bool(mode_of(staged.tree)) and bool(mode_of(there))
        known = staged.node in {node_of(staged.tree), node_of(there), node_of(staged.aside)}
        if both or not known or not node_of(staged.aside):
            self._save(staged.name, staged.aside)
        else:
            finish_exchange(Path(staged.tree), Path(there))

    def _save(self, name: str, folder: str) -> None:
        """Put a folder aside that holds what may be somebody's work."""
        self._saved.append(save(self._root, name, folder))


def put_receipt(root: Root, folder: str, receipt: Receipt, limits: Limits) -> str:
    """Move a receipt from the folder of a change into the skill's, and return where a spoiled one lies now, if any."""
    there = root.skill(receipt.name)
    saved = ""
    if mode_of(f"{there}/{RECEIPT}"):
        old = entry_at(root, receipt.name, limits).receipt
        if old is None:
            saved = _keep(root, f"{receipt.name}-receipt", f"{there}/{RECEIPT}")
        else:
            write_new(f"{folder}/{OLD_RECEIPT}", [write_receipt(old)])
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

"""One skill placed, taken out or put back by one rename, whoever is killed on the way (packaging 2).

Every step is staged in a folder of its own below the root's state, with a note of what is meant. What a killed
installer left there is brought to its end by the next one, before it does anything of its own.
"""

import json
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from skillpack.errors import FetchError, IntegrityError, OutputError
from skillpack.files.disk import LIBRARY, mode_of, reported, sync_folders
from skillpack.files.exchange import Swap, exchange, finish_exchange, system_swap
from skillpack.files.lock import locked
from skillpack.files.read import read_file
from skillpack.files.tree import write_tree
from skillpack.install.differences import differences, edits
from skillpack.install.receipt import read_receipt, write_receipt
from skillpack.install.root import Root, open_root, receipt_in
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, usable_name
from skillpack.model.tree import Tree, make_tree

WAIT = 120.0
"""Seconds to wait for another installer of the same root."""

_MEANT = "meant.json"
_TREE = "tree"
_MOST_MEANT = 2**12  # bytes
_PLACE, _REMOVE, _RESTORE = "place", "remove", "restore"


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a staging folder is for; `node` are device and inode of the tree that is on its way."""

    action: str
    name: str
    node: tuple[int, int]


@contextmanager
def working(root: Root, limits: Limits, *, wait: float = WAIT, swap: Swap = system_swap) -> Iterator["Transaction"]:
    """Hold a root alone and give what changes it; what a killed installer left is finished first.

    Raises:
        LockedError: Another installer holds it all that time.
        OutputError: The disk refuses.
    """
    open_root(root)
    with locked(root.lock, wait=wait):
        transaction = Transaction(root, limits, swap)
        with reported(root.folder):
            transaction.recover()
        yield transaction


class Transaction:
    """Changes of one root, each whole or not at all; its lock is held (see `working`).

    Args:
        swap: The system's way to exchange two folders.
    """

    def __init__(self, root: Root, limits: Limits, swap: Swap = system_swap) -> None:
        self.root = root
        self._limits = limits
        self._swap = swap

    def place(self, tree: Tree, receipt: Receipt) -> None:
        """Place a skill, new or instead of the one that is there, which becomes the previous version.

        Who calls has seen that what stands there may be replaced.

        Raises:
            OutputError: The disk refuses; the root is as it was.
            IntegrityError: What was written is not what was to be written.
        """
        _check_name(receipt.name, self._limits)
        with reported(self.root.skill(receipt.name)):
            self._check_neighbours(receipt.name)
            staging = self._staging()
            try:
                staged = f"{staging}/{_TREE}"
                write_tree(make_tree({**tree.files, RECEIPT: write_receipt(receipt)}), Path(staged))
                self._read_back(staged, receipt)
                self._mean(staging, _PLACE, receipt.name, staged)
            except BaseException:
                self._settle(staging)
                raise
            self._commit(staging, receipt.name)

    def remove(self, name: str) -> None:
        """Take a skill out; it becomes the previous version.

        Raises:
            OutputError: There is none, or the disk refuses; the root is as it was.
        """
        _check_name(name, self._limits)
        with reported(self.root.skill(name)):
            staging = self._taken_out(_REMOVE, name, self.root.skill(name))
            sync_folders(self.root.folder, [""])
            self._keep(name, staging)

    def restore(self, name: str) -> None:
        """Put the previous version in place; what is there now becomes the previous one.

        Raises:
            OutputError: There is no previous version, or the disk refuses; the root is as it was.
        """
        _check_name(name, self._limits)
        if not os.path.isdir(self.root.previous(name)):
            raise OutputError(f"there is no previous version of `{name}`", hint="one is kept when a skill is replaced")
        with reported(self.root.skill(name)):
            self._commit(self._taken_out(_RESTORE, name, self.root.previous(name)), name)

    def recover(self) -> None:
        """Bring to its end what was killed on the way; what cannot be understood is put aside, never deleted."""
        for name in sorted(os.listdir(self.root.staging)):
            staging = f"{self.root.staging}/{name}"
            if stat.S_ISDIR(mode_of(staging)):
                self._settle(staging)

    def _settle(self, staging: str) -> None:
        """Bring what lies in one staging folder to its end."""
        meant = _read_meant(staging, self._limits)
        if meant is None:
            # Nothing is moved before it is noted: all that lies here was only written.
            shutil.rmtree(staging, ignore_errors=True)
        else:
            self._finish(staging, meant)

    def _taken_out(self, action: str, name: str, folder: str) -> str:
        """Move a folder into a staging folder of its own, and return that."""
        staging = self._staging()
        try:
            self._mean(staging, action, name, folder)
            os.rename(folder, f"{staging}/{_TREE}")
        except BaseException:
            self._settle(staging)
            raise
        return staging

    def _finish(self, staging: str, meant: _Meant) -> None:
        tree, there = f"{staging}/{_TREE}", self.root.skill(meant.name)
        finish_exchange(Path(tree), Path(there))
        if not os.path.lexists(tree):
            shutil.rmtree(staging, ignore_errors=True)
        elif meant.action == _REMOVE or _node(there) == meant.node:
            self._keep(meant.name, staging)
        elif _node(tree) != meant.node:
            self._save(meant.name, tree)
            shutil.rmtree(staging, ignore_errors=True)
        elif meant.action == _RESTORE:
            self._keep(meant.name, staging)
        else:
            shutil.rmtree(staging, ignore_errors=True)

    def _commit(self, staging: str, name: str) -> None:
        """Bring a staged tree to its place."""
        tree, there = f"{staging}/{_TREE}", self.root.skill(name)
        try:
            if os.path.lexists(there):
                exchange(Path(tree), Path(there), swap=self._swap)
            else:
                _rename_new(tree, there)
        except BaseException:
            self._settle(staging)
            raise
        sync_folders(self.root.folder, [""])
        self._keep(name, staging)

    def _keep(self, name: str, staging: str) -> None:
        """Make what was taken out the previous version, and drop the one before unless somebody worked in it."""
        tree, previous = f"{staging}/{_TREE}", self.root.previous(name)
        if os.path.lexists(tree):
            if os.path.lexists(previous):
                if self._is_as_placed(previous):
                    os.rename(previous, f"{staging}/gone")
                else:
                    self._save(name, previous)
            os.rename(tree, previous)
            sync_folders(f"{self.root.state}/previous", [""])
        shutil.rmtree(staging, ignore_errors=True)

    def _save(self, name: str, folder: str) -> None:
        """Put a folder that holds somebody's work where nothing of ours ever deletes it."""
        place = f"{self.root.state}/saved/{name}"
        number = next(n for n in range(1, 2**20) if not os.path.lexists(f"{place}-{n}"))
        os.rename(folder, f"{place}-{number}")

    def _is_as_placed(self, folder: str) -> bool:
        try:
            receipt = receipt_in(folder, self._limits)
            return receipt is not None and not edits(differences(folder, receipt))
        except (IntegrityError, OSError):
            return False

    def _read_back(self, staged: str, receipt: Receipt) -> None:
        """See that the disk holds what was verified."""
        if read_receipt(Path(staged, RECEIPT).read_bytes(), self._limits) != receipt or differences(staged, receipt):
            raise IntegrityError(f"`{receipt.name}` was not written as it was read", hint="see that the disk is sound")

    def _staging(self) -> str:
        """Make a folder for one step."""
        place = f"{self.root.staging}/{secrets.token_hex(6)}"
        os.mkdir(place, 0o700)
        return place

    def _mean(self, staging: str, action: str, name: str, tree: str) -> None:
        """Note what is meant with a tree, before anything is moved."""
        node = _node(tree)
        path = f"{staging}/{_MEANT}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps({"action": action, "name": name, "node": node}).encode())
            file.flush()
            os.fsync(file.fileno())
        sync_folders(staging, [""])

    def _check_neighbours(self, name: str) -> None:
        """Refuse a name that would be another skill's on a file system that does not tell cases apart."""
        with os.scandir(self.root.folder) as entries:
            for entry in entries:
                if entry.name != name and entry.name.casefold() == name.casefold():
                    raise OutputError(
                        f"`{entry.name}` lies in `{self.root.folder}`, and is the same name as `{name}` on some disks",
                        hint="rename or uninstall one of the two",
                    )


def _check_name(name: str, limits: Limits) -> None:
    if not usable_name(name) or path_problem(name, limits) is not None:
        raise OutputError(f"`{name[:80]!a}` is no name of a skill")


def _node(path: str) -> tuple[int, int]:
    """Return device and inode of a folder; (0, 0) where there is none, or a link."""
    try:
        found = os.lstat(path)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _rename_new(tree: str, there: str) -> None:
    """Rename a folder to a name that is free; FileExistsError where somebody took it in the last moment."""
    linux = getattr(LIBRARY, "renameat2", None)
    if linux is not None:
        at_cwd, no_replace = -100, 1  # linux/fcntl.h, linux/fs.h
        if linux(at_cwd, os.fsencode(tree), at_cwd, os.fsencode(there), no_replace) == 0:
            return
    if os.path.lexists(there):
        raise FileExistsError(17, "something has this name now", there)
    os.rename(tree, there)


def _read_meant(staging: str, limits: Limits) -> _Meant | None:
    """Return what a staging folder is for, or None where nothing that can be understood was noted."""
    path = f"{staging}/{_MEANT}"
    with suppress(FetchError, ValueError, RecursionError):
        if stat.S_ISREG(mode_of(path)):
            row = json.loads(read_file(Path(path), _MOST_MEANT))
            match row:
                case {"action": str(action), "name": str(name), "node": [int(device), int(inode)]}:
                    fits = usable_name(name) and path_problem(name, limits) is None
                    if fits and action in {_PLACE, _REMOVE, _RESTORE}:
                        return _Meant(action, name, (device, inode))
    return None

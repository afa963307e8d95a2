"""Skills placed, taken out or put back, each by one rename, whoever is killed on the way.

Every change is prepared in a folder of its own below the root's state (`install.staged`) and committed by one rename.
It is at its end when the lock file says what is there then. What a killed installer left is brought to its end by the
next one (`install.ending`), before it does anything of its own. A folder that somebody worked in is never deleted: it
is the previous version or, when that is replaced, lies in `saved/`.
"""

import os
import stat
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from skillpack.errors import FetchError, IntegrityError, OutputError, SkillpackError
from skillpack.files.disk import mode_of, reported, sync_folders, sync_together
from skillpack.files.exchange import Swap, exchange, system_swap, system_take_name
from skillpack.files.lock import locked
from skillpack.files.tree import lay_tree, tree_names
from skillpack.install.root.differences import differences
from skillpack.install.root.lock import write_lock
from skillpack.install.root.receipt import write_receipt
from skillpack.install.root.receipt_placement import put_receipt, write_new_receipt
from skillpack.install.root.recovery import Ending
from skillpack.install.root.root import Root, receipt_in
from skillpack.install.root.staging import NOTE, TREE, Staged, StagedChange, new_folder, node_of, note
from skillpack.install.root.state import opened_lock, opened_state, reading
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, printable, usable_name
from skillpack.model.tree import Tree

WAIT = 120.0
"""Seconds to wait for another installer of the same root."""

TOGETHER = 64
"""Skills that are staged before the first of them is placed, as far as they are no larger together than one may be.

They share one wait for the disk; each is still whole or not at all, for all of them are on the disk before the first
is renamed.
"""

_TRIES = 5  # to open a root whose state is cleared away meanwhile

Placing = tuple[Tree, Receipt]


@contextmanager
def working(
    root: Root,
    limits: Limits,
    *,
    wait: float = WAIT,
    swap: Swap = system_swap,
    take_name: Swap = system_take_name,
    locks: bool = True,
) -> Iterator["Transaction"]:
    """Hold a root alone and give what changes it; what a killed installer left is finished first.

    At the end the lock file is written, with the entries of what was changed.

    Args:
        root: The root.
        limits: What we are willing to read.
        wait: Seconds to wait for another installer.
        swap: The system's way to exchange two folders.
        take_name: The system's way to rename a folder to a name that must be free.
        locks: False where what is done is what the lock file says.

    Raises:
        LockedError: Another installer holds it all that time.
        OutputError: The disk refuses, or the root's state is not fit to be trusted. Where only the lock file cannot be
            written, what was done is undone.
        IntegrityError: The lock file that is there is refused, and a killed installer left something to write into it.
    """
    with _locked(root, wait) as held:
        transaction = Transaction(held, limits, swap, take_name, locks=locks)
        with reported(root.folder):
            transaction.recover()
        try:
            yield transaction
            transaction.conclude()
        except BaseException:
            with suppress(OSError, SkillpackError):  # what it was about is raised; the next command tries again
                transaction.conclude()
            raise


def recover(root: Root, limits: Limits) -> tuple[str, ...]:
    """Bring to its end what a killed installer left in a root, the lock file included; nothing where nothing is left.

    Returns:
        Folders that hold what may be somebody's work and were put where nothing deletes them.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses, or the root's state is not fit to be trusted.
        IntegrityError: The lock file that is there is refused.
    """
    with reading(root) as seen, reported(root.folder):
        if not _is_unfinished(seen):
            return ()
    with working(root, limits) as transaction:
        return tuple(transaction.saved)


def _is_unfinished(root: Root) -> bool:
    """Return whether somebody changes a root now, or was killed when he did."""
    try:
        return bool(os.listdir(root.staging)) or bool(mode_of(os.fspath(root.lock)))
    except (FileNotFoundError, NotADirectoryError):
        return False


@contextmanager
def _locked(root: Root, wait: float) -> Iterator[Root]:
    """Hold the lock of a root, and give the root with its state held by descriptors.

    Whoever took its last skill out may clear its state away until the lock is there.
    """
    with ExitStack() as held:
        for left in reversed(range(_TRIES)):
            try:
                lock = held.enter_context(opened_lock(root)).lock
                held.enter_context(locked(lock, wait=wait))
            except OutputError as error:
                if not (left and isinstance(error.__cause__, FileNotFoundError)):
                    raise
            else:
                break
        yield held.enter_context(opened_state(root))


class Transaction:
    """Changes of one root, each whole or not at all; its lock is held (see `working`).

    Args:
        swap: The system's way to exchange two folders.
        take_name: The system's way to rename a folder to a name that must be free.

    Attributes:
        saved: Folders that held somebody's work and were put where nothing deletes them, for who tells the user.
    """

    def __init__(
        self,
        root: Root,
        limits: Limits,
        swap: Swap = system_swap,
        take_name: Swap = system_take_name,
        *,
        locks: bool = True,
    ) -> None:
        self.root = root
        self.saved: list[str] = []
        self._ends = Ending(root, limits, swap, take_name, self.saved)
        self._limits = limits
        self._swap = swap
        self._take_name = take_name
        self._locks = locks
        self._names: set[str] = set()  # whose entries of the lock file are written beside those of what is changed
        self._made: list[tuple[Staged, bool]] = []  # changes that can be undone; whether there is a previous version
        self._ended: list[Staged] = []  # changes that cannot

    def install(self, tree: Tree, receipt: Receipt) -> None:
        """Place a skill, new or instead of the one that is there, which becomes the previous version, edits and all.

        Raises:
            OutputError: What stands there may not be replaced, or the disk refuses; the root is as it was.
            IntegrityError: What was written is not what was to be written; likewise.
        """
        self.install_all([(tree, receipt)])

    def install_all(self, skills: Iterable[Placing]) -> None:
        """Place several skills, each whole or not at all, faster than one by one.

        When one fails, none of those that are staged together with it is placed; earlier ones stay.

        Raises:
            OutputError, IntegrityError: As `place`.
        """
        for lot in self._lots(skills):
            self._install_batch(lot)

    def install_each(self, skills: Iterable[Placing]) -> Mapping[str, SkillpackError]:
        """Place several skills like `place_all`, and return by name why some could not be; those stop no others."""
        failed: dict[str, SkillpackError] = {}
        for lot in self._lots(skills):
            try:
                self._install_batch(lot)
            except (OutputError, IntegrityError, FetchError):
                for each in lot:
                    try:
                        self._install_batch([each])
                    except (OutputError, IntegrityError, FetchError) as error:
                        failed[each[1].name] = error
        return failed

    def _lots(self, skills: Iterable[Placing]) -> Iterator[list[Placing]]:
        """Yield skills that are staged together."""
        lot: list[Placing] = []
        left = self._limits.tree
        for tree, receipt in skills:
            left -= sum(map(len, tree.files.values()))
            if len(lot) == TOGETHER or left < 0 or any(receipt.name == each.name for _, each in lot):
                yield lot
                lot, left = [], self._limits.tree
            lot.append((tree, receipt))
        yield lot

    def remove(self, name: str) -> None:
        """Take a skill out; it becomes the previous version, edits and all.

        Raises:
            OutputError: There is none of ours, or the disk refuses; the root is as it was.
        """
        _check_name(name, self._limits)
        with reported(self.root.skill(name)):
            self._check_ours(self.root.skill(name), name)
            with self._changing() as folders:
                self._conclude([self._take_out(StagedChange.REMOVE, name, self.root.skill(name), folders)])

    def restore(self, name: str, *, returns: bool = False) -> None:
        """Put the previous version in place; what is there now becomes the previous one, edits and all.

        Args:
            name: Of the skill.
            returns: It undoes a rollback, and is none.

        Raises:
            OutputError: There is no previous version, what stands there is not ours, or the disk refuses; the root is
                as it was.
        """
        _check_name(name, self._limits)
        with reported(self.root.skill(name)):
            if not node_of(self.root.previous(name)):
                raise OutputError(
                    f"there is no previous version of `{name}`", hint="one is kept when a skill is replaced"
                )
            if self._is_taken(name):
                self._check_ours(self.root.skill(name), name)
            with self._changing() as folders:
                change = StagedChange.RETURN if returns else StagedChange.RESTORE
                staged = self._take_out(change, name, self.root.previous(name), folders)
                self._commit(staged)
                self._conclude([staged])

    def adopt(self, receipt: Receipt) -> str:
        """Put a receipt into the folder of its name, of which nothing else is touched; one rename does it.

        One of ours that is there is replaced; a spoiled one is put where nothing deletes it.

        Returns:
            Where a spoiled receipt lies now; empty where there was none.

        Raises:
            OutputError: There is no such folder, or the disk refuses; the folder is as it was, but for a spoiled
                receipt.
        """
        there = self.root.skill(receipt.name)
        with reported(there), self._changing() as folders:
            if not node_of(there):
                raise OutputError(f"`{there}` is a link or a file, and no skill", hint="move it away")
            folder = new_folder(self.root, folders)
            write_new_receipt(folder, receipt)
            staged = note(folder, StagedChange.ADOPT, receipt.name, there, locks=self._locks)
            self._sync([staged])
            saved = put_receipt(self.root, folder, receipt, self._limits)
            self._made.append((staged, False))
        return saved

    def relock(self, names: Collection[str]) -> None:
        """Have the lock file say at the end what is there of skills that were not changed, too."""
        self._names |= set(names)

    def recover(self) -> None:
        """Bring to its end what was killed on the way; what cannot be understood is put aside, never deleted."""
        for name in sorted(os.listdir(self.root.staging)):
            if stat.S_ISDIR(mode_of(f"{self.root.staging}/{name}")):
                self._finish(f"{self.root.staging}/{name}")
        self.conclude()

    def conclude(self) -> None:
        """Write the lock file, and clear away what was needed to undo; where it cannot be written, undo."""
        made = [*self._ended, *(staged for staged, _ in self._made)]
        names = {each.name for each in made if each.locks} | self._names
        try:
            if names:
                write_lock(self.root, self._limits, names)
        except BaseException:
            self._undo()
            with suppress(OSError, SkillpackError):  # an interrupt may come when it is written already
                write_lock(self.root, self._limits, names)
            raise
        for each in made:
            with suppress(OSError):  # the next command tries again
                self._ends.clear(each, made=True)
        self._made, self._ended, self._names = [], [], set()

    def _undo(self) -> None:
        """Put back what was there before the changes that can be undone."""
        for each, kept in reversed(self._made):
            with suppress(OSError):
                self._ends.undo(each, kept=kept)
                self._finish(each.folder)
        self._made = []

    def _finish(self, folder: str) -> None:
        staged = self._ends.finish(folder)
        if staged is not None:
            self._ended.append(staged)

    def _install_batch(self, lot: Sequence[Placing]) -> None:
        if not lot:
            return
        with reported(self.root.folder if len(lot) > 1 else self.root.skill(lot[0][1].name)):
            self._check_names([receipt.name for _, receipt in lot])
            for _, receipt in lot:
                if self._is_taken(receipt.name):
                    self._check_ours(self.root.skill(receipt.name), receipt.name)
            with self._changing() as folders:
                staged = [self._stage(tree, receipt, folders) for tree, receipt in lot]
                self._sync(staged, [tree for tree, _ in lot])
                self._commit_all(staged)
                self._conclude(staged)

    def _stage(self, tree: Tree, receipt: Receipt, folders: list[str]) -> Staged:
        """Write a skill, see that the disk holds what was verified, and note what is meant with it."""
        for path in (*tree.files, RECEIPT):
            mode_of(f"{self.root.skill(receipt.name)}/{path}")  # one that is too long there is refused here
        folder = new_folder(self.root, folders)
        staged = f"{folder}/{TREE}"
        lay_tree(Tree({**tree.files, RECEIPT: write_receipt(receipt)}), Path(staged))
        if receipt_in(staged, self._limits) != receipt or differences(staged, receipt):
            raise IntegrityError(f"`{receipt.name}` was not written as it was read", hint="check the disk")
        return note(folder, StagedChange.PLACE, receipt.name, staged, locks=self._locks)

    def _sync(self, staged: Sequence[Staged], trees: Sequence[Tree] = ()) -> None:
        """Bring notes, and the trees that were written, to the disk before anything is moved."""
        files: list[str] = []
        folders: list[str] = []
        for tree, each in zip(trees, staged, strict=False):
            inner_files, inner_folders = tree_names(tree, f"{os.path.basename(each.folder)}/{TREE}")
            files += [*inner_files, f"{os.path.basename(each.folder)}/{TREE}/{RECEIPT}"]
            folders += inner_folders
        places = [os.path.basename(each.folder) for each in staged]
        sync_together(self.root.staging, [*files, *(f"{place}/{NOTE}" for place in places)], [*folders, *places, ""])

    def _take_out(self, change: StagedChange, name: str, moved: str, folders: list[str]) -> Staged:
        """Note what is meant with a folder, and move it into a folder for the change."""
        staged = note(new_folder(self.root, folders), change, name, moved, locks=self._locks)
        self._sync([staged])
        os.rename(moved, staged.tree)
        return staged

    def _commit_all(self, staged: Sequence[Staged]) -> None:
        """Bring staged trees to their places, all of them or, as far as the disk lets us, none."""
        committed: list[Staged] = []
        try:
            for each in staged:
                self._commit(each)
                committed.append(each)
        except BaseException:
            for each in reversed(committed):
                with suppress(OSError):
                    self._ends.undo(each)
            raise

    def _commit(self, staged: Staged) -> None:
        """Bring a staged tree to its place; whoever put something else there in the last moment gets it back."""
        tree, there = Path(staged.tree), Path(self.root.skill(staged.name))
        if not self._is_taken(staged.name):
            self._take_name(tree, there)
            return
        exchange(tree, there, swap=self._swap)
        try:
            self._check_ours(staged.tree, staged.name)
        except (OutputError, FetchError):
            self._ends.undo(staged)
            raise

    @contextmanager
    def _changing(self) -> Iterator[list[str]]:
        """Give a list for the folders of changes; whatever goes wrong, each of them is brought to its end."""
        folders: list[str] = []
        try:
            yield folders
        except BaseException:
            for folder in folders:
                with suppress(OSError):
                    self._finish(folder)
            raise

    def _conclude(self, staged: Sequence[Staged]) -> None:
        """Bring what was committed to the disk, and keep what was there before; else undo all of it."""
        kept: list[Staged] = []
        try:
            sync_folders(self.root.folder, [""])
            kept += (each for each in staged if self._ends.keep(each))
            sync_folders(self.root.previous(""), [""])
        except OSError:
            for each in staged:
                with suppress(OSError):
                    self._ends.undo(each, kept=each in kept)
            raise
        self._made += ((each, each in kept) for each in staged)

    def _is_taken(self, name: str) -> bool:
        """Return whether there is a folder of that name; anything else of that name is never replaced."""
        mode = mode_of(self.root.skill(name))
        if mode and not stat.S_ISDIR(mode):
            raise OutputError(f"`{self.root.skill(name)}` is a link or a file, and no skill", hint="move it away")
        return bool(mode)

    def _check_ours(self, folder: str, name: str) -> None:
        """Refuse a folder that we did not place under that name."""
        if not mode_of(folder):
            raise OutputError(f"`{name}` is not installed", hint="`skillpack list` shows what is")
        why = self._why_not_ours(folder, name)
        if why:
            hint = f"`skillpack adopt {name}` takes over a folder that is yours"
            raise OutputError(f"`{name}` is left alone: {why}", hint=hint)

    def _why_not_ours(self, folder: str, name: str) -> str:
        if not node_of(folder):
            return "it is a link or a file"
        try:
            receipt = receipt_in(folder, self._limits)
        except IntegrityError as error:
            return str(error)
        return "" if receipt is not None and receipt.name == name else "it was not installed by skillpack"

    def _check_names(self, names: Sequence[str]) -> None:
        """Refuse a name that would be another skill's on a file system that does not tell cases apart."""
        there = {_folded(entry): entry for entry in os.listdir(self.root.folder)}
        for name in names:
            _check_name(name, self._limits)
            other = there.setdefault(_folded(name), name)
            if other != name:
                message = f"`{printable(other)}` is in the root, and is the same name as `{name}` on some disks"
                raise OutputError(message, hint="rename or uninstall one of the two")


def _check_name(name: str, limits: Limits) -> None:
    if not usable_name(name) or path_problem(name, limits) is not None:
        raise OutputError(f"`{printable(name)}` is not a name of a skill")


def _folded(name: str) -> str:
    """Return a name as file systems see it that know neither cases nor forms of Unicode."""
    return name.lower() if name.isascii() else unicodedata.normalize("NFKC", name.casefold())

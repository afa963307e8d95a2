"""Skills placed, taken out or put back, each by one rename, whoever is killed on the way.

Every change is prepared in a folder of its own below the root's state (`changes.staging`) and committed by one rename.
It is at its end when the lock file says what is there then. What a killed installer left is brought to its end by the
next one (`changes.recovery`), before it does anything of its own. A folder that somebody worked in is never deleted: it
is the previous version or, when that is replaced, lies in `saved/`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from skillpack.errors import FetchError, IntegrityError, OutputError, SkillpackError
from skillpack.files.disk import reported
from skillpack.files.exchange import Swap, system_swap, system_take_name
from skillpack.install.root.changes.handles import clear_state, locked_root
from skillpack.install.root.changes.lock import write_lock
from skillpack.install.root.changes.recovery import Ending, put_receipt
from skillpack.install.root.changes.staging import (
    new_folder,
    replaced,
    stage_receipt,
    stage_tree,
    sync_staged,
    take_out,
)
from skillpack.install.root.contents import names_in, placed_names
from skillpack.install.root.ownership import check_name, check_names, check_ours, is_taken
from skillpack.install.root.root import Root
from skillpack.install.root.state import Staged, StagedChange, State, reading
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree

WAIT = 120.0
"""Seconds to wait for another installer of the same root."""

TOGETHER = 64
"""Skills that are staged before the first of them is placed, as far as they are no larger together than one may be.

They share one wait for the disk; each is still whole or not at all, for all of them are on the disk before the first
is renamed.
"""

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
    clears: bool = False,
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
        clears: Drop the state of the root in the end, where nothing is in it any more.

    Raises:
        LockedError: Another installer holds it all that time.
        OutputError: The disk refuses, or the root's state is not fit to be trusted. Where only the lock file cannot be
            written, what was done is undone.
        IntegrityError: The lock file that is there is refused, and a killed installer left something to write into it.
    """
    with locked_root(root, wait) as held:
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
    if clears:
        clear_state(root)


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


def _is_unfinished(state: State) -> bool:
    """Return whether somebody changes a root now, or was killed when he did."""
    try:
        return bool(state.staging.names()) or bool(state.lock.mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


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
        state: State,
        limits: Limits,
        swap: Swap = system_swap,
        take_name: Swap = system_take_name,
        *,
        locks: bool = True,
    ) -> None:
        self.state = state
        self.root = state.root
        self.saved: list[str] = []
        self._ends = Ending(state, limits, swap, take_name, self.saved)
        self._limits = limits
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
            OutputError, IntegrityError: As `install`.
        """
        for batch in self._batches(skills):
            self._install_batch(batch)

    def install_each(self, skills: Iterable[Placing]) -> Mapping[str, SkillpackError]:
        """Place several skills like `install_all`, and return by name why some could not be; those stop no others."""
        failed: dict[str, SkillpackError] = {}
        for batch in self._batches(skills):
            try:
                self._install_batch(batch)
            except (OutputError, IntegrityError, FetchError):
                for each in batch:
                    try:
                        self._install_batch([each])
                    except (OutputError, IntegrityError, FetchError) as error:
                        failed[each[1].name] = error
        return failed

    def _batches(self, skills: Iterable[Placing]) -> Iterator[list[Placing]]:
        """Yield skills that are staged together."""
        batch: list[Placing] = []
        left = self._limits.tree
        for tree, receipt in skills:
            left -= sum(map(len, tree.files.values()))
            if len(batch) == TOGETHER or left < 0 or any(receipt.name == each.name for _, each in batch):
                yield batch
                batch, left = [], self._limits.tree
            batch.append((tree, receipt))
        yield batch

    def remove(self, name: str) -> None:
        """Take a skill out; it becomes the previous version, edits and all.

        Raises:
            OutputError: There is none of ours, or the disk refuses; the root is as it was.
        """
        check_name(name, self._limits)
        with reported(self.root.skill(name)):
            check_ours(self.root.skill(name), name, self._limits)
            with self._changing() as places:
                self._conclude(
                    [take_out(self.state, StagedChange.REMOVE, name, self.state.top / name, places, locks=self._locks)]
                )

    def restore(self, name: str, *, returns: bool = False) -> None:
        """Put the previous version in place; what is there now becomes the previous one, edits and all.

        Args:
            name: Of the skill.
            returns: It undoes a rollback, and is none.

        Raises:
            OutputError: There is no previous version, what stands there is not ours, or the disk refuses; the root is
                as it was.
        """
        check_name(name, self._limits)
        with reported(self.root.skill(name)):
            previous = self.state.previous / name
            if not previous.node:
                raise OutputError(
                    f"no previous version of `{name}`", hint="skillpack keeps one whenever it replaces a skill"
                )
            if is_taken(self.root, name):
                check_ours(self.root.skill(name), name, self._limits)
            with self._changing() as places:
                change = StagedChange.RETURN if returns else StagedChange.RESTORE
                names = names_in(previous)
                staged = take_out(self.state, change, name, previous, places, locks=self._locks)
                self._ends.commit(staged, names)
                self._conclude([staged])

    def unhold(self, name: str) -> None:
        """Let a skill that was rolled back be updated again; its files and its previous version stay.

        Raises:
            OutputError: The disk refuses.
        """
        check_name(name, self._limits)
        with reported(self.root.skill(name)), suppress(FileNotFoundError):
            (self.state.restored / name).unlink()
            self.state.restored.sync()

    def purge(self, name: str) -> None:
        """Drop the previous version of a skill; one that somebody worked in is put into `saved`.

        It goes by one rename to where whatever a killed one leaves is cleared away, and cannot be undone.

        Raises:
            OutputError: The disk refuses.
        """
        with reported(self.root.previous(name)):
            self._ends.purge(name)

    def adopt(self, receipt: Receipt) -> str:
        """Put a receipt into the folder of its name, of which nothing else is touched; one rename does it.

        One of ours that is there is replaced; a damaged one is put where nothing deletes it.

        Returns:
            Where a damaged receipt lies now; empty where there was none.

        Raises:
            OutputError: There is no such folder, or the disk refuses; the folder is as it was, but for a damaged
                receipt.
        """
        skill = self.state.top / receipt.name
        with reported(skill.path), self._changing() as places:
            if not skill.node:
                raise OutputError(f"`{skill.path}` is a link or a file, not a skill folder", hint="move it away")
            place = new_folder(self.state, places)
            staged = stage_receipt(self.state, place, receipt, locks=self._locks)
            with self.state.opened(place) as folder:
                saved = put_receipt(self.state, folder, receipt, self._limits)
            self._made.append((staged, False))
        return saved

    def relock(self, names: Collection[str]) -> None:
        """Have the lock file say at the end what is there of skills that were not changed, too."""
        self._names |= set(names)

    def recover(self) -> None:
        """Bring to its end what was killed on the way; what cannot be understood is put aside, never deleted."""
        for place in sorted(self.state.staging.names()):
            self._finish(place)
        self.conclude()

    def conclude(self) -> None:
        """Write the lock file, and clear away what was needed to undo; where it cannot be written, undo."""
        made = [*self._ended, *(staged for staged, _ in self._made)]
        names = {each.name for each in made if each.locks} | self._names
        try:
            if names:
                write_lock(self.state, self._limits, names)
        except BaseException:
            self._undo()
            with suppress(OSError, SkillpackError):  # an interrupt may come when it is written already
                write_lock(self.state, self._limits, names)
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
                self._finish(each.place)
        self._made = []

    def _finish(self, place: str) -> None:
        staged = self._ends.finish(place)
        if staged is not None:
            self._ended.append(staged)

    def _install_batch(self, batch: Sequence[Placing]) -> None:
        if not batch:
            return
        with reported(self.root.folder if len(batch) > 1 else self.root.skill(batch[0][1].name)):
            check_names(self.root, [receipt.name for _, receipt in batch], self._limits)
            for _, receipt in batch:
                if is_taken(self.root, receipt.name):
                    check_ours(self.root.skill(receipt.name), receipt.name, self._limits)
            with self._changing() as places:
                staged = [
                    stage_tree(self.state, new_folder(self.state, places), *each, self._limits, locks=self._locks)
                    for each in batch
                ]
                sync_staged(self.state, staged, [tree for tree, _ in batch])
                self._ends.commit_all(staged, [placed_names(receipt) for _, receipt in batch])
                self._conclude(staged)

    @contextmanager
    def _changing(self) -> Iterator[list[str]]:
        """Give a list for the names of changes; whatever goes wrong, each of them is brought to its end."""
        places: list[str] = []
        try:
            yield places
        except BaseException:
            for place in places:
                with suppress(OSError):
                    self._finish(place)
            raise

    def _conclude(self, staged: Sequence[Staged]) -> None:
        """Bring what was committed to the disk, and keep what was there before; else undo all of it."""
        kept: list[Staged] = []
        try:
            self.state.top.sync()
            kept += (each for each in staged if self._ends.keep(each))
            self.state.previous.sync()
            if not self.state.top.is_at(self.root.folder):
                raise replaced(self.state.top.path)
        except (OSError, OutputError):
            for each in staged:
                with suppress(OSError):
                    self._ends.undo(each, kept=each in kept)
            raise
        self._made += ((each, each in kept) for each in staged)

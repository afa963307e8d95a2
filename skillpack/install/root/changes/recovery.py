"""The end of a change that was prepared, whether or not whoever prepared it lived to see it.

Every state that a kill can leave is told by which of the folders is where, and each step leads to the next such state:
so that an ending can be killed too, and be done again.
"""

from collections.abc import Sequence
from contextlib import suppress

from skillpack.errors import FetchError, IntegrityError, OutputError
from skillpack.files.exchange import Swap, exchange, finish_exchange
from skillpack.files.open_folder import FolderEntry
from skillpack.install.root.changes.staging import (
    drop_staged,
    forget,
    free_name,
    is_as_placed,
    new_folder,
    replaced,
    save,
)
from skillpack.install.root.contents import Names, names_in
from skillpack.install.root.ownership import check_ours, is_taken
from skillpack.install.root.receipt import write_receipt
from skillpack.install.root.root import entry_at
from skillpack.install.root.state import (
    NEW_RECEIPT,
    NOTE,
    OLD_RECEIPT,
    Staged,
    StagedChange,
    StagedFolder,
    State,
    read_note,
)
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits


class Ending:
    """Ends changes of one root.

    Args:
        swap: The system's way to exchange two folders.
        take_name: The system's way to rename a folder to a name that must be free.
        saved: Grows by the folders that are put where nothing deletes them.
    """

    def __init__(self, state: State, limits: Limits, swap: Swap, take_name: Swap, saved: list[str]) -> None:
        self._state = state
        self._limits = limits
        self._swap = swap
        self._take_name = take_name
        self._saved = saved

    def finish(self, place: str) -> Staged | None:
        """Bring what lies in one folder of a change to its end; return a change that was made, which `clear` ends.

        Its note stays until then, for whoever finds it writes the lock file before.
        """
        if not (self._state.staging / place).node:
            return None  # a link or a file is none of ours
        try:
            with self._state.opened(place) as folder:
                staged = read_note(folder, place, self._limits)
                if staged is not None:
                    self._finish(staged, folder)
                    if self._took_effect(staged, folder):
                        return staged
        except IntegrityError:
            self._save("unknown", self._state.staging / place)
            return None
        if staged is None:
            self._discard(place)  # nothing is moved before it is noted: all that lies here was only written
        else:
            self.clear(staged, made=False)
        return None

    def commit_all(self, staged: Sequence[Staged], names: Sequence[Names]) -> None:
        """Bring staged trees to their places, all of them or, as far as the disk lets us, none."""
        committed: list[Staged] = []
        try:
            for each, within in zip(staged, names, strict=True):
                self.commit(each, within)
                committed.append(each)
        except BaseException:
            for each in reversed(committed):
                with suppress(OSError):
                    self.undo(each)
            raise

    def commit(self, staged: Staged, names: Names) -> None:
        """Bring a staged tree to its place; whoever put something else there in the last moment gets it back.

        Args:
            staged: What is meant.
            names: In the tree when it was looked at: a link may have come since.

        Raises:
            OutputError: What was in the place is not ours, or something else took the place of the staged tree.
        """
        skill = self._skill(staged)
        with self._state.opened(staged.place) as folder:
            was_taken = is_taken(self._state.root, staged.name)
            if was_taken:
                exchange(folder.tree, skill, swap=self._swap)
            else:
                self._take_name(folder.tree, skill)
            try:
                if skill.node != staged.node or names_in(skill) != names:
                    raise replaced(folder.tree.path)
                if was_taken:
                    check_ours(folder.tree, staged.name, self._limits)
            except (OSError, OutputError, FetchError):
                if was_taken:
                    exchange(folder.tree, skill, swap=self._swap)
                else:
                    self._take_name(skill, folder.tree)
                raise

    def keep(self, staged: Staged) -> bool:
        """Make what was taken out the previous version, and return whether there was something to keep."""
        with self._state.opened(staged.place) as folder:
            return self._keep(staged, folder)

    def _keep(self, staged: Staged, folder: StagedFolder) -> bool:
        previous = self._state.previous / staged.name
        if not folder.tree.mode:
            return False
        if previous.mode:
            if folder.gone.mode:
                self._save(staged.name, previous)
            else:
                previous.rename(folder.gone)
        folder.tree.rename(previous)
        return True

    def purge(self, name: str) -> None:
        """Drop the previous version of a skill; one that somebody worked in is put aside."""
        previous = self._state.previous / name
        if not previous.mode:
            return
        if not is_as_placed(previous, self._limits):
            self._save(name, previous)
            return
        place = new_folder(self._state, [])
        with self._state.opened(place) as folder:
            previous.rename(folder.tree)
        self._discard(place)

    def undo(self, staged: Staged, *, kept: bool = False) -> None:
        """Put back what was there before a commit."""
        with self._state.opened(staged.place) as folder:
            if staged.change is StagedChange.ADOPT:
                take_back(self._state, staged, folder)
                return
            skill, previous = self._skill(staged), self._state.previous / staged.name
            if kept:
                previous.rename(folder.tree)
            if folder.gone.mode and not previous.mode:
                folder.gone.rename(previous)
            if staged.change is StagedChange.REMOVE:
                self._take_name(folder.tree, skill)
            elif skill.node == staged.node:
                if folder.tree.mode:
                    exchange(folder.tree, skill, swap=self._swap)
                else:
                    skill.rename(folder.tree)

    def clear(self, staged: Staged, *, made: bool) -> None:
        """Delete the folder of a change that is at its end, whether it was made or not."""
        with self._state.opened(staged.place) as folder:
            if (folder.folder / NOTE).mode:  # else only the deleting was interrupted
                previous = self._state.previous / staged.name
                if folder.gone.mode and not previous.mode:
                    folder.gone.rename(previous)
                elif folder.gone.mode and not is_as_placed(folder.gone, self._limits):
                    self._save(staged.name, folder.gone)
                if made:
                    drop_staged(self._state, staged, folder)
                else:
                    forget(folder)
        self._discard(staged.place)  # all that is left is dropped from here on, however far we come

    def _discard(self, place: str) -> None:
        (self._state.staging / place).remove()

    def _skill(self, staged: Staged) -> FolderEntry:
        return self._state.top / staged.name

    def _took_effect(self, staged: Staged, folder: StagedFolder) -> bool:
        """Return whether a change came into effect, and no other one of the same skill after it."""
        if staged.change is StagedChange.ADOPT:
            return not (folder.folder / NEW_RECEIPT).mode
        return (self._skill(staged).node == staged.node) is not (staged.change is StagedChange.REMOVE)

    def _finish(self, staged: Staged, folder: StagedFolder) -> None:
        """Bring a change to its end that was noted, and may have been committed."""
        if staged.change is StagedChange.ADOPT:
            give_back(self._state, staged, folder)
            return
        skill = self._skill(staged)
        if folder.aside.mode:
            self._finish_renames(staged, folder, skill)
        out = folder.tree.node
        committed = staged.change is not StagedChange.REMOVE and skill.node == staged.node
        if out and (committed or (out == staged.node and staged.change is not StagedChange.PLACE)):
            self._keep(staged, folder)
        elif folder.tree.mode and (out != staged.node or not is_as_placed(folder.tree, self._limits)):
            self._save(staged.name, folder.tree)
        self._state.top.sync()
        self._state.previous.sync()

    def _finish_renames(self, staged: Staged, folder: StagedFolder, skill: FolderEntry) -> None:
        """Complete an exchange by three renames; what is in the way of that, or was never part of one, is saved."""
        both = bool(folder.tree.mode) and bool(skill.mode)
        known = staged.node in {folder.tree.node, skill.node, folder.aside.node}
        if both or not known or not folder.aside.node:
            self._save(staged.name, folder.aside)
        else:
            finish_exchange(folder.tree, skill)

    def _save(self, name: str, folder: FolderEntry) -> None:
        """Put a folder aside that holds what may be somebody's work."""
        self._saved.append(save(self._state, name, folder))


def put_receipt(state: State, folder: StagedFolder, receipt: Receipt, limits: Limits) -> str:
    """Move a receipt from the folder of a change into the skill's, and return where a damaged one lies now, if any."""
    saved = ""
    with (state.top / receipt.name).open() as skill:
        current = skill / RECEIPT
        if current.mode:
            old = entry_at(state.root, receipt.name, limits).receipt
            if old is None:
                saved = _keep(state, f"{receipt.name}-receipt", current)
            else:
                (folder.folder / OLD_RECEIPT).write_new([write_receipt(old)])
        _move_in(folder.folder / NEW_RECEIPT, current)
    return saved


def take_back(state: State, staged: Staged, folder: StagedFolder) -> None:
    """Take a receipt out again that was put into a skill's folder; the one before it, if it was ours, comes back."""
    with (state.top / staged.name).open() as skill:
        (skill / RECEIPT).rename(folder.folder / NEW_RECEIPT)
    give_back(state, staged, folder)


def give_back(state: State, staged: Staged, folder: StagedFolder) -> None:
    """Put the receipt back that was there before, where there is none now."""
    old = folder.folder / OLD_RECEIPT
    if (state.top / staged.name).node != staged.node or not old.mode:
        return
    with (state.top / staged.name).open() as skill:
        if not (skill / RECEIPT).mode:
            _move_in(old, skill / RECEIPT)


def _keep(state: State, name: str, damaged: FolderEntry) -> str:
    """Keep what is in the way where nothing deletes it, and return where; a file stays in place, to be replaced."""
    place = free_name(state, name)
    try:
        damaged.link(place)
    except OSError:
        return save(state, name, damaged)  # a folder, or a disk without second names
    return place.path


def _move_in(written: FolderEntry, receipt: FolderEntry) -> None:
    written.rename(receipt)
    with suppress(OSError):  # it is in place: what a later crash could lose is the receipt alone
        receipt.folder.sync()

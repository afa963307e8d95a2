"""A folder in which one change of a root is prepared, with a note of what is meant by it.

All that lies in it before the note is there was only written; nothing is moved before the note is on the disk. So what
a killed installer left tells by itself whether it is dropped, finished or, where it cannot be understood, put aside.
"""

import json
import secrets
import stat
from collections.abc import Sequence
from contextlib import suppress

from skillpack.errors import FetchError, IntegrityError, OutputError
from skillpack.files.disk import mode_of
from skillpack.files.open_folder import FolderEntry
from skillpack.files.tree import lay_tree, sync_tree, tree_size
from skillpack.install.root.contents import differences, edits
from skillpack.install.root.receipt import write_receipt
from skillpack.install.root.root import receipt_in
from skillpack.install.root.state import NEW_RECEIPT, NOTE, Staged, StagedChange, StagedFolder, State
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree

_MOST = 2**20  # folders of one name that are saved
_PRIVATE = 0o700


def new_folder(state: State, known: list[str]) -> str:
    """Make a folder for one change, which nobody else may read, and return its name in staging.

    Args:
        state: Of the root.
        known: Grows by the name before the folder is there.
    """
    place = secrets.token_hex(6)
    known.append(place)
    (state.staging / place).make(_PRIVATE).close()
    return place


def note(folder: StagedFolder, place: str, change: StagedChange, name: str, node: int, *, locks: bool = True) -> Staged:
    """Write down what is meant with a folder that will be moved; it is there whole or not at all.

    Who moves anything next brings it to the disk before.
    """
    staged = Staged(place, change, name, node, locks)
    written = folder.folder / "note"
    content = {"change": staged.change.value, "name": staged.name, "node": staged.node, "locks": staged.locks}
    written.write_new([json.dumps(content).encode()], 0o600)
    written.rename(folder.folder / NOTE)
    return staged


def stage_tree(state: State, place: str, tree: Tree, receipt: Receipt, limits: Limits, *, locks: bool) -> Staged:
    """Write a skill, see that the disk holds the verified bytes, and note what is meant with it.

    Raises:
        IntegrityError: It does not.
        OSError: The disk refuses.
    """
    for path in (*tree.files, RECEIPT):
        mode_of(f"{state.root.skill(receipt.name)}/{path}")  # one that is too long there is refused here
    with state.opened(place) as folder:
        with folder.tree.make() as staged:
            lay_tree(Tree({**tree.files, RECEIPT: write_receipt(receipt)}), staged)
            node = staged.stat().st_ino
        if receipt_in(folder.tree, limits) != receipt or differences(folder.tree, receipt):
            raise IntegrityError(f"`{receipt.name}` was not written correctly", hint="check the disk")
        return note(folder, place, StagedChange.PLACE, receipt.name, node, locks=locks)


def stage_receipt(state: State, place: str, receipt: Receipt, *, locks: bool) -> Staged:
    """Write a receipt into the folder of a change, and note that it goes into the skill's folder, which stays."""
    with state.opened(place) as folder:
        written = folder.folder / NEW_RECEIPT
        written.write_new([write_receipt(receipt)])
        written.sync()
        staged = note(folder, place, StagedChange.ADOPT, receipt.name, _node(state.top / receipt.name), locks=locks)
    sync_staged(state, [staged])
    return staged


def take_out(
    state: State, change: StagedChange, name: str, moved: FolderEntry, places: list[str], *, locks: bool
) -> Staged:
    """Note what is meant with a folder, and move it into a folder for the change, by which `places` grows.

    Raises:
        OutputError: Something else had its name in the last moment, and has it again.
    """
    place = new_folder(state, places)
    with state.opened(place) as folder:
        staged = note(folder, place, change, name, _node(moved), locks=locks)
        sync_staged(state, [staged])
        moved.rename(folder.tree)
        if folder.tree.node != staged.node:
            folder.tree.rename(moved)
            raise replaced(moved.path)
    return staged


def _node(entry: FolderEntry) -> int:
    if not entry.node:
        raise replaced(entry.path)
    return entry.node


def replaced(path: str) -> OutputError:
    """Return the exception for something else that has a name of ours."""
    message = f"`{path}` was replaced by another program during the command"
    return OutputError(message, hint="close programs that write there, and run it again")


def sync_staged(state: State, staged: Sequence[Staged], trees: Sequence[Tree] = ()) -> None:
    """Bring notes, and the trees that were written, to the disk before anything is moved."""
    if state.staging.can_sync_whole(sum(map(tree_size, trees)) + 3 * len(staged)):
        state.staging.sync_whole()
        return
    for number, each in enumerate(staged):
        with state.opened(each.place) as folder:
            if trees:
                with folder.tree.open() as laid:
                    sync_tree(Tree({**trees[number].files, RECEIPT: b""}), laid)
            (folder.folder / NOTE).sync()
            folder.folder.sync()
    state.staging.sync()


def forget(folder: StagedFolder) -> None:
    """Drop the note of a change that is at its end."""
    with suppress(FileNotFoundError):
        (folder.folder / NOTE).unlink()


def drop_staged(state: State, staged: Staged, folder: StagedFolder) -> None:
    """Drop the note of a change that was made; that of a rollback stays where the next one sees that it was done."""
    restored = state.restored / staged.name
    if staged.change is StagedChange.RESTORE:
        with suppress(OSError):
            (folder.folder / NOTE).replace(restored)
    elif staged.change is not StagedChange.ADOPT:
        with suppress(FileNotFoundError):
            restored.unlink()
    forget(folder)


def is_as_placed(folder: FolderEntry, limits: Limits) -> bool:
    """Return whether nothing in a folder is anybody's work: all of it was placed, or left behind by tools."""
    try:
        if not stat.S_ISDIR(folder.mode):
            return False
        receipt = receipt_in(folder, limits)
        return receipt is not None and not edits(differences(folder, receipt))
    except (IntegrityError, FetchError, OSError):
        return False


def save(state: State, name: str, folder: FolderEntry) -> str:
    """Put a folder where nothing of ours ever deletes it, and return where that is."""
    place = free_name(state, name)
    folder.rename(place)
    state.saved.sync()
    return place.path


def free_name(state: State, name: str) -> FolderEntry:
    """Return a name where nothing of ours ever deletes anything, and which nothing has yet."""
    taken = set(state.saved.names())
    return next(state.saved / f"{name}-{n}" for n in range(1, _MOST) if f"{name}-{n}" not in taken)

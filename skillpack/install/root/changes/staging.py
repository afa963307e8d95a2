"""A folder in which one change of a root is prepared, with a note of what is meant by it.

All that lies in it before the note is there was only written; nothing is moved before the note is on the disk. So what
a killed installer left tells by itself whether it is dropped, finished or, where it cannot be understood, put aside.
"""

import json
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from skillpack.errors import FetchError, IntegrityError
from skillpack.files.disk import mode_of, shown, sync_files, sync_folders, sync_together, write_new
from skillpack.files.staging import fresh_name, make_private
from skillpack.files.tree import lay_tree, tree_names
from skillpack.install.root.contents import differences, edits
from skillpack.install.root.receipt import write_receipt
from skillpack.install.root.root import Root, receipt_in
from skillpack.install.root.state import NEW_RECEIPT, NOTE, TREE, Staged, StagedChange, node_of
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree

_MOST = 2**20  # folders of one name that are saved


def new_folder(root: Root, known: list[str]) -> str:
    """Make a folder for one change, which nobody else may read; `known` grows by it before it is there."""
    folder = fresh_name(root.staging)
    known.append(folder)
    make_private(folder)
    return folder


def note(folder: str, change: StagedChange, name: str, moved: str, *, locks: bool = True) -> Staged:
    """Write down what is meant with a folder that will be moved; it is there whole or not at all.

    Who moves anything next brings it to the disk before.
    """
    staged = Staged(folder, change, name, node_of(moved), locks)
    written = f"{folder}/note"
    content = {"change": staged.change.value, "name": staged.name, "node": staged.node, "locks": staged.locks}
    write_new(written, [json.dumps(content).encode()], 0o600)
    os.rename(written, f"{folder}/{NOTE}")
    return staged


def stage_tree(root: Root, folder: str, tree: Tree, receipt: Receipt, limits: Limits, *, locks: bool) -> Staged:
    """Write a skill, see that the disk holds the verified bytes, and note what is meant with it.

    Raises:
        IntegrityError: It does not.
        OSError: The disk refuses.
    """
    for path in (*tree.files, RECEIPT):
        mode_of(f"{root.skill(receipt.name)}/{path}")  # one that is too long there is refused here
    staged = f"{folder}/{TREE}"
    lay_tree(Tree({**tree.files, RECEIPT: write_receipt(receipt)}), Path(staged))
    if receipt_in(staged, limits) != receipt or differences(staged, receipt):
        raise IntegrityError(f"`{receipt.name}` was not written as it was read", hint="check the disk")
    return note(folder, StagedChange.PLACE, receipt.name, staged, locks=locks)


def stage_receipt(root: Root, folder: str, receipt: Receipt, *, locks: bool) -> Staged:
    """Write a receipt into the folder of a change, and note that it goes into the skill's folder, which stays."""
    write_new(f"{folder}/{NEW_RECEIPT}", [write_receipt(receipt)])
    sync_files(folder, [NEW_RECEIPT])
    staged = note(folder, StagedChange.ADOPT, receipt.name, root.skill(receipt.name), locks=locks)
    sync_staged(root, [staged])
    return staged


def take_out(root: Root, change: StagedChange, name: str, moved: str, folders: list[str], *, locks: bool) -> Staged:
    """Note what is meant with a folder, and move it into a folder for the change, by which `folders` grows."""
    staged = note(new_folder(root, folders), change, name, moved, locks=locks)
    sync_staged(root, [staged])
    os.rename(moved, staged.tree)
    return staged


def sync_staged(root: Root, staged: Sequence[Staged], trees: Sequence[Tree] = ()) -> None:
    """Bring notes, and the trees that were written, to the disk before anything is moved."""
    files: list[str] = []
    folders: list[str] = []
    for tree, each in zip(trees, staged, strict=False):
        inner_files, inner_folders = tree_names(tree, f"{os.path.basename(each.folder)}/{TREE}")
        files += [*inner_files, f"{os.path.basename(each.folder)}/{TREE}/{RECEIPT}"]
        folders += inner_folders
    places = [os.path.basename(each.folder) for each in staged]
    sync_together(root.staging, [*files, *(f"{place}/{NOTE}" for place in places)], [*folders, *places, ""])


def forget(staged: Staged) -> None:
    """Drop the note of a change that is at its end."""
    with suppress(FileNotFoundError):
        os.unlink(f"{staged.folder}/{NOTE}")


def drop_staged(root: Root, staged: Staged) -> None:
    """Drop the note of a change that was made; that of a rollback stays where the next one sees that it was done."""
    if staged.change is StagedChange.RESTORE:
        with suppress(OSError):
            os.replace(f"{staged.folder}/{NOTE}", root.restored(staged.name))
    elif staged.change is not StagedChange.ADOPT:
        with suppress(FileNotFoundError):
            os.unlink(root.restored(staged.name))
    forget(staged)


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

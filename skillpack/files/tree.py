"""A tree -> a folder on disk."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from skillpack.errors import OutputError
from skillpack.files.disk import (
    check_path,
    make_folder,
    make_parents,
    reported,
    sync_folders,
    sync_together,
    write_new,
)
from skillpack.model.digest import file_mode
from skillpack.model.tree import Tree


def write_tree(tree: Tree, folder: Path) -> None:
    """Write a tree into a folder that is absent or empty, and bring all of it to the disk.

    Every file is made anew, so nothing is overwritten and no link followed; modes are functions of content. When it
    fails, nothing of it stays.

    Raises:
        OutputError: The folder holds something, a path is none, or the disk refuses.
    """
    _write(tree, folder, synced=True)


def lay_tree(tree: Tree, folder: Path) -> None:
    """Write a tree like `write_tree`, but leave it to who calls to bring it to the disk, with others together."""
    _write(tree, folder, synced=False)


def tree_names(tree: Tree, place: str) -> tuple[list[str], list[str]]:
    """Return the files and folders of a tree that lies at a place, deepest first and the place last, to be synced."""
    files = [f"{place}/{path}" if place else path for path in tree.files]
    folders = {path[:at] for path in tree.files for at, mark in enumerate(path) if mark == "/"}
    deepest_first = sorted(folders, key=lambda path: (-path.count("/"), path))
    return files, [*(f"{place}/{path}" if place else path for path in deepest_first), place]


def _write(tree: Tree, folder: Path, *, synced: bool) -> None:
    top = os.fspath(folder)
    for path in tree.files:
        check_path(path)
    with reported(folder):
        made = _opened(top)
    try:
        with reported(folder):
            _fill(tree, top)
            if synced:
                sync_together(top, *tree_names(tree, ""))
                sync_folders(os.path.dirname(os.path.abspath(top)), [""])
    except BaseException:
        _emptied(top)
        if made:
            with suppress(OSError):
                os.rmdir(top)
        raise


def _opened(top: str) -> bool:
    """Make the folder, or see that it is a real, empty one; return whether it was made."""
    try:
        make_folder(top)
    except FileExistsError:
        if os.path.islink(top) or not os.path.isdir(top) or os.listdir(top):
            raise OutputError(f"`{top}` exists and is not empty", hint="choose another one") from None
        return False
    return True


def _fill(tree: Tree, top: str) -> None:
    """Write the files."""
    folders: set[str] = set()
    for path, content in tree.files.items():
        make_parents(top, path, folders)
        write_new(f"{top}/{path}", [content], file_mode(content))


def _emptied(top: str) -> None:
    """Remove what a failed writing left, as far as the disk lets us."""
    with suppress(OSError), os.scandir(top) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)

"""A tree -> a folder on disk."""

import os
import shutil
from pathlib import Path

from skillpack.errors import OutputError
from skillpack.files.disk import check_path, create, make_folder, make_parents, reported, sync_folders
from skillpack.model.digest import file_mode
from skillpack.model.tree import Tree


def write_tree(tree: Tree, folder: Path) -> None:
    """Write a tree into a folder that is absent or empty, and bring all of it to the disk.

    Every file is made anew, so nothing is overwritten and no link followed; modes are functions of content. When it
    fails, nothing of it stays.

    Raises:
        OutputError: The folder holds something, a path is none, or the disk refuses.
    """
    top = os.fspath(folder)
    for path in tree.files:
        check_path(path)
    with reported(folder):
        made = _opened(top)
    try:
        with reported(folder):
            _fill(tree, top)
    except BaseException:
        _emptied(top)
        if made:
            os.rmdir(top)
        raise


def _opened(top: str) -> bool:
    """Make the folder, or see that it is a real, empty one; return whether it was made."""
    try:
        make_folder(top)
    except FileExistsError:
        if os.path.islink(top) or not os.path.isdir(top) or os.listdir(top):
            raise OutputError(f"`{top}` is there and is no empty folder", hint="choose another one") from None
        return False
    return True


def _fill(tree: Tree, top: str) -> None:
    """Write the files, then the folders' names, deepest first."""
    folders: set[str] = set()
    for path, content in tree.files.items():
        make_parents(top, path, folders)
        with create(f"{top}/{path}", file_mode(content)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    deepest_first = sorted(folders, key=lambda path: path.count("/"), reverse=True)
    sync_folders(top, [*deepest_first, ""])
    sync_folders(os.path.dirname(os.path.abspath(top)), [""])


def _emptied(top: str) -> None:
    """Remove what a failed writing left."""
    with os.scandir(top) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)

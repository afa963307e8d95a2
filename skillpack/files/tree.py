"""A tree -> a folder on disk, each name from a descriptor of the folder that holds it."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from skillpack.errors import OutputError
from skillpack.files.disk import check_path, in_the_way, reported
from skillpack.files.open_folder import FolderEntry, OpenFolder, entry_of
from skillpack.model.digest import file_mode
from skillpack.model.tree import Tree

_Names: TypeAlias = "dict[str, bytes | _Names]"
"""Names in a folder: of files, with their content, and of folders, with the names in them."""


def write_tree(tree: Tree, folder: Path) -> None:
    """Write a tree into a folder that is absent or empty, and bring all of it to the disk.

    Every file is made anew, so nothing is overwritten and no link followed; modes are functions of content. When it
    fails, nothing of it stays, and what somebody else put there meanwhile does.

    Raises:
        OutputError: The folder holds something, a path is none, or the disk refuses.
    """
    parent, name = os.path.split(os.path.abspath(folder))
    for path in tree.files:
        check_path(path)
    with reported(folder), entry_of(os.path.realpath(parent)).open() as above:
        entry = above / name
        top, is_new = _opened(entry, folder)
        with top:
            try:
                lay_tree(tree, top)
                if above.can_sync_whole(tree_size(tree)):
                    above.sync_whole()
                else:
                    sync_tree(tree, top)
                above.sync()
            except BaseException:
                if is_new:
                    with suppress(OSError):
                        entry.rmdir()
                raise


def lay_tree(tree: Tree, folder: OpenFolder) -> None:
    """Write a tree like `write_tree` into an open folder, and leave it to who calls to bring it to the disk.

    Raises:
        OutputError: A path is none.
        OSError: The disk refuses, or a name is taken.
    """
    for path in tree.files:
        check_path(path)
    made: set[str] = set()
    names = _names(tree, folder)
    try:
        _lay(names, folder, "", made)
    except BaseException:
        _take_back(names, folder, "", made)
        raise


def tree_size(tree: Tree) -> int:
    """Return how many files and folders a tree has, its own folder included."""
    folders = {path[:at] for path in tree.files for at, mark in enumerate(path) if mark == "/"}
    return len(tree.files) + len(folders) + 1


def sync_tree(tree: Tree, folder: OpenFolder) -> None:
    """Bring a tree that lies in an open folder to the disk, files first, the folder itself last."""
    _sync(_names(tree, folder), folder)


def _names(tree: Tree, folder: OpenFolder) -> _Names:
    top: _Names = {}
    for path, content in tree.files.items():
        here, (*parents, name) = top, path.split("/")
        for parent in parents:
            inner = here.setdefault(parent, {})
            if isinstance(inner, bytes):
                raise in_the_way(f"{folder.path}/{path}")
            here = inner
        if here.setdefault(name, content) is not content:
            raise in_the_way(f"{folder.path}/{path}")
    return top


def _opened(entry: FolderEntry, folder: Path) -> tuple[OpenFolder, bool]:
    """Make the folder, or see that it is a real, empty one; return it open, and whether it was made."""
    with suppress(FileExistsError):
        return entry.make(), True
    with suppress(NotADirectoryError):
        top = entry.open()
        if not top.names():
            return top, False
        top.close()
    raise OutputError(f"`{folder}` exists and is not empty", hint="choose another one")


def _lay(names: _Names, folder: OpenFolder, prefix: str, made: set[str]) -> None:
    """Write files and folders; `made` grows by the path of each, before it is there."""
    for name, inner in names.items():
        entry, path = folder / name, prefix + name
        made.add(path)
        try:
            if isinstance(inner, bytes):
                entry.write_new([inner], file_mode(inner))
                continue
            below = entry.make()
        except FileExistsError:
            made.discard(path)  # it is somebody's
            raise
        with below:
            _lay(inner, below, f"{path}/", made)


def _take_back(names: _Names, folder: OpenFolder, prefix: str, made: set[str]) -> None:
    """Remove what was made, as far as the disk lets us, and nothing else."""
    for name, inner in names.items():
        entry, path = folder / name, prefix + name
        if path not in made:
            continue
        with suppress(OSError):
            if isinstance(inner, bytes):
                entry.unlink()
                continue
            with entry.open() as below:
                _take_back(inner, below, f"{path}/", made)
            entry.rmdir()


def _sync(names: _Names, folder: OpenFolder) -> None:
    for name, inner in names.items():
        if isinstance(inner, bytes):
            (folder / name).sync()
            continue
        with (folder / name).open() as below:
            _sync(inner, below)
    folder.sync()

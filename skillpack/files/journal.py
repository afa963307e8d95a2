"""A change of single files that is done in full, whoever is killed on the way: all of it can be done twice."""

import errno
import json
import os
import shutil
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from msgspec import Struct, to_builtins

from skillpack.catalog.paths import MANIFEST
from skillpack.errors import OutputError, UsageError
from skillpack.files.disk import check_path, create, in_the_way, is_real, make_parents, may_write, mode_of, sync_folders
from skillpack.model.tree import path_order

_JOURNAL = "journal"
_FIRST = ("archives/", "assets/", "schema/")
_LATE = (".well-known/", "prompt/")


class Journal(Struct, frozen=True):
    """What is to be done to an output.

    Attributes:
        folder: Device and inode of the output: another folder of its name is none of the journal's business.
        clear: Listed files that stand where a folder must be, or in a folder where a file must be.
        put: Files to rename into place, in this order.
        remove: Listed files that are no more.
    """

    folder: tuple[int, int]
    clear: tuple[str, ...]
    put: tuple[str, ...]
    remove: tuple[str, ...]


def plan(folder: str, staged: Collection[str], removed: Collection[str], old: Mapping[str, str]) -> Journal:
    """Return the journal of a change, after seeing that every step of it can be done.

    Args:
        folder: The output.
        staged: Files to put, the list of files among them.
        removed: Files of the old list that are no more.
        old: The old list.

    Raises:
        UsageError: Somebody's file is in the way.
        OSError: A link is in the way, or a folder may not be written to.
    """
    parents = {parent for path in staged for parent in _parents(path)}
    clear = {path for path in removed if path in parents or any(parent in staged for parent in _parents(path))}
    _see_the_way(folder, parents - clear)
    _see_permission(folder, {"", *parents, *(parent for path in removed for parent in _parents(path))})
    for path in staged:
        _sync_folder(folder, path, clear, ours=path in old or path == MANIFEST)
    later = sorted(set(removed) - clear)
    return Journal(identity(folder), tuple(sorted(clear)), tuple(sorted(staged, key=_turn)), tuple(later))


def _see_the_way(folder: str, parents: Collection[str]) -> None:
    """Raise where a folder that is needed cannot be one."""
    real: dict[str, bool] = {}
    for path in parents:
        if os.path.lexists(f"{folder}/{path}") and not is_real(folder, path, real):
            raise in_the_way(f"{folder}/{path}")


def _see_permission(folder: str, parents: Collection[str]) -> None:
    """Raise where a folder of the output may not be written to."""
    for path in parents:
        where = f"{folder}/{path}"
        if stat.S_ISDIR(mode_of(where)) and not may_write(where):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), where)


def _sync_folder(folder: str, path: str, clear: Collection[str], *, ours: bool) -> None:
    """Raise where a file cannot be put without harm to what is not ours."""
    mode = mode_of(f"{folder}/{path}")
    if stat.S_ISDIR(mode):
        foreign = any(f"{path}/{below}" not in clear for below in files_below(f"{folder}/{path}"))
    else:
        foreign = mode != 0 and not ours
    if foreign:
        message = f"`{path}` in `{folder}` is not ours, and the site has a file of that name"
        raise UsageError(message, hint="move it away")


def apply(journal: Journal, location: str, staged: str, folder: str, *, lasting: bool = True) -> None:
    """Do what a journal says, or what is left of it, then remove the staging folder.

    Args:
        journal: As written to the staging folder.
        location: The staging folder.
        staged: The folder of the staged files in it.
        folder: The output.
        lasting: Whether it is to outlive a loss of power.

    Raises:
        OSError: The disk refuses; the journal stays, and the next opening goes on.
    """
    known: set[str] = set()
    remove_files(folder, journal.clear)
    for path in journal.put:
        if os.path.lexists(f"{staged}/{path}"):
            make_parents(folder, path, known)
            _remove_empty(f"{folder}/{path}")
            os.replace(f"{staged}/{path}", f"{folder}/{path}")
    remove_files(folder, journal.remove)
    if lasting:
        sync_folders(folder, [*known, ""])
    os.unlink(f"{location}/{_JOURNAL}")
    shutil.rmtree(location, ignore_errors=True)


def write_journal(journal: Journal, location: str, *, lasting: bool = True) -> None:
    """Write the journal: from here on the change will be done, by us or by the next one to open the output.

    Args:
        journal: What is to be done.
        location: The staging folder.
        lasting: Whether it is to outlive a loss of power.
    """
    with create(f"{location}/{_JOURNAL}.new") as file:
        file.write(json.dumps(to_builtins(journal)).encode())
        file.flush()
        if lasting:
            os.fsync(file.fileno())
    os.rename(f"{location}/{_JOURNAL}.new", f"{location}/{_JOURNAL}")
    if lasting:
        sync_folders(location, [""])


def read_journal(location: str) -> Journal | None:
    """Return the journal of a staging folder, or None where there is none that makes sense."""
    try:
        with open(f"{location}/{_JOURNAL}", "rb") as file:
            given = json.load(file)
        device, inode = given["folder"]
        journal = Journal((device, inode), tuple(given["clear"]), tuple(given["put"]), tuple(given["remove"]))
        for path in (*journal.clear, *journal.put, *journal.remove):
            check_path(path)
    except (FileNotFoundError, ValueError, LookupError, TypeError, AttributeError, OutputError):
        return None
    return journal


def remove_files(folder: str, paths: Iterable[str]) -> None:
    """Remove files, and the folders that become empty by it; nothing behind a link is touched."""
    real: dict[str, bool] = {}
    for path in paths:
        if is_real(folder, path.rpartition("/")[0], real) and not stat.S_ISDIR(mode_of(f"{folder}/{path}")):
            with suppress(FileNotFoundError):
                os.unlink(f"{folder}/{path}")
    for parent in sorted((path for path in real if real[path]), key=len, reverse=True):
        with suppress(OSError):  # it holds something
            os.rmdir(f"{folder}/{parent}")


def files_below(folder: str) -> Iterator[str]:
    """Yield the path of everything below a folder that is not a folder; links are not followed."""
    pending = [""]
    while pending:
        prefix = pending.pop()
        with os.scandir(f"{folder}/{prefix}") as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(f"{prefix}{entry.name}/")
                else:
                    yield prefix + entry.name


def identity(folder: str) -> tuple[int, int]:
    """Return device and inode of a folder; zeros where there is none."""
    try:
        found = os.lstat(folder)
    except FileNotFoundError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def _remove_empty(path: str) -> None:
    """Remove a folder in which there is no file."""
    if stat.S_ISDIR(mode_of(path)):
        for folder, _, _ in os.walk(path, topdown=False):
            os.rmdir(folder)


def _parents(path: str) -> Iterator[str]:
    """Yield the folders on the way to a file."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _turn(path: str) -> tuple[int, bytes]:
    """Return when a file's turn comes: what others point to first, what points to others last, the list at the end."""
    if path == MANIFEST:
        turn = 3
    elif path.startswith(_FIRST):
        turn = 0
    elif "/" not in path or path.startswith(_LATE):
        turn = 2
    else:
        turn = 1
    return turn, path_order(path)

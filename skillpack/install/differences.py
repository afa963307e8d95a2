"""An installed skill held against its receipt: every byte, and everything that was not placed."""

import hashlib
import os
import stat
from collections.abc import Iterator

from skillpack.files.belonging import left_out
from skillpack.files.disk import open_regular
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Difference, Receipt
from skillpack.model.tree import path_order

_PIECE = 2**20  # bytes


def differences(folder: str, receipt: Receipt) -> tuple[Difference, ...]:
    """Return what of a folder is not as its receipt says, by path; no link is followed.

    What tools leave behind (`__pycache__`, `.DS_Store`) counts here too: code may hide in it. See `edits`.

    Raises:
        OSError: The folder cannot be read.
    """
    placed = {file.path: file for file in receipt.files}
    found: list[Difference] = []
    seen: set[str] = set()
    for path, kind in _walk(folder, ""):
        if path == RECEIPT:
            continue
        seen.add(path)
        if kind == "special" or path not in placed:
            found.append(Difference("special" if kind == "special" and path in placed else "added", path))
        elif not _is_as_placed(f"{folder}/{path}", placed[path].size, placed[path].sha256):
            found.append(Difference("changed", path))
    found += (Difference("removed", path) for path in placed if path not in seen)
    return tuple(sorted(found, key=lambda each: path_order(each.path)))


def edits(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Return the differences that somebody made, without what tools leave behind in any folder."""
    return tuple(each for each in found if each.kind != "added" or not any(map(left_out, each.path.split("/"))))


def _walk(folder: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield path and kind of everything below a folder that is no folder, and of folders that are empty."""
    with os.scandir(f"{folder}/{prefix}" if prefix else folder) as entries:
        for entry in sorted(entries, key=lambda entry: os.fsencode(entry.name)):
            path = f"{prefix}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(folder, f"{path}/")
            else:
                yield path, "file" if entry.is_file(follow_symlinks=False) else "special"


def _is_as_placed(path: str, size: int, digest: str) -> bool:
    hashing = hashlib.sha256()
    with open_regular(path) as file:
        if os.fstat(file.fileno()).st_size != size or not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return False
        while piece := file.read(_PIECE):
            hashing.update(piece)
    return hashing.hexdigest() == digest

"""An installed skill held against its receipt: every byte, and everything that was not placed."""

import hashlib
import os
from collections.abc import Iterator

from skillpack.files.disk import open_descriptor
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Difference, PlacedFile, Receipt
from skillpack.model.tree import path_order

_PIECE = 2**17  # bytes; a larger buffer costs more to get than it saves
_DEPTH = 64  # folders within each other, more than any skill may have


def differences(folder: str, receipt: Receipt) -> tuple[Difference, ...]:
    """Return the differences between a folder and its receipt, by path; no link is followed.

    What tools leave behind (`__pycache__`, `.DS_Store`) counts here too: code may hide in it. See `edits`.

    Raises:
        OSError: The folder cannot be read.
    """
    placed = {file.path: file for file in receipt.files}
    found: list[Difference] = []
    seen: set[str] = set()
    for path, plain in _walk(folder):
        if path == RECEIPT:
            continue
        seen.add(path)
        kind = _difference(f"{folder}/{path}", placed.get(path), plain=plain)
        if kind:
            found.append(Difference(kind, path))
    found += (Difference("removed", path) for path in placed if path not in seen)
    return tuple(sorted(found, key=lambda each: path_order(each.path)))


def edits(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Return the differences that somebody made, without what tools make anew whenever they need it."""
    return tuple(each for each in found if each.kind != "added" or not any(map(_is_leftover, each.path.split("/"))))


def compiled(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Return the files that lie where Python puts what it compiled: made by running a script, or planted there."""
    return tuple(each for each in found if each.kind == "added" and _COMPILED in each.path.split("/")[:-1])


_COMPILED = "__pycache__"
_LEFTOVERS = frozenset({_COMPILED, "node_modules", ".DS_Store", "Thumbs.db"})


def _is_leftover(name: str) -> bool:
    """Return whether tools leave a file or folder of that name behind.

    That is less than what belongs to no tree: `.git` holds somebody's history, `x~` and `.x.swp` somebody's text.
    """
    return name in _LEFTOVERS or name.endswith(".pyc")


def _walk(folder: str) -> Iterator[tuple[str, bool]]:
    """Yield path and whether it is a plain file of all but folders; a folder that is too deep stands for itself.

    A folder that cannot be listed stands for itself too; an empty one holds nothing that could differ.
    """
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        try:
            with os.scandir(f"{folder}/{prefix}") as entries:
                listed = list(entries)
        except OSError:
            if not prefix:
                raise
            yield prefix.removesuffix("/"), False
            continue
        for entry in listed:
            path = f"{prefix}{entry.name}"
            if not entry.is_dir(follow_symlinks=False):
                yield path, entry.is_file(follow_symlinks=False)
            elif path.count("/") >= _DEPTH:
                yield path, False
            else:
                waiting.append(f"{path}/")


def _difference(path: str, placed: PlacedFile | None, *, plain: bool) -> str:
    """Return how what lies there differs from what was placed; empty for not at all."""
    if placed is None:
        return "added"
    if not plain:
        return "special"
    try:
        return "" if _is_as_placed(path, placed.size, placed.sha256) else "changed"
    except OSError:
        return "unreadable"


def _is_as_placed(path: str, size: int, digest: str) -> bool:
    descriptor, found = open_descriptor(path)
    try:
        if found != size:
            return False
        hashing = hashlib.sha256()
        while piece := os.read(descriptor, _PIECE):
            hashing.update(piece)
        return hashing.hexdigest() == digest
    finally:
        os.close(descriptor)

"""Opening beneath a folder: no link leads out of it, and what was judged is what is read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

PLAIN = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened to be judged: a pipe without a writer holds nobody."""

_FOLDER = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_DIRECTORY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_PIECE = 2**20  # bytes


def path_beneath(folder: str, target: str) -> str | None:
    """Return the path of something, given without links, relative to a folder; None where it lies outside.

    Raises:
        OSError: There is no such folder.
    """
    real = os.path.relpath(target, os.path.realpath(folder, strict=True)).replace(os.sep, "/")
    return None if real.split("/")[0] == ".." else real


@contextmanager
def opened_folder(folder: str) -> Iterator[int]:
    """Open a folder; -1 stands for it where the system opens only files."""
    if os.open not in os.supports_dir_fd:
        yield -1
        return
    descriptor = os.open(folder, _FOLDER)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def open_beneath(top: int, folder: str, path: str) -> int:
    """Open a file beneath a folder, step by step; a link on the way is an OSError.

    Args:
        top: The folder, as `opened_folder` gives it.
        path: Relative to it, without links when it was judged: one that is there now was put in the way.
    """
    if top < 0:
        return os.open(f"{folder}/{path}", PLAIN | _NO_LINK)
    if "/" not in path:
        return os.open(path, PLAIN | _NO_LINK, dir_fd=top)
    *parents, name = path.split("/")
    here = top
    try:
        for parent in parents:
            inner = os.open(parent, _FOLDER | _NO_LINK, dir_fd=here)
            if here != top:
                os.close(here)
            here = inner
        return os.open(name, PLAIN | _NO_LINK, dir_fd=here)
    finally:
        if here != top:
            os.close(here)


def content_of(descriptor: int, limit: int) -> bytes:
    """Return at most `limit` bytes, of which the last one is not expected to be there."""
    pieces = []
    while limit > 0 and (piece := os.read(descriptor, asked := min(limit, _PIECE))):
        pieces.append(piece)
        limit -= len(piece)
        if limit == 1 and len(piece) < asked:
            break  # as long as it was said to be, and one byte more was asked for
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)

"""The trace of an output: cheap evidence that the site is still the one that was committed."""

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from skillpack.catalog.paths import MANIFEST
from skillpack.files.trace import Trace

_DEEP = 2  # folders; `skills/NAME` and `archives/NAME` are the deepest of which every skill has one


def trace_output(folder: Path, state: str) -> Trace:
    """Return the trace of the list of files and of the upper folders, in doubt where the list is not the expected one.

    A file that comes or goes changes the time of its folder; what changes in place is not noticed.

    Args:
        folder: The output.
        state: SHA-256 of the list that was committed.
    """
    top = os.path.realpath(folder)
    # Everything in it is young: it was just written, and nobody else is expected to write there.
    trace = Trace(top, now_ns=sys.maxsize)
    manifest = os.path.join(top, MANIFEST)
    trace.stat(manifest)
    for path in _folders(top, _DEEP):
        trace.stat(path)
    with open(manifest, "rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != state:
            trace.doubt()
    return trace


def _folders(top: str, depth: int) -> Iterator[str]:
    """Yield a folder, and those below it down to a depth; dot folders are left out."""
    yield top
    if depth == 0:
        return
    with os.scandir(top) as entries:
        inner = [entry.path for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False)]
    for path in inner:
        yield from _folders(path, depth - 1)

"""The trace of an output: cheap evidence that the site is still the one that was committed."""

import hashlib
import os
import sys
from pathlib import Path

from skillpack.catalog.paths import MANIFEST
from skillpack.files.manifest import folders_of, paths_in
from skillpack.files.trace import Trace, numbers_of

_DEEP = 2  # folders; `skills/NAME` and `archives/NAME` are the deepest of which every skill has one


def trace_output(folder: Path, state: str) -> Trace:
    """Return the trace of the list of files, of all files on it and of the upper folders.

    It is in doubt where the list is not the expected one. What somebody adds changes the time of its folder; further
    down, where most folders hold one page, that is not asked for.

    Args:
        folder: The output.
        state: SHA-256 of the list that was committed.
    """
    top = os.path.realpath(folder)
    # Everything in it is young: it was just written, and nobody else is expected to write there.
    trace = Trace(top, now_ns=sys.maxsize)
    with open(os.path.join(top, MANIFEST), "rb") as file:
        content = file.read()
    if hashlib.sha256(content).hexdigest() != state:
        trace.doubt()
        return trace
    listed = paths_in(content)
    paths = [os.path.join(top, path) for path in (MANIFEST, *listed)]
    paths += [os.path.join(top, path) if path else top for path in folders_of(listed) if path.count("/") < _DEEP]
    trace.note(paths, [numbers_of(os.lstat(path)) for path in paths])
    return trace

"""A path as people write it on a command line."""

import os
from pathlib import Path

from skillpack.install.complaint import quoted


def written_path(path: str) -> str:
    """Return a path relative to here where it lies below, else with `~`, quoted where a shell needs it."""
    here, home = os.fspath(Path.cwd()), os.fspath(Path.home())
    if path.startswith(f"{here}/") and here != home:
        return quoted(path.removeprefix(f"{here}/"), "")
    return quoted(path, home)

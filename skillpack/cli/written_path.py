"""A path as people write it on a command line."""

import os
import shlex
from pathlib import Path


def written_path(path: str) -> str:
    """Return a path relative to here where it lies below, else with `~`, quoted where a shell needs it."""
    here, home = os.fspath(Path.cwd()), os.fspath(Path.home())
    if path.startswith(f"{here}/") and here != home:
        return quoted(path.removeprefix(f"{here}/"), "")
    return quoted(path, home)


def quoted(path: str, home: str) -> str:
    """Return a path as people write it, fit for a command line: `~/.claude/skills`."""
    short = f"~{path.removeprefix(home)}" if path == home or path.startswith(f"{home}/") else path
    rest = short.removeprefix("~")
    return short if shlex.quote(rest or "x") == (rest or "x") else shlex.quote(path)

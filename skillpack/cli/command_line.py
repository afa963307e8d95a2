"""The command line as people type it: what was typed, and what messages say to type instead."""

import os
import shlex
from collections.abc import Collection
from importlib import import_module
from pathlib import Path

import click

from skillpack.cli.main import TYPED


def typed_with(*options: str) -> str:
    """Return the command line that was typed, with options more, as a shell reads it."""
    context = click.get_current_context(silent=True)
    verb, *rest = context.meta.get(TYPED, ("install",)) if context is not None else ("install",)
    return shlex.join(["skillpack", verb, *options, *rest])


def did_you_mean(word: str, known: Collection[str]) -> str:
    """Return the hint at the nearest of the words that are known; empty where none is near."""
    near = import_module("difflib").get_close_matches(word, known, 1)  # loaded for a mistake alone
    return f"did you mean `{near[0]}`?" if near else ""


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

"""What a client's settings need so that it starts `skillpack mcp` as it was typed."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from skillpack.build.inputs.catalog import has_catalog
from skillpack.cli.options.targets import TargetFlags
from skillpack.sources.http.address import is_url

SERVER = "skills"
"""What a client calls the server."""


def server_argv(where: str, flags: TargetFlags, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command that starts the server from anywhere: clients have folders and a PATH of their own.

    Args:
        where: As it was typed; empty for the catalog here, else what is installed.
        options: Others of the command.
    """
    return (*_program(), "mcp", *_where(where, flags), *_targets(flags), *options)


def _program() -> tuple[str, ...]:
    """Return the command; by its path where only this environment has it."""
    here, found = Path(sys.executable).with_name("skillpack"), shutil.which("skillpack")
    if found is not None and Path(found) != here:
        return ("skillpack",)
    return (str(here),) if here.is_file() else (sys.executable, "-m", "skillpack")


def _where(where: str, flags: TargetFlags) -> Iterator[str]:
    if is_url(where):
        yield where
    elif where or (not flags.any and has_catalog(Path())):
        yield str(Path(where).expanduser().absolute())


def _targets(flags: TargetFlags) -> Iterator[str]:
    if flags.root is not None:
        yield from ("--root", str(flags.root.expanduser().absolute()))
    for agent in flags.agents:
        yield from ("--agent", agent)
    if flags.workspace is not None:
        yield from ("--workspace", str(Path(flags.workspace).expanduser().absolute()))
    if flags.everywhere:
        yield "--global"

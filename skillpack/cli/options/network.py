"""The flags that say how the web is asked; `open_sources` reads what was typed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from skillpack.cli.options.advanced import advanced_option

F = TypeVar("F", bound=Callable[..., Any])

_KEY = "skillpack.network"


class NetworkFlags(Struct, frozen=True):
    """What was typed.

    Attributes:
        offline: `--offline`.
        mirror: `--mirror`.
        origins: `--allow-origin`, each.
    """

    offline: bool = False
    mirror: Path | None = None
    origins: tuple[str, ...] = ()


def network_options(command: F) -> F:
    """Add the flags to a command; they are no arguments of it (see `network_flags`)."""
    for option in (
        advanced_option(
            "--allow-origin",
            multiple=True,
            metavar="URL",
            expose_value=False,
            callback=_note,
            help="Trust this site where an index or somebody's lock file names it; repeatable.",
        ),
        advanced_option(
            "--mirror",
            type=click.Path(path_type=Path),
            metavar="DIR",
            expose_value=False,
            callback=_note,
            help="Read sites from their copies in DIR/HOST/, where there are any.",
        ),
        advanced_option(
            "--offline",
            is_flag=True,
            expose_value=False,
            callback=_note,
            help="Ask nobody: read what was fetched before, and mirrors.",
        ),
    ):
        command = option(command)
    return command


def network_flags() -> NetworkFlags:
    """Return the network flags of the command that runs."""
    context = click.get_current_context(silent=True)
    typed = context.meta.get(_KEY, {}) if context is not None else {}
    return NetworkFlags(
        offline=typed.get("offline", False),
        mirror=typed.get("mirror"),
        origins=typed.get("allow_origin", ()),
    )


def _note(context: click.Context, parameter: click.Parameter, value: object) -> object:
    context.meta.setdefault(_KEY, {})[parameter.name] = value
    return value

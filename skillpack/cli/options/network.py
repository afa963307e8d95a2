"""The flags that say how the web is asked; `open_sources` reads what was typed."""

from collections.abc import Callable
from functools import partial
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
    noted = partial(advanced_option, expose_value=False, callback=_note)
    for option in (
        noted(
            "--allow-origin",
            "origins",
            multiple=True,
            metavar="URL",
            help="Trust this site when an index or a lock file names it; repeatable.",
        ),
        noted(
            "--mirror",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help="Read sites from copies in DIR/HOST/, if there are any.",
        ),
        noted(
            "--offline",
            is_flag=True,
            help="Send no requests: use the cache and mirrors.",
        ),
    ):
        command = option(command)
    return command


def network_flags() -> NetworkFlags:
    """Return the network flags of the command that runs."""
    context = click.get_current_context(silent=True)
    typed = context.meta.get(_KEY, {}) if context is not None else {}
    return NetworkFlags(**typed)


def _note(context: click.Context, parameter: click.Parameter, value: object) -> object:
    context.meta.setdefault(_KEY, {})[parameter.name] = value
    return value

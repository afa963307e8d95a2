"""The options about a catalog's configuration: its file, and the day on which its suppressions are judged."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

from skillpack import machine
from skillpack.cli.options.advanced import advanced_option
from skillpack.errors import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])

today_option = advanced_option(
    "--today",
    default="",
    metavar="DATE",
    help="Judge suppressions as of this day, such as 2027-01-31; today by default.",
)


def config_options(command: Command) -> Command:
    """Give a command `--config` and `--no-config`, as `config: Path | None` and `no_config: bool`."""
    file = click.Path(path_type=Path, exists=True, dir_okay=False)
    command = advanced_option("--no-config", is_flag=True, help="Ignore every skillpack.toml.")(command)
    return advanced_option("--config", type=file, help="Configuration file to use.")(command)


def chosen_day(text: str, env: Mapping[str, str]) -> str:
    """Return the ISO day on which suppressions are judged: the one that was asked for, else the machine's.

    Raises:
        UsageError: It is not a day.
    """
    if not text:
        return machine.today(env)
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise UsageError(f"`{text}` is not a day", hint="write it as `2027-01-31`") from error

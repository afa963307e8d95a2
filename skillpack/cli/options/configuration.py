"""The options by which commands find their configuration."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from skillpack.cli.options.advanced import advanced_option

Command = TypeVar("Command", bound=Callable[..., Any])


def config_options(command: Command) -> Command:
    """Give a command `--config` and `--no-config`, as `config: Path | None` and `no_config: bool`."""
    file = click.Path(path_type=Path, exists=True, dir_okay=False)
    command = advanced_option("--no-config", is_flag=True, help="Ignore every skillpack.toml.")(command)
    return advanced_option("--config", type=file, help="Configuration file to use.")(command)

"""Options that few need, which help shows below the others, and options that are gone."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from skillpack.cli.console import notify

F = TypeVar("F", bound=Callable[..., Any])


class AdvancedOption(click.Option):
    """An option that few need."""


class SectionedCommand(click.Command):
    """A command whose help has the options of every day first, then, under `Advanced`, those that few need."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in their sections; a section without any is left out."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        for title, advanced in (("Options", False), ("Advanced", True)):
            mine = (each for each in options if isinstance(each, AdvancedOption) is advanced)
            rows = [row for each in mine if (row := each.get_help_record(ctx)) is not None]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def advanced_option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Return a decorator that adds an option that few need; otherwise as `click.option`."""
    return click.option(*names, cls=AdvancedOption, **attributes)


def retired_option(name: str, **attributes: Any) -> Callable[[F], F]:
    """Return a decorator for an option that scripts may still give, and that does nothing any more."""

    def warn(_: click.Context, __: click.Parameter, value: object) -> None:
        if value:
            notify(f"warning: `{name}` does nothing any more")

    return click.option(name, hidden=True, expose_value=False, callback=warn, **attributes)

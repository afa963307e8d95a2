"""Commands, and options that few need, which help shows below the others."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from skillpack.cli.main import VERBS

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


def verb(name: str) -> Callable[[Callable[..., Any]], SectionedCommand]:
    """Return a decorator that makes a function the command of a verb, with the words of the table of verbs."""
    words = next(section[name] for section in VERBS.values() if name in section)
    return click.command(name, cls=SectionedCommand, short_help=words)


def advanced_option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Return a decorator that adds an option that few need; otherwise as `click.option`."""
    return click.option(*names, cls=AdvancedOption, **attributes)


signer_option = advanced_option(
    "--allow-signer-change",
    multiple=True,
    metavar="NAME",
    help="Allow this skill without the signature of who signed what is installed; may be repeated.",
)

downgrade_option = advanced_option(
    "--allow-downgrade",
    multiple=True,
    metavar="NAME",
    help="Allow an older version of this skill; may be repeated.",
)

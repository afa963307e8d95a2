"""Verb -> module, loaded when it runs; exceptions -> exit status (decisions 33)."""

import difflib
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

import click

from skillpack import __version__
from skillpack.errors import SkillpackError, UsageError

FINE, NO, USAGE, REFUSED, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 70, 130

VERBS: dict[str, dict[str, str]] = {
    "Publish": {
        "init": "Scaffold a skill, or a catalog with its workflow files",
        "check": "Check skills and show what is wrong, where, and how to mend it",
        "explain": "Say what a rule demands, why, and how to satisfy it",
        "build": "Build the catalog: site, archives and indexes",
        "serve": "Preview the catalog and rebuild it on every change",
    },
    "Look": {
        "list": "List the skills of a catalog",
        "show": "Show everything about one skill",
        "search": "Search the skills of a catalog",
        "diff": "Say what changed between two versions of a skill",
        "prompt": "Print a prompt index of skills for one host",
        "to-prompt": "Print skills as the reference library's XML",
        "read-properties": "Print a skill's front matter as JSON",
    },
    "Archives": {
        "pack": "Pack skills into canonical archives",
        "unpack": "Unpack an archive, strictly",
    },
    "Shell": {
        "completion": "Print a completion script for bash, zsh or fish",
    },
}
ALIASES = {"validate": "check"}


class Verbs(click.Group):
    """A group that imports a verb's module only when the verb runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 click's signature
        """Return every verb, in the order of the help text."""
        return [verb for section in VERBS.values() for verb in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 click's signature
        """Return a verb's command, or None where there is no such verb."""
        name = ALIASES.get(cmd_name, cmd_name)
        if all(name not in section for section in VERBS.values()):
            return None
        module = import_module(f"skillpack.cli.commands.{name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a verb's command; for an unknown verb the error names the nearest one."""
        near = difflib.get_close_matches(args[0], self.list_commands(ctx), 1)
        if near and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"no such command `{args[0]}`; did you mean `{near[0]}`?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 click's signature
        """Write the verbs by section, from the table: help loads no verb."""
        for title, section in VERBS.items():
            with formatter.section(title):
                formatter.write_dl(list(section.items()))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def group() -> None:
    """Turn folders of agent skills into one static site: website, registry and index for agents.

    Start with `skillpack check ./skills`, then `skillpack build ./skills --open`.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line and leave with its exit status."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status of a command line; nothing is raised."""
    try:
        status = group.main(arguments, prog_name="skillpack", standalone_mode=False)
    except click.exceptions.Exit as exit_:
        status = exit_.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = INTERRUPTED
    except click.ClickException as error:
        error.show()
        status = USAGE
    except SkillpackError as error:
        _complain(error)
        status = USAGE if isinstance(error, UsageError) else REFUSED
    except SystemExit:
        # click leaves so when the reader went away (`skillpack list | head`): nothing is wrong.
        status = FINE
    except Exception:  # noqa: BLE001 the last line of defence: a fault of ours, shown whole
        traceback.print_exc()
        click.echo("skillpack failed by a fault of its own; please report it with the lines above", err=True)
        status = OUR_FAULT
    return status if isinstance(status, int) else FINE


def _complain(error: SkillpackError) -> None:
    click.echo(f"{click.style('error', fg='red', bold=True)}: {error}", err=True)
    if error.hint:
        click.echo(f"{click.style('hint', fg='cyan')}: {error.hint}", err=True)

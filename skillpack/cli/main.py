"""Verb -> module, loaded when it runs; exceptions -> exit status."""

import gc
import io
import os
import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from skillpack import __version__
from skillpack.errors import SkillpackError, UsageError
from skillpack.report.terminal.stream import forced_colour

TYPED = "skillpack.typed"
"""Where a command's context keeps what was typed: the verb and what follows it."""

FINE, NO, USAGE, REFUSED, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 70, 130

VERBS: dict[str, dict[str, str]] = {
    "Publish": {
        "init": "Scaffold a skill, or a catalog with its workflow files",
        "check": "Check skills and show what is wrong, where, and how to fix it",
        "explain": "Explain a rule: what it demands, why, and how to satisfy it",
        "select": "Show which descriptions each host shows, and how requests find their skills",
        "eval": "Run a skill's tasks with it and without it, and write the result",
        "build": "Build the catalog: site, archives and indexes",
        "review": "Show what is new in a skill since people looked at it, and note what you say of it",
        "sign": "Sign skills, so that others can see who published them",
        "serve": "Preview the catalog and rebuild it on every change",
        "audit": "Check every digest, record, archive and link of a published site",
    },
    "Look": {
        "list": "List the skills of a catalog, or installed ones",
        "show": "Show everything about one skill",
        "load": "Print what a model gets when it loads a skill",
        "run": "Run the program of a metaskill",
        "mcp": "Serve skills to agents through the Model Context Protocol",
        "search": "Search the skills of a catalog, or installed ones",
        "reload": "Reload a workspace's skills and show what changed",
        "diff": "Show what changed between two versions of a skill",
        "prompt": "Print a prompt index of skills for one host",
        "to-prompt": "Print skills as the reference library's XML",
        "read-properties": "Print a skill's front matter as JSON",
    },
    "Install": {
        "doctor": "Check the skills on this machine, and show which command helps",
        "adopt": "Adopt skills that are already there, verified if their source is known",
        "install": "Install skills, verified and in one step each",
        "uninstall": "Uninstall skills",
        "update": "Install newer versions, after showing the changes",
        "outdated": "Show which installed skills have newer versions or are no longer published",
        "rollback": "Restore the previous version of installed skills",
        "verify": "Check every byte of installed skills",
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
OTHER_WORDS = {
    "add": "install",
    "remove": "uninstall",
    "rm": "uninstall",
    "ls": "list",
    "upgrade": "update",
    "lint": "check",
    "new": "init",
}
"""Words of other tools for the same; they are named, not taken: a command has one name in scripts."""


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
        if self.get_command(ctx, args[0]) is None:
            # Loaded only when somebody mistypes: every start would pay for it.
            known = self.list_commands(ctx)
            if args[0] == "help":
                verb = OTHER_WORDS.get(args[1], args[1]) if args[1:] else ""
                help_line = f"skillpack {verb} --help" if verb in known or verb in ALIASES else "skillpack --help"
                ctx.fail(f"no such command `help`; did you mean `{help_line}`?")
            near = [OTHER_WORDS.get(args[0], ""), *import_module("difflib").get_close_matches(args[0], known, 1)]
            if any(near):
                ctx.fail(f"no such command `{args[0]}`; did you mean `{next(filter(None, near))}`?")
        ctx.meta[TYPED] = tuple(args)
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
    if sys.getfilesystemencoding() != "utf-8":
        # Names on disk are bytes; read by another encoding they would be other names, and the site another site.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 the same command
    gc.set_threshold(1_000_000, 20, 20)  # a run makes many objects and no cycles worth looking for so often
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # an end like any other: nothing stays behind
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: what cannot be shown is no reason to fail
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status of a command line; nothing is raised."""
    colour = forced_colour(os.environ)  # `machine` would cost a start as much as all the rest
    try:
        status = group.main(arguments, prog_name="skillpack", standalone_mode=False, color=colour)
    except click.exceptions.Exit as exit_:
        status = exit_.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        status = INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        status = USAGE
    except click.ClickException as error:
        _complain(_usage(error), colour=colour)
        status = USAGE
    except SkillpackError as error:
        _complain(error, colour=colour)
        status = USAGE if isinstance(error, UsageError) else REFUSED
    except OSError as error:
        _complain(_refusal(error), colour=colour)
        status = REFUSED
    except SystemExit:
        # click leaves so when the reader went away (`skillpack list | head`): nothing is wrong.
        status = FINE
    except Exception:  # noqa: BLE001 the last line of defence: a fault of ours, shown whole
        sys.excepthook(*sys.exc_info())
        click.echo("this is a bug in skillpack; please report it with the traceback above", err=True)
        status = OUR_FAULT
    return status if isinstance(status, int) else FINE


def _complain(error: SkillpackError, *, colour: bool | None) -> None:
    _print(f"{click.style('error', fg='red', bold=True)}: {_harmless(str(error))}", colour=colour)
    if error.hint:
        _print(f"{click.style('hint', fg='cyan')}: {_harmless(error.hint)}", colour=colour)


def _print(message: str, *, colour: bool | None) -> None:
    """Write a message to standard error; on a terminal it breaks between words."""
    fitted = import_module("skillpack.cli.console").fitted  # loaded only for a message
    for line in message.split("\n"):
        for part in fitted(line, sys.stderr):
            click.echo(part, err=True, color=colour)


def _harmless(text: str) -> str:
    """Return a message without credentials, and with what would command a terminal spelled out.

    It may quote what somebody else wrote: the name of a file, the value of an option.
    A line is broken only before a blank, as our own words are; one that begins with what somebody else wrote is not.
    """
    text = import_module("skillpack.check.masking").masked_text(text)  # loaded only for a message
    if text.isascii() and text.isprintable():
        return text
    visible = import_module("skillpack.report.terminal.visible_text").visible  # loaded only for such a message
    return "\n".join(visible(line) for line in re.split(r"\n(?=  \S)", text))


def _usage(error: click.ClickException) -> UsageError:
    """Return click's complaint in our words: a clause in lower case, values in backticks."""
    text = re.sub(r"'([^'\n]*)'", r"`\1`", " ".join(error.format_message().split())).rstrip(".")
    context = getattr(error, "ctx", None)
    hint = f"`{context.command_path} --help` lists commands and options" if context else ""
    return UsageError(text[:1].lower() + text[1:], hint=hint)


def _refusal(error: OSError) -> SkillpackError:
    """Return the error for a refusal of the system, where no room has better words for it."""
    path = f"`{error.filename}`: " if error.filename else ""
    text = error.strerror or str(error)
    return SkillpackError(f"{path}{text[:1].lower()}{text[1:]}")

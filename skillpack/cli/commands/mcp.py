"""skillpack mcp: skills for any agent that speaks the Model Context Protocol."""

import logging
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Literal

import click

from skillpack import machine, resources
from skillpack.cli.console import notify
from skillpack.cli.mcp_settings import SERVER, server_argv
from skillpack.cli.options.advanced import SectionedCommand, advanced_option
from skillpack.cli.options.program import asker, command_rule, program_path
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.skills.published import is_site
from skillpack.cli.skills.store import roots_of
from skillpack.errors import UsageError
from skillpack.metaskill.command import CommandPolicy
from skillpack.metaskill.grant import ProgramGrant
from skillpack.report.quantity import quantity
from skillpack.report.terminal.visible_text import visible
from skillpack.runtime.catalog import load_catalog
from skillpack.runtime.dialect import DIALECTS, METIS
from skillpack.runtime.loader import signature
from skillpack.runtime.store import open_store

_CHARACTERS = 2000  # of the instructions: Claude Code shows no more
_DIALECTS = [dialect.name for dialect in DIALECTS.values() if dialect.tools]


@click.command("mcp", cls=SectionedCommand, short_help="Serve skills to agents through the Model Context Protocol")
@click.argument("where", metavar="[CATALOG]", default="")
@target_options
@advanced_option(
    "--dialect",
    type=click.Choice(_DIALECTS),
    default=METIS.name,
    show_default=True,
    help="Whose tools there are: skill_search and skill_load, load_skill, or use_skill.",
)
@advanced_option(
    "--max-chars",
    type=click.IntRange(100),
    default=_CHARACTERS,
    show_default=True,
    help="Of the list of skills that an agent gets first.",
)
@click.option(
    "--policy",
    type=click.Choice(["local", "all", "off"]),
    default="off",
    show_default=True,
    help="Whose programs the model may run: those of your own catalog, or installed and published ones too.",
)
@advanced_option(
    "--allow", "allowed", multiple=True, metavar="WORDS", help="Commands that programs may run: all that begin so."
)
@advanced_option(
    "--ask-command", metavar="CMD", help="Answers questions of programs: prompt on its input, answer on its output."
)
@click.option(
    "--print-config",
    "client",
    type=click.Choice(list(resources.mcp_clients())),
    help="Serve nothing; print what the settings of a client need.",
)
@click.pass_context
def command(
    ctx: click.Context,
    where: str,
    *,
    flags: TargetFlags,
    dialect: str,
    max_chars: int,
    policy: Literal["local", "all", "off"],
    allowed: tuple[str, ...],
    ask_command: str | None,
    client: str | None,
) -> None:
    """Serve skills to an agent through the Model Context Protocol, on standard input and output.

    CATALOG is a folder of skills, a catalog, a root of installed skills, or a published site by its address. Without
    it the catalog here is served, else the skills that are installed. An agent starts this command.

    \b
    Examples:
      skillpack mcp ./skills
      skillpack mcp https://skills.example.com/
      skillpack mcp ./skills --print-config claude-code
    """
    if client is not None:
        _print_settings(client, server_argv(where, flags, _options(dialect, max_chars, policy, allowed, ask_command)))
        return
    if find_spec("mcp") is None:
        raise UsageError(
            "the server needs the package `mcp`, which is not installed",
            hint="`pip install 'skillpack[mcp]'` installs it",
        )
    log = logging.getLogger("skillpack.runtime")
    ctx.call_on_close(partial(log.setLevel, log.level))
    log.setLevel(logging.ERROR)  # what was not loaded is said below
    env = machine.environment()
    chosen = DIALECTS[dialect]
    roots = () if is_site(where) else roots_of(where, flags, chosen.profile)
    seen = signature(roots)
    cache = machine.cache_folder(env) / "loaded"
    store = open_store(roots, host=chosen.profile, cache=cache) if roots else load_catalog(where, host=chosen.profile)
    rules = tuple(command_rule(words, "allow") for words in allowed)
    programs = ProgramGrant(policy, asker(ask_command, env), CommandPolicy(rules, program_path()))
    # The package takes a second to load: nothing else waits for it.
    from skillpack.mcp.backend import Backend
    from skillpack.mcp.stdio import run

    notify(f"{quantity(len(store), 'skill')} for an agent, on standard input and output; Ctrl-C ends")
    for bad in store.invalid:
        notify(f"not loaded: {visible(str(bad))}")
    run(Backend(store, chosen, programs, max_chars, env=env), roots, seen)


def _print_settings(name: str, argv: Sequence[str]) -> None:
    client = resources.mcp_clients()[name]
    click.echo(client.settings(SERVER, argv), nl=False)
    line = client.shell_line(SERVER, argv)
    notify(f"{client.title} reads this in `{client.file}`" + (f"; by a command: {line}" if line else ""))


def _options(
    dialect: str, max_chars: int, policy: str, allowed: Sequence[str], ask_command: str | None
) -> tuple[str, ...]:
    """Return the options that are not as they are without them."""

    def given() -> Iterator[str]:
        if dialect != METIS.name:
            yield from ("--dialect", dialect)
        if max_chars != _CHARACTERS:
            yield from ("--max-chars", str(max_chars))
        if policy != "off":
            yield from ("--policy", policy)
        for words in allowed:
            yield from ("--allow", words)
        if ask_command is not None:
            yield from ("--ask-command", ask_command)

    return tuple(given())

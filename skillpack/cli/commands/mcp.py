"""skillpack mcp: skills for any agent that speaks the Model Context Protocol."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import click

from skillpack import machine, resources
from skillpack.builder.inputs.catalog import has_catalog
from skillpack.cli.console import notify
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.program import asker, command_policy
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.skills.published import is_site
from skillpack.cli.skills.store import quiet_runtime, roots_of
from skillpack.errors import UsageError
from skillpack.mcp.admission import admission
from skillpack.metaskill.grant import ProgramGrant
from skillpack.parse.tool_source import install_extra
from skillpack.report.quantity import quantity
from skillpack.runtime.dialect import DIALECTS, METIS
from skillpack.runtime.loader import host_profile, places, signature
from skillpack.runtime.store import open_store
from skillpack.sources.http.address import is_url

SERVER = "skills"
"""What a client calls the server."""
_CHARACTERS = 2000  # of the instructions: Claude Code shows no more
_DIALECTS = [dialect.name for dialect in DIALECTS.values() if dialect.tools]


@verb("mcp")
@click.argument("where", metavar="[CATALOG]", default="")
@target_options
@advanced_option(
    "--dialect",
    type=click.Choice(_DIALECTS),
    default=METIS.name,
    show_default=True,
    help="Tools to offer: skill_search and skill_load, load_skill, or use_skill.",
)
@advanced_option(
    "--max-chars",
    type=click.IntRange(100),
    default=_CHARACTERS,
    show_default=True,
    help="Of the first list of skills that an agent gets.",
)
@click.option(
    "--policy",
    type=click.Choice(["local", "all", "off"]),
    default="off",
    show_default=True,
    help="Whose programs the model may run: those of your own catalog, or installed and published ones too.",
)
@advanced_option(
    "--allow", "allowed", multiple=True, metavar="WORDS", help="Commands that programs may run, by their beginning."
)
@advanced_option(
    "--ask-command", metavar="CMD", help="Program that answers questions: prompt on its stdin, answer on its stdout."
)
@click.option(
    "--print-config",
    "client",
    type=click.Choice(list(resources.mcp_clients())),
    help="Serve nothing; print the client's settings.",
)
def command(
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
        options = _options(dialect, max_chars, policy, allowed, ask_command)
        # The command starts the server from anywhere: clients have folders and a PATH of their own.
        _print_settings(client, (*_program(), "mcp", *_where(where, flags), *flags.words(_absolute), *options))
        return
    if find_spec("mcp") is None:
        raise UsageError(
            "the server needs the package `mcp`, which is not installed",
            hint=install_extra(machine.installed_from(), "mcp"),
        )
    quiet_runtime()  # what was not loaded is said below
    env = machine.environment()
    chosen = DIALECTS[dialect]
    roots = () if is_site(where) else roots_of(where, flags, chosen.profile)
    found = [tuple(places(root)) for root in roots]
    cache = machine.cache_folder(env) / "loaded"
    host = admission(host_profile(chosen.profile))
    if roots:
        store = open_store(roots, host=host, cache=cache, found=found)
    else:
        # With all kinds of sources, which folders do not need.
        from skillpack.install.trusted_lists import trusted_lists
        from skillpack.runtime.catalog import load_catalog

        store = load_catalog(where, host=host, lists=partial(trusted_lists, notify))
    programs = ProgramGrant(policy, asker(ask_command, env), command_policy(allowed, "allow"))
    # The package takes a second to load: nothing else waits for it.
    from skillpack.mcp.backend import Backend
    from skillpack.mcp.stdio import run

    offer = Backend(store, chosen, programs, max_chars, env=env)
    notify(f"{quantity(len(offer.store), 'skill')} for an agent, on stdin and stdout; Ctrl-C to stop")
    for each in offer.unserved:
        notify(f"left out: {each.where}: {each.why}")
    run(offer, roots, signature(found))


def _print_settings(name: str, argv: Sequence[str]) -> None:
    client = resources.mcp_clients()[name]
    click.echo(client.settings(SERVER, argv), nl=False)
    line = client.shell_line(SERVER, argv)
    notify(f"{client.title} reads this in `{client.file}`" + (f"; by a command: {line}" if line else ""))


def _options(
    dialect: str, max_chars: int, policy: str, allowed: Sequence[str], ask_command: str | None
) -> tuple[str, ...]:
    """Return the options that are not as they are without them."""
    typed = (
        ("--dialect", dialect, METIS.name),
        ("--max-chars", str(max_chars), str(_CHARACTERS)),
        ("--policy", policy, "off"),
        *(("--allow", words, "") for words in allowed),
        ("--ask-command", ask_command or "", ""),
    )
    return tuple(word for option, value, usual in typed if value != usual for word in (option, value))


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
        yield _absolute(where)


def _absolute(path: str | Path) -> str:
    return str(Path(path).expanduser().absolute())

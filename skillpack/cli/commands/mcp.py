"""skillpack mcp: skills for any agent that speaks the Model Context Protocol."""

from importlib.util import find_spec
from typing import Literal

import click

from skillpack import machine
from skillpack.cli.console import say
from skillpack.cli.program_options import asker, command_rule
from skillpack.cli.published import is_site
from skillpack.cli.skill_store import roots_of
from skillpack.cli.target_options import TargetFlags, target_options
from skillpack.errors import UsageError
from skillpack.metaskill.command import CommandPolicy
from skillpack.metaskill.grant import ProgramGrant
from skillpack.report.summary import counted
from skillpack.runtime.catalog import load_catalog
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.loader import signature
from skillpack.runtime.store import open_store

_DIALECTS = ("metis", "instructor", "metaskill")


@click.command("mcp", short_help="Serve skills to agents through the Model Context Protocol")
@click.argument("where", metavar="[CATALOG]", default="")
@target_options
@click.option(
    "--dialect",
    type=click.Choice(_DIALECTS),
    default="metis",
    show_default=True,
    help="Whose tools there are: skill_search and skill_load, load_skill, or use_skill.",
)
@click.option("--max-chars", type=click.IntRange(100), default=2000, show_default=True, help="Of the instructions.")
@click.option(
    "--policy",
    type=click.Choice(["local", "all", "off"]),
    default="off",
    show_default=True,
    help="Whose programs the model may run: those of your own catalog, or installed and published ones too.",
)
@click.option(
    "--allow", "allowed", multiple=True, metavar="WORDS", help="Commands that programs may run: all that begin so."
)
@click.option(
    "--ask-command", metavar="CMD", help="Answers questions of programs: prompt on its input, answer on its output."
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
) -> None:
    """Serve skills to an agent through the Model Context Protocol, on standard input and output.

    CATALOG is a folder of skills, a catalog, a root of installed skills, or a published site by its address. Without
    it the catalog here is served, else the skills that are installed. An agent starts this command.

    \b
    Examples:
      skillpack mcp ./skills
      skillpack mcp https://skills.example.com/
    """
    if find_spec("mcp") is None:
        raise UsageError(
            "the server needs the package `mcp`, which is not installed",
            hint="`pip install 'skillpack[mcp]'` installs it",
        )
    env = machine.environment()
    chosen = DIALECTS[dialect]
    roots = () if is_site(where) else roots_of(where, flags, chosen.profile)
    seen = signature(roots)
    cache = machine.cache_folder(env) / "loaded"
    store = open_store(roots, host=chosen.profile, cache=cache) if roots else load_catalog(where, host=chosen.profile)
    rules = tuple(command_rule(words, "allow") for words in allowed)
    programs = ProgramGrant(policy, asker(ask_command, env), CommandPolicy(rules))
    # The package takes a second to load: nothing else waits for it.
    from skillpack.mcp.offer import Offer  # noqa: PLC0415
    from skillpack.mcp.stdio import run  # noqa: PLC0415

    say(f"{counted(len(store), 'skill')} for an agent on standard input and output; Ctrl-C ends")
    run(Offer(store, chosen, programs, max_chars, env=env), roots, seen)

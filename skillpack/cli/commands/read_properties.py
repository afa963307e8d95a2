"""skillpack read-properties: the reference library's command, byte for byte."""

import json
from pathlib import Path

import click

from skillpack.cli.commands.to_prompt import skill_folder
from skillpack.cli.console import notify
from skillpack.cli.options.advanced import verb
from skillpack.compat.skills_ref import SkillError, read_properties


@verb("read-properties")
@click.argument("path", metavar="PATH", type=click.Path(exists=True, path_type=Path))
@click.pass_context
def command(ctx: click.Context, path: Path) -> None:
    """Print what a skill's front matter says, as `agentskills read-properties` does.

    PATH is a skill's folder or its SKILL.md.

    \b
    Example:
      skillpack read-properties skills/pdf
    """
    try:
        properties = read_properties(skill_folder(path))
    except SkillError as error:
        notify(f"error: {error}")
        ctx.exit(1)
    click.echo(json.dumps(properties.to_dict(), indent=2))

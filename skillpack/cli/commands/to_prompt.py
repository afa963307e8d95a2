"""skillpack to-prompt: the reference library's command, byte for byte."""

from pathlib import Path

import click

from skillpack.cli.console import notify
from skillpack.cli.options.advanced import verb
from skillpack.compat.skills_ref import SkillError, to_prompt


@verb("to-prompt")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...]) -> None:
    """Print the <available_skills> block of skills for a system prompt, as `agentskills to-prompt` does.

    PATH is a skill's folder or its SKILL.md.

    `skillpack prompt` is another command: it finds the skills of a catalog, leaves out what a host does not load, and
    knows other formats and limits.

    \b
    Examples:
      skillpack to-prompt skills/pdf
      skillpack to-prompt skills/*
    """
    try:
        click.echo(to_prompt([skill_folder(path) for path in paths]))
    except SkillError as error:
        notify(f"error: {error}")
        ctx.exit(1)


def skill_folder(path: Path) -> Path:
    """Return the folder of a skill that is named by its folder or its skill file."""
    return path.parent if path.is_file() and path.name.lower() == "skill.md" else path

"""skillpack diff: what changed between two versions of a skill, permissions first."""

from pathlib import Path

import click
from msgspec import to_builtins

from skillpack.builder.inspection.lookup import read_skill
from skillpack.cli.console import paint_for, print_json, print_lines
from skillpack.cli.options.advanced import verb
from skillpack.install.comparison import compare_read, read_version
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.model.skill import ParsedSkill
from skillpack.registry.additions import recorded_additions
from skillpack.report.terminal.changes import change_lines


@verb("diff")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, old: Path, new: Path, *, as_json: bool) -> None:
    """Say what changed from OLD to NEW, each a skill's folder or an archive, and which version number that deserves.

    What it may and can do comes first, with the lines that do it, then front matter, program, files and prose. Exit
    status 1 where anything differs.

    \b
    Examples:
      skillpack diff release-notes-2.2.0.zip skills/release-notes
      skillpack diff before/pdf skills/pdf
    """
    limits = Limits()
    before, after = read_skill(old, limits), read_skill(new, limits)
    releases = _release(before[0]), _release(after[0])
    changes = compare_read(read_version(*before, limits), read_version(*after, limits), releases)
    if as_json:
        print_json({**to_builtins(changes), **recorded_additions(changes)})
    else:
        print_lines(change_lines(changes, paint_for()))
    ctx.exit(1 if changes.old.digest != changes.new.digest else 0)


def _release(skill: ParsedSkill) -> Release:
    identity = skill.identity
    return Release(skill.name, identity.label, identity.digest, identity.version, "", "", 0)

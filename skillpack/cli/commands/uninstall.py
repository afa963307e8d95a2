"""skillpack uninstall: installed skills taken out, each by one rename."""

from pathlib import Path

import click

from skillpack.cli.leaving import finish
from skillpack.cli.target_options import TargetFlags, chosen_targets, target_options
from skillpack.install.leaving import uninstall
from skillpack.model.limits import Limits


@click.command("uninstall", short_help="Take installed skills out")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@target_options
@click.option("--force", is_flag=True, help="Also with local edits; they are kept as the previous version.")
@click.option("--dry-run", is_flag=True, help="Say what would be done.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    *,
    everywhere: bool,
    workspace: str | None,
    agents: tuple[str, ...],
    root: Path | None,
    force: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Take skills out of a root. What was not installed by skillpack is never touched.

    The folder is kept as the previous version: `skillpack rollback NAME` brings it back.

    \b
    Examples:
      skillpack uninstall release-notes
      skillpack uninstall release-notes pdf-forms --agent claude-code --global
    """
    targets = chosen_targets(TargetFlags(everywhere, workspace, agents, root))
    done = [(target, uninstall(names, target.root, Limits(), force=force, dry_run=dry_run)) for target in targets]
    ctx.exit(finish(done, dry_run=dry_run, as_json=as_json))

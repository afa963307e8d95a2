"""skillpack rollback: the previous version of installed skills put back."""

from pathlib import Path

import click

from skillpack.cli.leaving import finish
from skillpack.cli.target_options import TargetFlags, chosen_targets, target_options
from skillpack.install.leaving import roll_back
from skillpack.model.limits import Limits


@click.command("rollback", short_help="Put the previous version of installed skills back")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@target_options
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
    dry_run: bool,
    as_json: bool,
) -> None:
    """Put the version that was there before back in place; what is there now is kept, and a second rollback returns it.

    \b
    Examples:
      skillpack rollback release-notes
      skillpack rollback release-notes --global
    """
    targets = chosen_targets(TargetFlags(everywhere, workspace, agents, root))
    done = [(target, roll_back(names, target.root, Limits(), dry_run=dry_run)) for target in targets]
    ctx.exit(finish(done, dry_run=dry_run, as_json=as_json))

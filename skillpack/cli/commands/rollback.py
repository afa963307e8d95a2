"""skillpack rollback: the previous version of installed skills put back."""

import time

import click

from skillpack.cli.options.advanced import verb
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.output.uninstall import each_root, finish
from skillpack.cli.skill_names import returnable_names, targets_of
from skillpack.install.rollback import roll_back
from skillpack.model.limits import Limits


@verb("rollback")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@target_options
@click.option("--undo", is_flag=True, help="Return what the last rollback replaced.")
@click.option("--dry-run", is_flag=True, help="Say what would be done.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    *,
    flags: TargetFlags,
    undo: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Put the version that was there before back in place. What is there now is kept, and --undo returns it.

    A skill that is rolled back stays so when it is asked for again.

    \b
    Examples:
      skillpack rollback release-notes
      skillpack rollback release-notes --undo
      skillpack rollback release-notes --global
    """
    since = time.monotonic()
    meant = targets_of(flags, names, returnable_names, dry_run=dry_run)
    done = each_root(
        meant,
        lambda target, several, saved: roll_back(
            several, target.root, Limits(), undo=undo, dry_run=dry_run, saved=saved
        ),
    )
    ctx.exit(finish(done, dry_run=dry_run, as_json=as_json, since=since))

"""skillpack uninstall: installed skills taken out, each by one rename."""

import time

import click

from skillpack.cli.console import notify, paint_for
from skillpack.cli.install.removal import each_root, finish
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.roots import all_names, known_names, returnable_names, targets_of
from skillpack.errors import UsageError
from skillpack.install.dependencies import installed_choices
from skillpack.install.plan import Action
from skillpack.install.resolution import dependents
from skillpack.install.uninstall import uninstall
from skillpack.model.limits import Limits


@verb("uninstall")
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "every", is_flag=True, help="Uninstall all skills in the root.")
@target_options
@click.option(
    "--force", is_flag=True, help="Also remove skills with local edits; the edits are saved as the previous version."
)
@advanced_option("--purge", is_flag=True, help="Delete the previous version, too.")
@click.option("--yes", "-y", is_flag=True, help="For scripts; this command never asks anyway.")
@click.option("--dry-run", is_flag=True, help="Show what would be done.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    *,
    every: bool,
    flags: TargetFlags,
    force: bool,
    purge: bool,
    yes: bool,  # noqa: ARG001 people type it
    dry_run: bool,
    as_json: bool,
) -> None:
    """Take skills out of a root. What was not installed by skillpack is never touched.

    The folder is kept as the previous version: `skillpack rollback NAME` brings it back, until `--purge`.

    \b
    Examples:
      skillpack uninstall release-notes
      skillpack uninstall release-notes pdf-forms --agent claude-code --global
      skillpack uninstall --all --workspace
    """
    if every == bool(names):
        raise UsageError("`--all` takes no NAME" if every else "no NAME is given", hint="give names, or `--all`")
    since = time.monotonic()
    known = returnable_names if purge else known_names
    names = all_names(flags, known) if every else names
    meant = targets_of(flags, names, known, dry_run=dry_run, were=returnable_names, lenient=purge)
    done = each_root(
        meant,
        lambda target, several, saved: uninstall(
            several, target.root, Limits(), force=force, purge=purge, dry_run=dry_run, saved=saved
        ),
    )
    paint = paint_for(stderr=True)
    for batch in done:
        gone = [removal.step.name for removal in batch.done if removal.step.action is Action.REMOVE]
        folder = paint.show(batch.target.root.folder)
        for name, needed in dependents(gone, installed_choices(batch.target.root, Limits())):
            notify(f"{paint.show(name)} depends on {paint.show(needed)}, and stays installed in {folder}")
    ctx.exit(finish(done, dry_run=dry_run, as_json=as_json, since=since))

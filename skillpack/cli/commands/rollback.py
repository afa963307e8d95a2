"""skillpack rollback: the previous version of installed skills put back."""

import time
from collections.abc import Mapping, Sequence

import click

from skillpack.cli.console import notify, paint_for
from skillpack.cli.install.removal import each_root, finish
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.roots import returnable_names, targets_of
from skillpack.install.rollback import previous_receipts, roll_back
from skillpack.install.targets import Target
from skillpack.install.update import find_recalls
from skillpack.model.limits import Limits


@verb("rollback")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@target_options
@click.option("--undo", is_flag=True, help="Undo the last rollback.")
@click.option("--yes", "-y", is_flag=True, help="For scripts; this command never asks anyway.")
@click.option("--dry-run", is_flag=True, help="Show what would be done.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    *,
    flags: TargetFlags,
    undo: bool,
    yes: bool,  # noqa: ARG001 people type it
    dry_run: bool,
    as_json: bool,
) -> None:
    """Put the previous version back. The current one is kept, and --undo returns it.

    A skill that was rolled back stays at that version until `skillpack update NAME --unhold`. A version that its
    publisher yanked or purged is not put back; a registry that does not answer stops nothing.

    \b
    Examples:
      skillpack rollback release-notes
      skillpack rollback release-notes --undo
      skillpack rollback release-notes --global
    """
    since = time.monotonic()
    meant = targets_of(flags, names, returnable_names, dry_run=dry_run)
    recalled = _recalled(meant)
    done = each_root(
        meant,
        lambda target, several, saved: roll_back(
            several, target.root, Limits(), undo=undo, recalled=recalled, dry_run=dry_run, saved=saved
        ),
    )
    ctx.exit(finish(done, dry_run=dry_run, as_json=as_json, since=since))


def _recalled(meant: Sequence[tuple[Target, tuple[str, ...]]]) -> Mapping[str, str]:
    """Return the digests of previous versions that were yanked or purged, with the reasons, as registries say now."""
    receipts = [each for target, names in meant for each in previous_receipts(names, target.root, Limits())]
    sources, _ = open_sources((), Limits())
    with sources:
        recalls = find_recalls(receipts, sources)
    paint = paint_for(stderr=True)
    for why in recalls.unreachable:
        notify(paint.show(f"could not check whether the previous version was yanked: {why}"))
    return recalls.reasons

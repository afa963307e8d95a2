"""skillpack update: newer versions of installed skills, changes shown first."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from skillpack import machine
from skillpack.cli.accepting import Accepting
from skillpack.cli.commands.outdated import receipts
from skillpack.cli.console import say
from skillpack.cli.installing import finish
from skillpack.cli.painting import paint_for
from skillpack.cli.sources import open_sources
from skillpack.cli.target_options import TargetFlags, chosen_targets, target_options
from skillpack.install.run import Outcome, arrive, install_arrivals
from skillpack.install.targets import Target
from skillpack.install.updating import Outlook, Standing, outlooks
from skillpack.model.limits import Limits
from skillpack.parse.installing import days
from skillpack.report.outlooks import standing_words


@click.command("update", short_help="Install newer versions, changes shown first")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@target_options
@click.option("--force", is_flag=True, help="Replace local edits; they are kept as the previous version.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask, unless a skill may do more than before.")
@click.option("--accept-powers", is_flag=True, help="Take also what may do more than before, without asking.")
@click.option("--min-age", "min_age", default="", metavar="DAYS", help="Hold back versions younger than this.")
@click.option("--dry-run", is_flag=True, help="Fetch, verify and show; place nothing.")
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
    yes: bool,
    accept_powers: bool,
    min_age: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Install what the sources of installed skills offer now; what is the same is not downloaded.

    What a skill may do more than before comes first, and is asked for: `--yes` alone does not accept it.

    \b
    Examples:
      skillpack update
      skillpack update release-notes --global
      skillpack update --yes --accept-powers
    """
    limits = Limits()
    targets = chosen_targets(TargetFlags(everywhere, workspace, agents, root))
    sources, settings = open_sources((), limits)
    least, today = days(min_age) if min_age else settings.min_age, machine.today(machine.environment())
    accepting = Accepting(yes=yes, accept_powers=accept_powers, dry_run=dry_run, updating=True)
    done: list[tuple[Target, Sequence[Outcome]]] = []
    with sources:
        for target in targets:
            found = tuple(outlooks(receipts(target, names, limits), sources, min_age=least, today=today))
            _tell(found)
            newer = [each.offer for each in found if each.standing is Standing.NEWER and each.offer is not None]
            arrivals = [arrive(offer, limits) for offer in newer]
            done.append((target, install_arrivals(arrivals, target.root, limits, accept=accepting, force=force)))
    ctx.exit(finish(done, dry_run=dry_run, as_json=as_json))


def _tell(found: Sequence[Outlook]) -> None:
    """Say what cannot be updated, and why."""
    paint = paint_for(stderr=True)
    for each in found:
        if each.standing not in {Standing.CURRENT, Standing.NEWER}:
            words = standing_words(str(each.standing), reason=each.reason, successor=each.successor, yanked=each.yanked)
            say(f"{paint.show(each.receipt.name)} {paint.show(each.receipt.label)}: {paint.show(words)}")
    if not any(each.standing is Standing.NEWER for each in found) and sys.stderr.isatty():
        say("everything that can be updated is current")

"""What was installed, as the commands that do it print it."""

from collections.abc import Sequence

import click

from skillpack.cli.console import print_json, say
from skillpack.cli.main import FINE, REFUSED
from skillpack.cli.painting import paint_for
from skillpack.install.plan import Action
from skillpack.install.run import Outcome
from skillpack.install.targets import Target
from skillpack.report.introduction import trust
from skillpack.report.paint import Style


def finish(done: Sequence[tuple[Target, Sequence[Outcome]]], *, dry_run: bool, as_json: bool) -> int:
    """Print what was done in each root, and return the exit status."""
    every = [(target, outcome) for target, several in done for outcome in several]
    if as_json:
        print_json([_record(target, outcome) for target, outcome in every])
    else:
        for target, outcome in every:
            _tell(target, outcome, dry_run=dry_run)
    return REFUSED if any(outcome.step.action is Action.REFUSE for _, outcome in every) else FINE


def _tell(target: Target, outcome: Outcome, *, dry_run: bool) -> None:
    paint, step, receipt = paint_for(), outcome.step, outcome.arrival.receipt
    name = f"{paint.styled(Style.STRONG, paint.show(step.name))} {paint.show(receipt.label)}"
    if step.action is Action.REFUSE:
        say(f"{paint.styled(Style.ERROR, 'refused')} {paint.show(step.name)}: {paint.show(step.reason)}")
        say(f"{paint.styled(Style.FAINT, 'hint')}: {paint.show(step.hint)}")
    elif step.action is Action.KEEP:
        click.echo(f"{name}: {step.reason}")
    elif not outcome.accepted:
        click.echo(f"{name}: {'would be installed' if dry_run else 'not installed'}")
    else:
        click.echo(f"{name} -> {paint.show(target.root.skill(step.name))}")
        click.echo(f"  from {paint.show(trust(receipt.provenance))}")


def _record(target: Target, outcome: Outcome) -> dict[str, object]:
    receipt = outcome.arrival.receipt
    return {
        "name": outcome.step.name,
        "action": str(outcome.step.action),
        "done": outcome.accepted,
        "reason": outcome.step.reason,
        "label": receipt.label,
        "digest": receipt.digest,
        "path": target.root.skill(outcome.step.name),
        "target": target.key,
    }

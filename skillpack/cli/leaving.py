"""What was taken out or put back, as the two commands that do it print it."""

from collections.abc import Sequence

import click

from skillpack.cli.console import print_json, say
from skillpack.cli.main import FINE, REFUSED
from skillpack.cli.painting import paint_for
from skillpack.install.leaving import Left
from skillpack.install.plan import Action
from skillpack.install.targets import Target
from skillpack.model.installed import Receipt
from skillpack.report.paint import Paint, Style

_DONE = {Action.REMOVE: "taken out", Action.RESTORE: "put back"}
_WOULD = {Action.REMOVE: "would be taken out", Action.RESTORE: "would be put back"}


def finish(done: Sequence[tuple[Target, Sequence[Left]]], *, dry_run: bool, as_json: bool) -> int:
    """Print what was done in each root, and return the exit status."""
    every = [(target, left) for target, several in done for left in several]
    if as_json:
        print_json([_record(target, left, dry_run=dry_run) for target, left in every])
    else:
        for target, left in every:
            _tell(target, left, dry_run=dry_run)
    return REFUSED if any(left.step.action is Action.REFUSE for _, left in every) else FINE


def _tell(target: Target, left: Left, *, dry_run: bool) -> None:
    paint, step = paint_for(), left.step
    name = paint.styled(Style.STRONG, paint.show(step.name))
    if step.action is Action.REFUSE:
        say(f"{paint.styled(Style.ERROR, 'refused')} {paint.show(step.name)}: {paint.show(step.reason)}")
        say(f"{paint.styled(Style.FAINT, 'hint')}: {paint.show(step.hint)}")
    elif step.action is Action.KEEP:
        click.echo(f"{name}: {step.reason} in {paint.show(target.root.folder)}")
    else:
        words = (_WOULD if dry_run else _DONE)[step.action]
        click.echo(f"{name} {_label(left.now or left.was, paint)} {words}, {paint.show(target.root.folder)}")
        if step.edited:
            click.echo(f"  with your edits of {len(step.edited)} {'file' if len(step.edited) == 1 else 'files'} kept")


def _label(receipt: Receipt | None, paint: Paint) -> str:
    return paint.show(receipt.label) if receipt else "(unknown version)"


def _record(target: Target, left: Left, *, dry_run: bool) -> dict[str, object]:
    done = left.step.action in _DONE
    return {
        "name": left.step.name,
        "action": str(left.step.action),
        "done": done and not dry_run,
        "reason": left.step.reason,
        "was": left.was.label if left.was else None,
        "now": left.now.label if left.now else None,
        "path": target.root.skill(left.step.name),
        "target": target.key,
    }

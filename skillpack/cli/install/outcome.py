"""What was installed, as the commands that do it print it."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import click

from skillpack.cli.console import notify, paint_for, print_json
from skillpack.cli.install.failures import Failure, report_failures, report_refusals
from skillpack.cli.install.placement import RootOutcome
from skillpack.cli.main import FINE, REFUSED
from skillpack.install.install import DONE, InstallOutcome
from skillpack.install.plan import Action
from skillpack.install.root.receipt import signer_row, source_row
from skillpack.install.targets import Target
from skillpack.install.version_policy import Direction, direction
from skillpack.model.digest import signature_of
from skillpack.registry.additions import recorded_additions
from skillpack.report.terminal.introduction import origin_lines, trust
from skillpack.report.terminal.paint import Paint, Style

_MOST_KEPT = 5  # skills that are named though nothing happened to them


def finish(
    done: Sequence[RootOutcome],
    failures: Sequence[Failure],
    *,
    dry_run: bool,
    as_json: bool,
    since: float,
    stuck: Sequence[Mapping[str, object]] = (),
    kept: int = 0,
) -> int:
    """Print what was done in each root, and return the exit status.

    Args:
        done: By root.
        failures: What never came so far as to be proposed.
        dry_run: Nothing was changed.
        as_json: Print records, by root and name.
        since: When the command started, by the clock that never goes back.
        stuck: Records of what could not be updated; they fail nothing.
        kept: How many more were looked at and stay as they are.
    """
    failed = [*failures, *(each for placed in done for each in placed.failures)]
    every = [(placed.target, outcome) for placed in done for outcome in placed.outcomes]

    def report(paint: Paint) -> str:
        for placed in done:
            _report(placed, paint, dry_run=dry_run, many=len(done) > 1)
        return _counted([outcome for _, outcome in every], failed, kept=kept + len(stuck), dry_run=dry_run)

    records = [
        *(_record(*each) for each in every),
        *({"action": str(Action.KEEP), "done": False, **row} for row in stuck),
    ]
    conclude(records, failed, report, as_json=as_json, since=since)
    refused = any(outcome.step.action is Action.REFUSE for _, outcome in every)
    return REFUSED if failed or refused else FINE


def conclude(
    records: Sequence[Mapping[str, object]],
    failures: Sequence[Failure],
    report: Callable[[Paint], str],
    *,
    as_json: bool,
    since: float,
) -> None:
    """Print what a command did to roots, and what it could not do at all.

    Args:
        records: What was done, for programs.
        failures: What could not be done.
        report: Prints what was done for people, and returns the line that sums up; an empty one is not printed.
        as_json: Print for programs.
        since: When the command started, by the clock that never goes back.
    """
    if as_json:
        failed = (
            {"name": each.about, "action": "fail", "done": False, "reason": str(each.error), "hint": each.error.hint}
            for each in failures
        )
        print_json([*records, *failed])
        return
    summary = report(paint_for())
    report_failures(failures)
    if summary:
        notify(f"{summary} in {time.monotonic() - since:.1f} s")


def counted(numbers: Iterable[tuple[str, int]]) -> str:
    """Return words with their numbers, without those of which there are none: `installed 2, kept 1`."""
    return ", ".join(f"{word} {number:,}" for word, number in numbers if number)


def report_saved(folders: Sequence[str]) -> None:
    """Say where work of somebody lies that would have been replaced a second time."""
    paint = paint_for(stderr=True)
    for each in folders:
        notify(f"earlier edits are saved in {paint.show(each)}")


def _report(placed: RootOutcome, paint: Paint, *, dry_run: bool, many: bool) -> None:
    changed = [each for each in placed.outcomes if each.step.action in DONE]
    kept = [each for each in placed.outcomes if each.step.action is Action.KEEP]
    if changed or 0 < len(kept) <= _MOST_KEPT:
        click.echo(paint.styled(Style.FAINT, paint.show(placed.target.root.folder)))
    for each in changed:
        click.echo(f"  {_line(each, paint, dry_run=dry_run)}")
    if len(kept) <= _MOST_KEPT:
        for each in kept:
            label = paint.show(each.download.receipt.label)
            click.echo(f"  = {paint.show(each.step.name)} {label}, up to date")
    accepted = [each.download for each in changed if each.accepted]
    signed = [bool(signature_of(each.tree)) for each in accepted]
    for line in origin_lines([each.receipt.provenance for each in accepted], paint, signed):
        click.echo(f"  {line}")
    report_saved(placed.saved)
    steps = [each.step for each in placed.outcomes]
    report_refusals(steps, where=placed.target.root.folder if many else "")


def _line(outcome: InstallOutcome, paint: Paint, *, dry_run: bool) -> str:
    name = paint.styled(Style.STRONG, paint.show(outcome.step.name))
    receipt, was = outcome.download.receipt, outcome.was
    label = paint.show(receipt.label)
    if was is None:
        mark, text = paint.styled(Style.GOOD, "+"), f"{name} {label}"
    else:
        way = direction(was, receipt.label, receipt.digest, outcome.download.available.history)
        older = " (older)" if way is Direction.OLDER else ""
        mark, text = paint.styled(Style.WARNING, "~"), f"{name} {paint.show(was.label)} -> {label}{older}"
        if was.label == receipt.label:
            text = f"{name} {label}{_repeat_command(outcome)}"
    if dry_run:
        return f"{mark} {text}, would be installed"
    if not outcome.accepted:
        return f"  {text}, not installed"
    return f"{mark} {text}"


def _repeat_command(outcome: InstallOutcome) -> str:
    """Return why a version is placed over one of the same label."""
    if outcome.step.edited:
        return ", your edits saved as the previous version"
    was, receipt = outcome.was, outcome.download.receipt
    if was is not None and was.digest == receipt.digest:
        is_there = was.provenance.location == receipt.provenance.location
        return f", same files {'with another signature' if is_there else 'from another source'}"
    return ", different files under the same version"


def _counted(outcomes: Sequence[InstallOutcome], failed: Sequence[Failure], *, kept: int, dry_run: bool) -> str:
    """Return the one line that sums up; empty where nothing was asked for."""
    count = Counter(_word(each, dry_run=dry_run) for each in outcomes)
    count["unchanged"] += kept
    count["failed"] = len(failed)
    order = ("installed", "updated", "unchanged", "skipped", "refused", "failed")
    would = "would have " if dry_run and count["installed"] + count["updated"] else ""
    return would + counted((word, count[word]) for word in order)


def _word(outcome: InstallOutcome, *, dry_run: bool) -> str:
    if outcome.step.action is Action.REFUSE:
        return "refused"
    if outcome.step.action is Action.KEEP:
        return "unchanged"
    if not (outcome.accepted or dry_run):
        return "skipped"
    return "installed" if outcome.was is None else "updated"


def _record(target: Target, outcome: InstallOutcome) -> dict[str, object]:
    receipt = outcome.download.receipt
    return {
        "name": outcome.step.name,
        "action": str(outcome.step.action),
        "done": outcome.accepted,
        "reason": outcome.step.reason,
        "hint": outcome.step.hint,
        "was": outcome.was.label if outcome.was else None,
        "label": receipt.label,
        "digest": receipt.digest,
        "date": receipt.date,
        "source": source_row(receipt.provenance),
        "signer": signer_row(receipt),
        "trust": trust(receipt.provenance, signed=bool(signature_of(outcome.download.tree))),
        "path": target.root.skill(outcome.step.name),
        "target": target.key,
        **(recorded_additions(outcome.changes) if outcome.changes is not None else {}),
    }

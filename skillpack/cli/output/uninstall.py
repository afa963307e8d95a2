"""What was taken out or put back, as the two commands that do it print it."""

from collections import Counter
from collections.abc import Callable, Sequence

import click
from msgspec import Struct

from skillpack.cli.install.failures import Failure, report_refusals
from skillpack.cli.main import FINE, REFUSED
from skillpack.cli.output.install import conclude, counted, report_saved
from skillpack.errors import SkillpackError
from skillpack.install.plan import Action
from skillpack.install.targets.targets import Target
from skillpack.install.uninstall import Removal
from skillpack.model.installed import Receipt
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint, Style

_DONE = {Action.REMOVE: "removed", Action.RESTORE: "restored"}
_MARKS = {Action.REMOVE: (Style.ERROR, "-"), Action.RESTORE: (Style.WARNING, "~")}


class Removals(Struct, frozen=True):
    """What became of one root; `saved` are folders of somebody's work, put where nothing deletes them."""

    target: Target
    done: tuple[Removal, ...]
    failure: Failure | None = None
    saved: tuple[str, ...] = ()


Work = Callable[[Target, tuple[str, ...], list[str]], tuple[Removal, ...]]
"""Does something with skills of a root; the list grows by the folders that are saved."""


def each_root(meant: Sequence[tuple[Target, tuple[str, ...]]], work: Work) -> tuple[Removals, ...]:
    """Do one thing in each root; what fails in one does not stop the others."""
    done = []
    for target, names in meant:
        saved: list[str] = []
        try:
            done.append(Removals(target, work(target, names, saved), saved=tuple(saved)))
        except SkillpackError as error:
            done.append(Removals(target, (), Failure(target.root.folder, error)))
    return tuple(done)


def finish(lots: Sequence[Removals], *, dry_run: bool, as_json: bool, since: float) -> int:
    """Print what was done in each root, and return the exit status; arguments as of `output.install.finish`."""
    every = [(lot.target, left) for lot in lots for left in lot.done]
    failures = [lot.failure for lot in lots if lot.failure is not None]

    def report(paint: Paint) -> str:
        for lot in lots:
            _report(lot, paint, dry_run=dry_run, many=len(lots) > 1)
        return _counted([left for _, left in every], len(failures), dry_run=dry_run)

    records = [_record(target, left, dry_run=dry_run) for target, left in every]
    conclude(records, failures, report, as_json=as_json, since=since)
    refused = any(left.step.action is Action.REFUSE for _, left in every)
    return REFUSED if refused or failures else FINE


def _report(lot: Removals, paint: Paint, *, dry_run: bool, many: bool) -> None:
    done = [left for left in lot.done if left.step.action is not Action.REFUSE]
    if done:
        click.echo(paint.styled(Style.FAINT, paint.show(lot.target.root.folder)))
    for left in done:
        click.echo(f"  {_line(left, paint, dry_run=dry_run)}")
        if left.step.edited and not left.purged:
            files = quantity(len(left.step.edited), "file")
            click.echo(f"    your edits of {files} are saved; `skillpack rollback` restores them")
    report_saved(lot.saved)
    report_refusals([left.step for left in lot.done], where=lot.target.root.folder if many else "")


def _line(left: Removal, paint: Paint, *, dry_run: bool) -> str:
    name = paint.styled(Style.STRONG, paint.show(left.step.name))
    would = "would be " if dry_run else ""
    if left.step.action is Action.KEEP:
        # Nothing was there to take out; what was kept of it may be gone.
        return f"- {name}: previous version {would}deleted" if left.purged else f"= {name}: {left.step.reason}"
    purged = ", with its previous version" if left.purged else ""
    style, mark = _MARKS[left.step.action]
    return f"{paint.styled(style, mark)} {name} {_labels(left, paint)}, {would}{_DONE[left.step.action]}{purged}"


def _labels(left: Removal, paint: Paint) -> str:
    """Return the version, or both where one takes the place of the other."""
    if left.step.action is Action.REMOVE:
        return _label(left.was, paint)
    now = _label(left.now, paint)
    if left.was is None:
        return now
    if left.was.digest == (left.now.digest if left.now else ""):
        return f"{now} (before your edits)" if left.step.edited else f"{now} (the same files)"
    return f"{_label(left.was, paint)} -> {now}"


def _label(receipt: Receipt | None, paint: Paint) -> str:
    return paint.show(receipt.label) if receipt else "(unknown version)"


def _counted(done: Sequence[Removal], failed: int, *, dry_run: bool) -> str:
    count = Counter(left.step.action for left in done)
    done_ = ((word, count[action]) for action, word in _DONE.items())
    words = counted([*done_, ("refused", count[Action.REFUSE]), ("failed", failed)])
    return ("would have " if dry_run and words else "") + (words or "nothing to do")


def _record(target: Target, left: Removal, *, dry_run: bool) -> dict[str, object]:
    return {
        "name": left.step.name,
        "action": str(left.step.action),
        "done": left.step.action in _DONE and not dry_run,
        "reason": left.step.reason,
        "hint": left.step.hint,
        "was": left.was.label if left.was else None,
        "now": left.now.label if left.now else None,
        "purged": left.purged and not dry_run,
        "path": target.root.skill(left.step.name),
        "target": target.key,
    }

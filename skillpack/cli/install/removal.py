"""What was taken out or put back, as the two commands that do it print it."""

from collections import Counter
from collections.abc import Callable, Sequence

import click
from msgspec import Struct

from skillpack.cli.install.failures import Failure, report_refusals
from skillpack.cli.install.outcome import conclude, counted, report_saved
from skillpack.cli.main import FINE, REFUSED
from skillpack.errors import SkillpackError
from skillpack.install.plan import Action
from skillpack.install.targets import Target
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


def finish(batches: Sequence[Removals], *, dry_run: bool, as_json: bool, since: float) -> int:
    """Print what was done in each root, and return the exit status; arguments as of `outcome.finish`."""
    every = [(batch.target, removal) for batch in batches for removal in batch.done]
    failures = [batch.failure for batch in batches if batch.failure is not None]

    def report(paint: Paint) -> str:
        for batch in batches:
            _report(batch, paint, dry_run=dry_run, many=len(batches) > 1)
        return _counted([removal for _, removal in every], len(failures), dry_run=dry_run)

    records = [_record(target, removal, dry_run=dry_run) for target, removal in every]
    conclude(records, failures, report, as_json=as_json, since=since)
    refused = any(removal.step.action is Action.REFUSE for _, removal in every)
    return REFUSED if refused or failures else FINE


def _report(batch: Removals, paint: Paint, *, dry_run: bool, many: bool) -> None:
    done = [removal for removal in batch.done if removal.step.action is not Action.REFUSE]
    if done:
        click.echo(paint.styled(Style.FAINT, paint.show(batch.target.root.folder)))
    for removal in done:
        click.echo(f"  {_line(removal, paint, dry_run=dry_run)}")
        if removal.step.edited and not removal.purged:
            files = quantity(len(removal.step.edited), "file")
            click.echo(f"    your edits of {files} are saved; `skillpack rollback` restores them")
    report_saved(batch.saved)
    report_refusals([removal.step for removal in batch.done], where=batch.target.root.folder if many else "")


def _line(removal: Removal, paint: Paint, *, dry_run: bool) -> str:
    name = paint.styled(Style.STRONG, paint.show(removal.step.name))
    would = "would be " if dry_run else ""
    if removal.step.action is Action.KEEP:
        # Nothing was there to take out; what was kept of it may be gone.
        return f"- {name}: previous version {would}deleted" if removal.purged else f"= {name}: {removal.step.reason}"
    purged = ", with its previous version" if removal.purged else ""
    style, mark = _MARKS[removal.step.action]
    return f"{paint.styled(style, mark)} {name} {_labels(removal, paint)}, {would}{_DONE[removal.step.action]}{purged}"


def _labels(removal: Removal, paint: Paint) -> str:
    """Return the version, or both where one takes the place of the other."""
    if removal.step.action is Action.REMOVE:
        return _label(removal.was, paint)
    now = _label(removal.now, paint)
    if removal.was is None:
        return now
    if removal.was.digest == (removal.now.digest if removal.now else ""):
        return f"{now} (before your edits)" if removal.step.edited else f"{now} (the same files)"
    return f"{_label(removal.was, paint)} -> {now}"


def _label(receipt: Receipt | None, paint: Paint) -> str:
    return paint.show(receipt.label) if receipt else "(unknown version)"


def _counted(done: Sequence[Removal], failed: int, *, dry_run: bool) -> str:
    count = Counter(removal.step.action for removal in done)
    done_ = ((word, count[action]) for action, word in _DONE.items())
    words = counted([*done_, ("refused", count[Action.REFUSE]), ("failed", failed)])
    return ("would have " if dry_run and words else "") + (words or "nothing to do")


def _record(target: Target, removal: Removal, *, dry_run: bool) -> dict[str, object]:
    return {
        "name": removal.step.name,
        "action": str(removal.step.action),
        "done": removal.step.action in _DONE and not dry_run,
        "reason": removal.step.reason,
        "hint": removal.step.hint,
        "was": removal.was.label if removal.was else None,
        "now": removal.now.label if removal.now else None,
        "purged": removal.purged and not dry_run,
        "path": target.root.skill(removal.step.name),
        "target": target.key,
    }

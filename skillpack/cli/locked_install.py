"""What lock files name, installed: all of it and nothing else (`--frozen`), or what is missing."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

import click
from msgspec import Struct

from skillpack.cli.console import notify
from skillpack.cli.install.download import Fetched
from skillpack.cli.install.failures import Failure
from skillpack.cli.main import FINE, REFUSED
from skillpack.cli.output.install import conclude, counted
from skillpack.errors import SkillpackError, UsageError
from skillpack.install.download import Download, fetch_locked
from skillpack.install.frozen import Repeated, locked_or_fail, repeat, wanting
from skillpack.install.plan import Action
from skillpack.install.root.lockfile import NAME, Locked
from skillpack.install.targets.targets import Target
from skillpack.model.limits import Limits
from skillpack.report.terminal.paint import Paint, Style
from skillpack.sources.sources import Sources

_MARKS = {
    Action.ADD: (Style.GOOD, "+", "installed"),
    Action.REPLACE: (Style.WARNING, "~", "replaced"),
    Action.REMOVE: (Style.ERROR, "-", "removed"),
}


class LockedInstall(Struct, frozen=True):
    """What became of a root; a failure changed nothing."""

    target: Target
    steps: tuple[Repeated, ...]
    failure: Failure | None = None


def repeat_targets(
    targets: Sequence[Target], sources: Sources, limits: Limits, *, force: bool, dry_run: bool
) -> tuple[LockedInstall, ...]:
    """Make roots hold what their lock files say, each of them or not at all."""
    fetch = partial(fetch_locked, sources=sources, limits=limits)
    done = []
    for target in targets:
        try:
            wanted = locked_or_fail(target.root)
            steps = repeat(target.root, wanted, fetch, limits, force=force, dry_run=dry_run)
            done.append(LockedInstall(target, steps))
        except UsageError:
            raise
        except SkillpackError as error:
            done.append(LockedInstall(target, (), Failure(target.root.folder, error)))
    return tuple(done)


def finish_repeated(
    done: Sequence[LockedInstall], unfit: Sequence[Failure], *, dry_run: bool, as_json: bool, since: float
) -> int:
    """Print what was done in each root, and return the exit status; arguments as of `output.install.finish`."""
    failures = [*unfit, *(each.failure for each in done if each.failure is not None)]

    def report(paint: Paint) -> str:
        for made in done:
            _report(made, paint, dry_run=dry_run)
        return _counted(done, dry_run=dry_run) if len(failures) < len(done) else ""

    records = [_record(made.target, each, dry_run=dry_run) for made in done for each in made.steps]
    conclude(records, failures, report, as_json=as_json, since=since)
    return REFUSED if failures else FINE


def lock_downloads(
    targets: Sequence[Target], names: Sequence[str], sources: Sources, limits: Limits
) -> tuple[Fetched, Sequence[tuple[Target, Sequence[Download]]]]:
    """Return the locked skills that roots lack: downloads and failures, and the downloads of each root.

    Raises:
        UsageError: No lock file is there, or none has one of the names.
        SkillpackError: A lock file is refused.
    """
    known = {target.key: _named(target, names) for target in targets}
    found = {each.name for locked in known.values() for each in locked}
    missing = sorted(set(names) - found)
    if missing:
        raise UsageError(f"no lock file has `{missing[0]}`", hint=f"`skillpack install {missing[0]}` asks registries")
    fetched, lots = Fetched(), []
    for target in targets:
        came = Fetched()
        for each in wanting(target.root, known[target.key], limits):
            came.attempt(each.name, lambda each=each: fetch_locked(each, sources, limits))  # type: ignore[misc]
        fetched.arrivals += came.arrivals
        fetched.failures += came.failures
        lots.append((target, came.arrivals))
    if not fetched.arrivals and not fetched.failures:
        notify(f"everything in `{NAME}` is installed")
    fetched.resolve()
    return fetched, lots


def _named(target: Target, names: Sequence[str]) -> tuple[Locked, ...]:
    if not target.root.lock_file.exists():
        raise UsageError(
            "`install` needs a SPEC", hint=f"`skillpack install SPEC`; there is no lock file `{target.root.lock_file}`"
        )
    return tuple(each for each in locked_or_fail(target.root) if not names or each.name in names)


def _report(made: LockedInstall, paint: Paint, *, dry_run: bool) -> None:
    if any(each.step.action is not Action.KEEP for each in made.steps):
        click.echo(paint.styled(Style.FAINT, paint.show(made.target.root.folder)))
    for each in made.steps:
        name, receipt = paint.show(each.step.name), each.now or each.was
        if each.step.action is Action.KEEP and receipt is None:
            notify(f"  {name}: {paint.show(each.step.reason)}")
        elif each.step.action is not Action.KEEP:
            style, mark, done = _MARKS[each.step.action]
            label = paint.show(receipt.label) if receipt else ""
            why = f" ({each.step.reason})" if each.step.reason else ""
            would = f", would be {done}" if dry_run else ""
            click.echo(f"  {paint.styled(style, mark)} {paint.styled(Style.STRONG, name)} {label}{would}{why}")


def _counted(done: Sequence[LockedInstall], *, dry_run: bool) -> str:
    steps = [each for made in done for each in made.steps]
    ours = [each for each in steps if each.now is not None or each.was is not None]
    count = Counter(each.step.action for each in ours)
    words = counted(
        [*((word, count[action]) for action, (_, _, word) in _MARKS.items()), ("unchanged", count[Action.KEEP])]
    )
    return ("would have " if dry_run else "") + (words or "nothing to do")


def _record(target: Target, each: Repeated, *, dry_run: bool) -> dict[str, object]:
    return {
        "name": each.step.name,
        "action": str(each.step.action),
        "done": each.step.action in _MARKS and not dry_run,
        "reason": each.step.reason,
        "hint": each.step.hint,
        "was": each.was.label if each.was else None,
        "label": each.now.label if each.now else None,
        "digest": each.now.digest if each.now else None,
        "path": target.root.skill(each.step.name),
        "target": target.key,
    }

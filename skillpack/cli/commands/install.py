"""skillpack install: skills from anywhere, or those of a lock file: verified, shown, placed by one rename."""

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial

import click
from msgspec import Struct

from skillpack.cli.command_line import did_you_mean
from skillpack.cli.console import notify
from skillpack.cli.install.confirmation import Accepting
from skillpack.cli.install.download import EVERY, MOST, Fetched, fetch_specs, with_dependencies
from skillpack.cli.install.failures import Failure
from skillpack.cli.install.outcome import conclude, counted, finish
from skillpack.cli.install.placement import install_into
from skillpack.cli.install.policy import InstallPolicy, signer_policy
from skillpack.cli.main import FINE, REFUSED
from skillpack.cli.options.advanced import advanced_option, downgrade_option, signer_option, verb
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.cli.options.targets import TargetFlags, chosen_targets, target_options, workspace_lock
from skillpack.cli.roots import recover_targets
from skillpack.errors import SkillpackError, UsageError
from skillpack.install.download import Download, fetch_locked
from skillpack.install.frozen import Fetch, Repeated, locked_or_fail, repeat, wanting
from skillpack.install.install import PlacingRules
from skillpack.install.plan import Action
from skillpack.install.root.lockfile import NAME, Locked
from skillpack.install.root.root import read_lock
from skillpack.install.signers import SignerPolicy
from skillpack.install.targets import Target
from skillpack.model.limits import Limits
from skillpack.parse.settings.install import days
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


@verb("install")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--skill", "names", multiple=True, metavar="NAME", help="Of many skills, only this one; repeatable.")
@click.option("--all", "every", is_flag=True, help="Of a repository with many skills, all of them; as `--skill '*'`.")
@advanced_option(
    "--limit",
    default=MOST,
    show_default=True,
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="Of one SPEC, the most skills that are taken without being named.",
)
@click.option("--registry", "registries", multiple=True, metavar="URL", help="Ask this catalog for names; repeatable.")
@target_options
@click.option("--frozen", is_flag=True, help="Make the root exactly what its lock file says, or fail.")
@advanced_option("--min-age", "min_age", default="", metavar="DAYS", help="Refuse versions younger than this.")
@click.option(
    "--force", is_flag=True, help="Replace local edits, kept as the previous version; take skills with errors."
)
@downgrade_option
@signer_option
@advanced_option("--no-deps", is_flag=True, help="Leave out what the skills depend on.")
@advanced_option("--strict", is_flag=True, help="Refuse skills that require what this machine lacks.")
@click.option("--yes", "-y", is_flag=True, help="Install without asking.")
@click.option("--accept-powers", is_flag=True, help="Take also what may do more than the version that is there.")
@advanced_option("--verbose", "-v", is_flag=True, help="Show every skill whole.")
@click.option("--dry-run", is_flag=True, help="Fetch, verify and show; install nothing.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    specs: tuple[str, ...],
    names: tuple[str, ...],
    registries: tuple[str, ...],
    *,
    every: bool,
    limit: int,
    flags: TargetFlags,
    frozen: bool,
    min_age: str,
    force: bool,
    allow_downgrade: tuple[str, ...],
    allow_signer_change: tuple[str, ...],
    no_deps: bool,
    strict: bool,
    yes: bool,
    accept_powers: bool,
    verbose: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Install skills. SPEC is a name of a registry, a folder, an archive, a site or a git repository.

    Without SPEC, install what the lock file names, as it is locked. With --frozen the root is that and nothing else of
    ours afterwards, byte for byte; skills that are not ours are left alone, and nobody is asked.

    \b
    Examples:
      skillpack install ./skills/release-notes --workspace
      skillpack install release-notes-2.3.0.zip --agent claude-code
      skillpack install release-notes@^2 --registry https://skills.example.com/ --global
      skillpack install acme/skills/release-notes@v2
      skillpack install git+ssh://git@git.example.com/platform/skills --skill release-notes
      skillpack install --frozen
    """
    since, limits = time.monotonic(), Limits()
    if allow_signer_change and not specs:
        hint = "the lock file says who signs what: install it from its source, and the lock file is written anew"
        raise UsageError("`--allow-signer-change` needs a SPEC", hint=hint)
    if frozen and (specs or names):
        raise UsageError("`--frozen` installs from the lock file and takes no SPEC", hint="remove one of the two")
    sources, settings = open_sources(registries, limits)
    targets = (() if specs else workspace_lock(flags)) or chosen_targets(flags, asks=bool(specs))
    targets, unfit = recover_targets(targets, limits, dry_run=dry_run)
    signers = signer_policy(settings, allow_signer_change)
    if frozen:
        with sources:
            fetch = partial(fetch_locked, sources=sources, limits=limits)
            done = _repeat_targets(targets, fetch, limits, signers, force=force, dry_run=dry_run)
        ctx.exit(_finish_repeated(done, unfit, dry_run=dry_run, as_json=as_json, since=since))
    policy = InstallPolicy(
        min_age=days(min_age) if min_age else settings.min_age,
        strict=strict,
        locked=frozenset(each.digest for target in targets for each in read_lock(target.root)),
        allow_downgrade=frozenset(allow_downgrade),
        lock_decides=not specs,
    )
    accepting = Accepting(yes=yes, accept_powers=accept_powers, dry_run=dry_run, policy=policy, verbose=verbose)
    batches: Sequence[tuple[Target, Sequence[Download]]]
    with sources:
        if specs:
            asked = (*names, EVERY) if every else names
            fetched = fetch_specs(specs, asked, sources, limits, aged=partial(policy.aged, sources=sources), most=limit)
            fetched.resolve()
            batches = [(target, fetched.downloads) for target in targets]
            if not no_deps:
                batches = with_dependencies(batches, fetched, sources, limits, force=force, policy=policy)
        else:
            fetched, batches = _lock_downloads(targets, names, sources, limits)
    _check_allowed(allow_downgrade, batches, fetched)
    locked = {each.skill.name for _, downloads in batches for each in downloads} if not specs else ()
    rules = PlacingRules(force=force, unhold=locked, locked=not specs, signers=signers)
    placed = install_into(batches, accepting, limits, rules)
    ctx.exit(finish(placed, (*unfit, *fetched.failures), dry_run=dry_run, as_json=as_json, since=since))


def _check_allowed(
    names: Sequence[str], batches: Sequence[tuple[Target, Sequence[Download]]], fetched: Fetched
) -> None:
    """Refuse leave for a skill that does not come: it was meant for another.

    Raises:
        UsageError: There is one.
    """
    known = {each.skill.name for _, downloads in batches for each in downloads}
    for name in names:
        if name not in known and not fetched.failures:
            hint = did_you_mean(name, known) or "correct `--allow-downgrade`"
            raise UsageError(f"no skill `{name}` is being installed, so there is nothing to downgrade", hint=hint)


def _repeat_targets(
    targets: Sequence[Target], fetch: Fetch, limits: Limits, signers: SignerPolicy, *, force: bool, dry_run: bool
) -> tuple[LockedInstall, ...]:
    """Make roots hold what their lock files say, each of them or not at all."""
    done = []
    for target in targets:
        try:
            wanted = locked_or_fail(target.root)
            steps = repeat(target.root, wanted, fetch, limits, signers, force=force, dry_run=dry_run)
            done.append(LockedInstall(target, steps))
        except UsageError:
            raise
        except SkillpackError as error:
            done.append(LockedInstall(target, (), Failure(target.root.folder, error)))
    return tuple(done)


def _finish_repeated(
    done: Sequence[LockedInstall], unfit: Sequence[Failure], *, dry_run: bool, as_json: bool, since: float
) -> int:
    """Print what was done in each root, and return the exit status; arguments as of `outcome.finish`."""
    failures = [*unfit, *(each.failure for each in done if each.failure is not None)]

    def report(paint: Paint) -> str:
        for made in done:
            _report_repeated(made, paint, dry_run=dry_run)
        return _counted_repeated(done, dry_run=dry_run) if len(failures) < len(done) else ""

    records = [_repeated_record(made.target, each, dry_run=dry_run) for made in done for each in made.steps]
    conclude(records, failures, report, as_json=as_json, since=since)
    return REFUSED if failures else FINE


def _lock_downloads(
    targets: Sequence[Target], names: Sequence[str], sources: Sources, limits: Limits
) -> tuple[Fetched, Sequence[tuple[Target, Sequence[Download]]]]:
    """Return the locked skills that roots lack: downloads and failures, and the downloads of each root.

    Raises:
        UsageError: No lock file is there, or none has one of the names.
        SkillpackError: A lock file is refused.
    """
    known = {target.key: _named_in_lock(target, names) for target in targets}
    found = {each.name for locked in known.values() for each in locked}
    missing = sorted(set(names) - found)
    if missing:
        raise UsageError(f"no lock file has `{missing[0]}`", hint=f"`skillpack install {missing[0]}` asks registries")
    fetched, batches = Fetched(), []
    for target in targets:
        came = Fetched()
        for each in wanting(target.root, known[target.key], limits):
            came.attempt(each.name, partial(fetch_locked, each, sources, limits))
        fetched.downloads += came.downloads
        fetched.failures += came.failures
        batches.append((target, came.downloads))
    if not fetched.downloads and not fetched.failures:
        notify(f"everything in `{NAME}` is installed")
    fetched.resolve()
    return fetched, batches


def _named_in_lock(target: Target, names: Sequence[str]) -> tuple[Locked, ...]:
    if not target.root.lock_file.exists():
        raise UsageError(
            "`install` needs a SPEC", hint=f"`skillpack install SPEC`; there is no lock file `{target.root.lock_file}`"
        )
    return tuple(each for each in locked_or_fail(target.root) if not names or each.name in names)


def _report_repeated(made: LockedInstall, paint: Paint, *, dry_run: bool) -> None:
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


def _counted_repeated(done: Sequence[LockedInstall], *, dry_run: bool) -> str:
    steps = [each for made in done for each in made.steps]
    ours = [each for each in steps if each.now is not None or each.was is not None]
    count = Counter(each.step.action for each in ours)
    words = counted(
        [*((word, count[action]) for action, (_, _, word) in _MARKS.items()), ("unchanged", count[Action.KEEP])]
    )
    return ("would have " if dry_run else "") + (words or "nothing to do")


def _repeated_record(target: Target, each: Repeated, *, dry_run: bool) -> dict[str, object]:
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

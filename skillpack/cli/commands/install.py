"""skillpack install: skills from anywhere into a root, verified, shown, placed by one rename."""

import time
from collections.abc import Sequence
from functools import partial

import click

from skillpack.cli.command_line import did_you_mean
from skillpack.cli.install.confirmation import Accepting
from skillpack.cli.install.dependencies import with_dependencies
from skillpack.cli.install.download import EVERY, MOST, Fetched, fetch_specs
from skillpack.cli.install.placement import install_into
from skillpack.cli.install.policy import InstallPolicy
from skillpack.cli.locked_install import finish_repeated, lock_downloads, repeat_targets
from skillpack.cli.options.advanced import advanced_option, downgrade_option, verb
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.cli.options.targets import TargetFlags, chosen_targets, target_options, workspace_lock
from skillpack.cli.output.install import finish
from skillpack.cli.roots import recover_targets
from skillpack.errors import UsageError
from skillpack.install.download import Download
from skillpack.install.root.root import read_lock
from skillpack.install.targets.targets import Target
from skillpack.model.limits import Limits
from skillpack.parse.settings.install import days


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
    if frozen and (specs or names):
        raise UsageError("`--frozen` installs from the lock file and takes no SPEC", hint="remove one of the two")
    sources, settings = open_sources(registries, limits)
    targets = (() if specs else workspace_lock(flags)) or chosen_targets(flags, asks=bool(specs))
    targets, unfit = recover_targets(targets, limits, dry_run=dry_run)
    if frozen:
        with sources:
            done = repeat_targets(targets, sources, limits, force=force, dry_run=dry_run)
        ctx.exit(finish_repeated(done, unfit, dry_run=dry_run, as_json=as_json, since=since))
    policy = InstallPolicy(
        min_age=days(min_age) if min_age else settings.min_age,
        strict=strict,
        locked=frozenset(each.digest for target in targets for each in read_lock(target.root)),
        allow_downgrade=frozenset(allow_downgrade),
        lock_decides=not specs,
    )
    accepting = Accepting(yes=yes, accept_powers=accept_powers, dry_run=dry_run, policy=policy, verbose=verbose)
    lots: Sequence[tuple[Target, Sequence[Download]]]
    with sources:
        if specs:
            asked = (*names, EVERY) if every else names
            fetched = fetch_specs(specs, asked, sources, limits, aged=partial(policy.aged, sources=sources), most=limit)
            fetched.resolve()
            lots = [(target, fetched.arrivals) for target in targets]
            if not no_deps:
                lots = with_dependencies(lots, fetched, sources, limits, force=force, policy=policy)
        else:
            fetched, lots = lock_downloads(targets, names, sources, limits)
    _check_allowed(allow_downgrade, lots, fetched)
    locked = {each.skill.name for _, arrivals in lots for each in arrivals} if not specs else ()
    placed = install_into(lots, accepting, limits, force=force, unhold=locked)
    ctx.exit(finish(placed, (*unfit, *fetched.failures), dry_run=dry_run, as_json=as_json, since=since))


def _check_allowed(names: Sequence[str], lots: Sequence[tuple[Target, Sequence[Download]]], fetched: Fetched) -> None:
    """Refuse leave for a skill that does not come: it was meant for another.

    Raises:
        UsageError: There is one.
    """
    known = {each.skill.name for _, arrivals in lots for each in arrivals}
    for name in names:
        if name not in known and not fetched.failures:
            hint = did_you_mean(name, known) or "correct `--allow-downgrade`"
            raise UsageError(f"no skill `{name}` is being installed, so there is nothing to downgrade", hint=hint)

"""skillpack update: newer versions of installed skills, changes shown first."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence

import click

from skillpack.cli.commands.outdated import Standings, record, standings
from skillpack.cli.console import notify, paint_for
from skillpack.cli.install.confirmation import Accepting
from skillpack.cli.install.download import Fetched, download_available, with_dependencies
from skillpack.cli.install.failures import damaged_in, failures_of
from skillpack.cli.install.outcome import finish
from skillpack.cli.install.placement import RootOutcome, install_into
from skillpack.cli.install.policy import InstallPolicy, signer_policy
from skillpack.cli.options.advanced import advanced_option, downgrade_option, signer_option, verb
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.roots import named_targets, recover_targets
from skillpack.errors import UsageError
from skillpack.install.download import Download
from skillpack.install.install import PlacingRules
from skillpack.install.rollback import unhold as unhold_skills
from skillpack.install.update import OTHER, Outlook, SourceComparison
from skillpack.model.limits import Limits
from skillpack.parse.settings.install import days
from skillpack.report.terminal.updates import update_help, update_words
from skillpack.sources.available import AvailableSkill
from skillpack.sources.sources import Sources

Key = tuple[object, ...]
"""Key of an available skill, so that one for two roots is fetched once."""


@verb("update")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@target_options
@advanced_option("--min-age", "min_age", default="", metavar="DAYS", help="Skip versions younger than this.")
@click.option("--force", is_flag=True, help="Replace local edits; they are saved as the previous version.")
@downgrade_option
@signer_option
@click.option("--unhold", is_flag=True, help="Also update the named skills that were rolled back.")
@advanced_option("--no-deps", is_flag=True, help="Do not install what the newer versions depend on.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask, unless a skill may do more than before.")
@click.option("--accept-powers", is_flag=True, help="Accept skills that may do more than before, without asking.")
@advanced_option("--verbose", "-v", is_flag=True, help="Show every line that changed.")
@click.option("--dry-run", is_flag=True, help="Fetch, verify and show; install nothing.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    *,
    flags: TargetFlags,
    min_age: str,
    force: bool,
    allow_downgrade: tuple[str, ...],
    allow_signer_change: tuple[str, ...],
    unhold: bool,
    no_deps: bool,
    yes: bool,
    accept_powers: bool,
    verbose: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Install what the sources of installed skills offer now; what is the same is not downloaded.

    Without flags, of all roots that hold something of ours: this workspace's, and the user's own. What a skill may or
    can do more than before comes first, with its lines, and is asked for: `--yes` alone does not accept it. A skill
    that was rolled back stays as it is until `--unhold`.

    \b
    Examples:
      skillpack update
      skillpack update release-notes --global
      skillpack update release-notes --unhold
      skillpack update --yes --accept-powers
    """
    if unhold and not names:
        raise UsageError("`--unhold` needs a NAME", hint="`skillpack outdated` lists the skills that were rolled back")
    since, limits = time.monotonic(), Limits()
    targets, unfit = recover_targets(named_targets(flags, (*names, *allow_downgrade)), limits, dry_run=dry_run)
    broken = damaged_in(targets, names)
    sources, settings = open_sources((), limits)
    least = days(min_age) if min_age else settings.min_age
    with sources:
        found = standings(targets, names, sources, least, unhold=unhold)
        # What replaces versions that were taken back need not grow old first.
        others = (each.available for _, several in found for each in several if each.yanked)
        urgent = frozenset(available.digest for available in others if available is not None)
        policy = InstallPolicy(
            least,
            locked=urgent,
            allow_downgrade=frozenset(allow_downgrade),
        )
        fetched = Fetched()
        came = _fetched(found, fetched, limits, sources)
        batches = [
            (target, [came[key] for each in several if (key := _key(each)) in came]) for target, several in found
        ]
        whole = batches if no_deps else with_dependencies(batches, fetched, sources, limits, force=force, policy=policy)
    _report(found, nothing=not broken)
    accepting = Accepting(
        yes=yes, accept_powers=accept_powers, dry_run=dry_run, policy=policy, updating=True, verbose=verbose
    )
    free = names if unhold else ()
    rules = PlacingRules(force=force, unhold=free, signers=signer_policy(settings, allow_signer_change))
    placed = install_into(whole, accepting, limits, rules)
    if unhold and not dry_run:
        _unhold(found, placed, limits)
    stuck = [record(target, each) for target, several in found for each in several if each.standing in _TOLD]
    ctx.exit(
        finish(
            placed,
            (*unfit, *failures_of(broken), *fetched.failures),
            dry_run=dry_run,
            as_json=as_json,
            since=since,
            stuck=stuck,
            kept=sum(each.standing in _AS_IT_IS for _, several in found for each in several),
        )
    )


_AS_IT_IS = frozenset({SourceComparison.CURRENT, SourceComparison.SOURCELESS})
_TOLD = frozenset(SourceComparison) - _AS_IT_IS - OTHER


def _unhold(found: Standings, placed: Sequence[RootOutcome], limits: Limits) -> None:
    """Let skills be updated again for which nothing else is offered now; what was offered and not taken stays held."""
    left = {(batch.target.key, each.step.name) for batch in placed for each in batch.outcomes if not each.accepted}
    for target, several in found:
        names = {each.receipt.name for each in several} - {name for key, name in left if key == target.key}
        unhold_skills(names, target.root, limits)


def _key(each: Outlook) -> Key:
    available = each.available
    if available is None:
        return ()
    return available.name, available.provenance, available.digest, available.archive_sha256


def _fetched(found: Standings, fetched: Fetched, limits: Limits, sources: Sources) -> Mapping[Key, Download]:
    """Return the other versions that are offered, each fetched once."""
    releases: dict[Key, AvailableSkill] = {}
    for _, several in found:
        for each in several:
            if each.standing in OTHER and each.available is not None:
                releases.setdefault(_key(each), each.available)
    download_available(tuple(releases.values()), fetched, limits, stop=sources.stop)
    by_release = {id(each.available): each for each in fetched.downloads}
    return {key: by_release[id(available)] for key, available in releases.items() if id(available) in by_release}


def _report(found: Standings, *, nothing: bool) -> None:
    """Say what cannot be updated, why, and what to do about it; a source that does not answer is told of once.

    Args:
        found: What the sources say.
        nothing: Where they were asked of no skill, none is installed.
    """
    paint = paint_for(stderr=True)
    if nothing and not any(several for _, several in found):
        where = " and ".join(paint.show(target.root.folder) for target, _ in found)
        notify(f"skillpack has installed no skills {f'in {where}' if where else 'here or globally'}")
    told = [each for _, several in found for each in several if each.standing in _TOLD]
    silent = Counter(each.reason for each in told if each.standing is SourceComparison.UNREACHABLE)
    for each in told:
        count = silent.get(each.reason, 0) if each.standing is SourceComparison.UNREACHABLE else 1
        if not count:
            continue
        who = f"{count:,} skills" if count > 1 else f"{each.receipt.name} {each.receipt.label}"
        silent[each.reason] = 0
        words = update_words(str(each.standing), reason=each.reason, successor=each.successor, yanked=each.yanked)
        notify(f"{paint.show(who)}: {paint.show(words)}")
        if helps := update_help(str(each.standing), name=each.receipt.name, successor=each.successor):
            notify(f"  {paint.show(helps)}")

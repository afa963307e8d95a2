"""skillpack update: newer versions of installed skills, changes shown first."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence

import click

from skillpack import machine
from skillpack.cli.accepting import Accepting
from skillpack.cli.advanced import SectionedCommand, advanced_option
from skillpack.cli.commands.outdated import receipts, record
from skillpack.cli.console import say
from skillpack.cli.damage import damaged_in, failures_of
from skillpack.cli.depending import with_companions
from skillpack.cli.fetching import Fetched, fetch_offers
from skillpack.cli.installing import finish
from skillpack.cli.naming import meant_targets
from skillpack.cli.network_options import network_options
from skillpack.cli.painting import paint_for
from skillpack.cli.placing import place
from skillpack.cli.policy import Policy
from skillpack.cli.recovery import recover_targets
from skillpack.cli.sources import open_sources
from skillpack.cli.target_options import TargetFlags, target_options
from skillpack.fetch.offer import Offer
from skillpack.fetch.offers import Sources
from skillpack.install.run import Arrival
from skillpack.install.targets import Target
from skillpack.install.updating import OTHER, Outlook, Standing, outlooks
from skillpack.model.limits import Limits
from skillpack.parse.installing import days
from skillpack.report.outlooks import standing_help, standing_words

Found = Sequence[tuple[Target, Sequence[Outlook]]]


@click.command("update", cls=SectionedCommand, short_help="Install newer versions, changes shown first")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@target_options
@advanced_option("--min-age", "min_age", default="", metavar="DAYS", help="Hold back versions younger than this.")
@click.option("--force", is_flag=True, help="Replace local edits; they are kept as the previous version.")
@advanced_option(
    "--allow-downgrade",
    multiple=True,
    metavar="NAME",
    help="Let the version of this skill step back; may be repeated.",
)
@advanced_option("--no-deps", is_flag=True, help="Leave out what the newer versions depend on.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask, unless a skill may do more than before.")
@click.option("--accept-powers", is_flag=True, help="Take also what may do more than before, without asking.")
@advanced_option("--verbose", "-v", is_flag=True, help="Show every line that changed.")
@click.option("--dry-run", is_flag=True, help="Fetch, verify and show; place nothing.")
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
    no_deps: bool,
    yes: bool,
    accept_powers: bool,
    verbose: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Install what the sources of installed skills offer now; what is the same is not downloaded.

    Without flags, of all roots that hold something of ours: this workspace's, and the user's own. What a skill may do
    more than before comes first, and is asked for: `--yes` alone does not accept it.

    \b
    Examples:
      skillpack update
      skillpack update release-notes --global
      skillpack update --yes --accept-powers
    """
    since, limits = time.monotonic(), Limits()
    targets, unfit = recover_targets(meant_targets(flags, (*names, *allow_downgrade)), limits, dry_run=dry_run)
    broken = damaged_in(targets, names)
    sources, settings = open_sources((), limits)
    least, today = days(min_age) if min_age else settings.min_age, machine.today(machine.environment())
    with sources:
        found = [
            (target, tuple(outlooks(receipts(target, names, limits), sources, min_age=least, today=today)))
            for target in targets
        ]
        policy = Policy(least, locked=_urgent(found), allow_downgrade=frozenset(allow_downgrade))
        fetched = Fetched()
        came = _fetched(found, fetched, limits, sources)
        lots = [(target, [came[key] for each in several if (key := _key(each)) in came]) for target, several in found]
        whole = lots if no_deps else with_companions(lots, fetched, sources, limits, force=force, policy=policy)
    _tell(found, nothing=not broken)
    accepting = Accepting(
        yes=yes, accept_powers=accept_powers, dry_run=dry_run, policy=policy, updating=True, verbose=verbose
    )
    placed = place(whole, accepting, limits, force=force)
    stuck = [record(target, each) for target, several in found for each in several if each.standing in _TOLD]
    ctx.exit(
        finish(
            placed,
            (*unfit, *failures_of(broken), *fetched.failures),
            dry_run=dry_run,
            as_json=as_json,
            since=since,
            stuck=stuck,
            kept=_current(found),
        )
    )


_AS_IT_IS = frozenset({Standing.CURRENT, Standing.SOURCELESS})
_TOLD = frozenset(Standing) - _AS_IT_IS - OTHER


def _urgent(found: Found) -> frozenset[str]:
    """Return the digests of what replaces versions that were taken back: it need not grow old first."""
    others = (each.offer for _, several in found for each in several if each.yanked)
    return frozenset(offer.digest for offer in others if offer is not None)


def _key(each: Outlook) -> tuple[object, ...]:
    """Return what tells offers apart, so that one for two roots is fetched once."""
    offer = each.offer
    return () if offer is None else (offer.name, offer.provenance, offer.digest, offer.archive_sha256)


def _fetched(found: Found, fetched: Fetched, limits: Limits, sources: Sources) -> Mapping[tuple[object, ...], Arrival]:
    """Return the other versions that are offered, each fetched once."""
    offers: dict[tuple[object, ...], Offer] = {}
    for _, several in found:
        for each in several:
            if each.standing in OTHER and each.offer is not None:
                offers.setdefault(_key(each), each.offer)
    fetch_offers(tuple(offers.values()), fetched, limits, stop=sources.stop)
    by_offer = {id(each.offer): each for each in fetched.arrivals}
    return {key: by_offer[id(offer)] for key, offer in offers.items() if id(offer) in by_offer}


def _current(found: Found) -> int:
    return sum(each.standing in _AS_IT_IS for _, several in found for each in several)


def _tell(found: Found, *, nothing: bool) -> None:
    """Say what cannot be updated, why, and what to do about it; a source that does not answer is told of once.

    Args:
        found: What the sources say.
        nothing: Where they were asked of no skill, none is installed.
    """
    paint = paint_for(stderr=True)
    if nothing and not any(several for _, several in found):
        where = " and ".join(paint.show(target.root.folder) for target, _ in found)
        say(f"nothing of skillpack's is installed {f'in {where}' if where else 'here, nor for all projects'}")
    told = [each for _, several in found for each in several if each.standing in _TOLD]
    silent = Counter(each.reason for each in told if each.standing is Standing.UNREACHABLE)
    for each in told:
        count = silent.get(each.reason, 0) if each.standing is Standing.UNREACHABLE else 1
        if not count:
            continue
        who = f"{count:,} skills" if count > 1 else f"{each.receipt.name} {each.receipt.label}"
        silent[each.reason] = 0
        words = standing_words(str(each.standing), reason=each.reason, successor=each.successor, yanked=each.yanked)
        say(f"{paint.show(who)}: {paint.show(words)}")
        if helps := standing_help(str(each.standing), name=each.receipt.name, successor=each.successor):
            say(f"  {paint.show(helps)}")

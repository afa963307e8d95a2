"""skillpack install: skills from anywhere into a root, verified, shown, placed by one rename."""

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from skillpack import machine, resources
from skillpack.check.judge import judge
from skillpack.cli.console import print_json, say
from skillpack.cli.install_settings import install_settings
from skillpack.cli.painting import paint_for
from skillpack.cli.target_options import TargetFlags, chosen_targets, target_options
from skillpack.errors import UsageError
from skillpack.fetch.offer import Offer
from skillpack.fetch.offers import Fetching, offers
from skillpack.fetch.spec import parse_spec
from skillpack.install.plan import Action
from skillpack.install.run import Arrival, Outcome, Proposal, arrive, install_arrivals
from skillpack.install.targets import Target
from skillpack.model.limits import Limits
from skillpack.model.requirements import unmet
from skillpack.report.changes import change_lines
from skillpack.report.introduction import Introduction, introduction_lines, trust
from skillpack.versions.changes import powers_of

_PROFILE = "publish"


@click.command("install", short_help="Install skills, verified and by one rename each")
@click.argument("specs", nargs=-1, metavar="SPEC...")
@click.option("--skill", "names", multiple=True, metavar="NAME", help="Of many skills, only this one; repeatable.")
@click.option("--registry", "registries", multiple=True, metavar="URL", help="Ask this catalog for names; repeatable.")
@target_options
@click.option("--force", is_flag=True, help="Replace local edits; they are kept as the previous version.")
@click.option("--yes", "-y", is_flag=True, help="Install without asking.")
@click.option("--dry-run", is_flag=True, help="Fetch, verify and show; place nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    specs: tuple[str, ...],
    names: tuple[str, ...],
    registries: tuple[str, ...],
    *,
    everywhere: bool,
    workspace: str | None,
    agents: tuple[str, ...],
    root: Path | None,
    force: bool,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Install skills. SPEC is a name of a registry, a folder, an archive, a site or a git repository.

    \b
    Examples:
      skillpack install ./skills/release-notes --workspace
      skillpack install release-notes-2.3.0.zip --agent claude-code
      skillpack install release-notes@^2 --registry https://skills.example.com/ --global
    """
    if not specs:
        raise UsageError("install needs to know what", hint="`skillpack install SPEC`")
    limits = Limits()
    targets = chosen_targets(TargetFlags(everywhere, workspace, agents, root))
    fetching = _fetching(registries, limits)
    found = [offer for text in specs for offer in offers(parse_spec(text, is_there=_is_there), fetching)]
    arrivals = [arrive(offer, limits) for offer in _wanted(found, names)]
    accepting = _Accepting(yes=yes, dry_run=dry_run)
    done = [
        (target, install_arrivals(arrivals, target.root, limits, accept=accepting, force=force)) for target in targets
    ]
    outcomes = [(target, outcome) for target, several in done for outcome in several]
    if as_json:
        print_json([_record(target, outcome) for target, outcome in outcomes])
    else:
        for target, outcome in outcomes:
            click.echo(_line(target, outcome, dry_run=dry_run))
    refused = any(outcome.step.action is Action.REFUSE for _, outcome in outcomes)
    ctx.exit(3 if refused else 0)


class _Accepting:
    """Shows what would be done and asks, on a terminal; elsewhere somebody must have said yes before."""

    def __init__(self, *, yes: bool, dry_run: bool) -> None:
        self._yes = yes
        self._dry_run = dry_run

    def __call__(self, proposal: Proposal) -> bool:
        paint = paint_for(stderr=True)
        if proposal.changes is not None:
            lines = change_lines(proposal.changes, paint)
        else:
            lines = introduction_lines(_introduction(proposal.arrival), paint)
        for line in lines:
            say(line)
        if self._dry_run:
            return False
        if self._yes:
            return True
        if not sys.stdin.isatty():
            raise UsageError(f"nobody is here to be asked about `{proposal.step.name}`", hint="`--yes` installs it")
        return click.confirm("Install it?", default=False, err=True)


def _fetching(registries: Sequence[str], limits: Limits) -> Fetching:
    env, here, home = machine.environment(), Path.cwd(), Path.home()
    settings = install_settings(here, home, env)
    named = {each.name: each.url for each in settings.registries}
    asked = tuple(named.get(each, each) for each in registries) or tuple(each.url for each in settings.registries)
    return Fetching(limits, asked, env, here, home, machine.cache_folder(env) / "downloads")


def _is_there(text: str) -> bool:
    return Path(text).exists()


def _wanted(found: Sequence[Offer], names: Sequence[str]) -> Sequence[Offer]:
    """Return the offers that were meant."""
    kept = [offer for offer in found if not names or offer.name in names]
    missing = sorted(set(names) - {offer.name for offer in kept})
    if missing:
        there = ", ".join(sorted(offer.name for offer in found)[:10])
        raise UsageError(f"no skill is called `{missing[0]}` there", hint=f"there are {there}")
    return kept


def _introduction(arrival: Arrival) -> Introduction:
    skill = arrival.skill
    env = machine.environment()
    lack = unmet(skill.requires, machine.probe((skill.requires,), env))
    published = arrival.receipt.date
    age = (date.fromisoformat(machine.today(env)) - date.fromisoformat(published)).days if published else None
    return Introduction(
        name=skill.name,
        label=arrival.receipt.label,
        description=skill.description,
        provenance=arrival.receipt.provenance,
        powers=powers_of(skill, arrival.tree),
        hidden=(),
        needs=(lack,) if lack else (),
        files=len(arrival.tree.files),
        size=sum(map(len, arrival.tree.files.values())),
        findings=judge(arrival.findings, resources.chosen_profiles([_PROFILE]), ()),
        date=published,
        age=age,
    )


def _line(target: Target, outcome: Outcome, *, dry_run: bool) -> str:
    step, receipt = outcome.step, outcome.arrival.receipt
    if step.action is Action.REFUSE:
        return f"{step.name}: refused, {step.reason} ({step.hint})"
    if step.action is Action.KEEP:
        return f"{step.name} {receipt.label}: {step.reason}"
    if not outcome.accepted:
        return f"{step.name} {receipt.label}: {'would be installed' if dry_run else 'not installed'}"
    return f"{step.name} {receipt.label} -> {target.root.skill(step.name)}  (from {trust(receipt.provenance)})"


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

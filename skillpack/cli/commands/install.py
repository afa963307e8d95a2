"""skillpack install: skills from anywhere into a root, verified, shown, placed by one rename."""

from collections.abc import Sequence
from pathlib import Path

import click

from skillpack.cli.accepting import Accepting
from skillpack.cli.installing import finish
from skillpack.cli.sources import open_sources
from skillpack.cli.target_options import TargetFlags, chosen_targets, target_options
from skillpack.errors import UsageError
from skillpack.fetch.offer import Offer
from skillpack.fetch.spec import parse_spec
from skillpack.install.run import arrive, install_arrivals
from skillpack.model.limits import Limits


@click.command("install", short_help="Install skills, verified and by one rename each")
@click.argument("specs", nargs=-1, metavar="SPEC...")
@click.option("--skill", "names", multiple=True, metavar="NAME", help="Of many skills, only this one; repeatable.")
@click.option("--registry", "registries", multiple=True, metavar="URL", help="Ask this catalog for names; repeatable.")
@target_options
@click.option("--force", is_flag=True, help="Replace local edits; they are kept as the previous version.")
@click.option("--yes", "-y", is_flag=True, help="Install without asking.")
@click.option("--accept-powers", is_flag=True, help="Take also what may do more than the version that is there.")
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
    accept_powers: bool,
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
    sources, _ = open_sources(registries, limits)
    with sources:
        found = [offer for text in specs for offer in sources.offers(parse_spec(text, is_there=_is_there))]
        arrivals = [arrive(offer, limits) for offer in _wanted(found, names)]
    accepting = Accepting(yes=yes, accept_powers=accept_powers, dry_run=dry_run)
    done = [(each, install_arrivals(arrivals, each.root, limits, accept=accepting, force=force)) for each in targets]
    ctx.exit(finish(done, dry_run=dry_run, as_json=as_json))


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

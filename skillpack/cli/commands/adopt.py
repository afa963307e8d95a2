"""skillpack adopt: skills that other installers or hands put there, taken over as they are."""

import sys
from collections.abc import Sequence

import click

from skillpack.cli.adopt import AdoptChoice, choices, finish, rows_of
from skillpack.cli.console import notify
from skillpack.cli.install.sources import open_sources
from skillpack.cli.options.advanced import SectionedCommand
from skillpack.cli.options.network import network_options
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.terminal import paint_for
from skillpack.cli.written_path import written_path
from skillpack.errors import UsageError
from skillpack.install.adopt import Adoption, Match, adopt
from skillpack.model.limits import Limits
from skillpack.report.terminal.adoption import adoption_lines

_LEFT = frozenset({Match.OURS, Match.REFUSED, Match.NO_SKILL})


@click.command(
    "adopt",
    cls=SectionedCommand,
    short_help="Take over skills that are already there, verified where their source is known",
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="Every skill that is not ours yet.")
@click.option("--registry", "registries", multiple=True, metavar="URL", help="Ask this catalog, too; repeatable.")
@target_options
@click.option("--force", is_flag=True, help="Also what differs from its source: as edited by you.")
@click.option("--yes", "-y", is_flag=True, help="Adopt without asking.")
@click.option("--dry-run", is_flag=True, help="Say what is known; write nothing.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    registries: tuple[str, ...],
    *,
    everything: bool,
    flags: TargetFlags,
    force: bool,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Take over skills that are there already, so that update, verify, rollback and uninstall work on them.

    Read are the lock files of `npx skills`, what `gh skill` leaves in a skill, and configured registries; what they
    name is asked and compared, byte for byte. No byte of a skill changes: a receipt is put beside it. Without flags,
    every folder of skills that `skillpack doctor` finds is looked through.

    \b
    Examples:
      skillpack adopt --all --dry-run
      skillpack adopt pdf --agent claude-code
      skillpack adopt --all --agent claude-code --global --yes
    """
    if bool(names) == everything:
        raise UsageError("`adopt` needs a name", hint="`skillpack adopt NAME`, or `--all`")
    limits = Limits()
    sources, _ = open_sources(registries, limits)
    with sources:
        found = choices(names, flags, sources, limits, force=force, dry_run=dry_run)
    for choice in found:
        _show(choice, found)
    chosen = [] if dry_run else _accepted(found, yes=yes, force=force)
    saved = [each for choice, kept in chosen for each in adopt((*kept, *_ours(choice)), choice.target.root, limits)]
    for each in saved:
        notify(f"a receipt that could not be read lies now in {each}")
    done = {(choice.target.key, each.name) for choice, kept in chosen for each in kept}
    ctx.exit(finish(found, done, dry_run=dry_run, as_json=as_json))


def _show(choice: AdoptChoice, others: Sequence[AdoptChoice]) -> None:
    paint = paint_for(stderr=True)
    notify(f"{paint.show(choice.title)}: {paint.show(written_path(choice.target.root.folder))}")
    for each in choice.complaints:
        notify(f"  {paint.show(each)}")
    rows = rows_of(choice, others)
    for line in adoption_lines(rows, paint) if rows else ("nothing to adopt",):
        notify(f"  {line}")


def _ours(choice: AdoptChoice) -> list[Adoption]:
    """Return the skills that are ours already: an adoption may have been killed before it came to the lock file."""
    return [each for each in choice.adoptions if each.match is Match.OURS]


def _accepted(found: Sequence[AdoptChoice], *, yes: bool, force: bool) -> list[tuple[AdoptChoice, list[Adoption]]]:
    """Return the skills to adopt, asked for as a whole; one that differs from its source is asked for by itself."""
    able = [(choice, [each for each in choice.adoptions if each.match not in _LEFT]) for choice in found]
    plain = sum(force or each.match is not Match.DIFFERS for _, kept in able for each in kept)
    if not any(kept for _, kept in able):
        return [(choice, []) for choice in found if _ours(choice)]
    if not yes and not sys.stdin.isatty():
        raise UsageError("stdin is not a terminal", hint="`--yes` adopts, `--dry-run` only says what is known")
    words = f"Adopt {plain} {'skill' if plain == 1 else 'skills'}?"
    takes = plain > 0 and (yes or click.confirm(words, err=True))
    return [
        (
            choice,
            [each for each in kept if (takes if force or each.match is not Match.DIFFERS else _is_mine(each, yes=yes))],
        )
        for choice, kept in able
    ]


def _is_mine(each: Adoption, *, yes: bool) -> bool:
    """Ask whether what differs from its source is to count as edited; off a terminal `--force` must have said so."""
    words = f"`{each.name}` is not as its source has it. Adopt it as edited by you?"
    return not yes and sys.stdin.isatty() and click.confirm(words, err=True)

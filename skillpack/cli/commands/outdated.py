"""skillpack outdated: installed skills whose source offers something else now."""

from collections.abc import Mapping, Sequence

import click
from msgspec import Struct

from skillpack import machine
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.install.failures import damaged_in, report_damaged
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.signers import user_signers
from skillpack.cli.options.sources import network_options, open_sources
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.roots import named_targets
from skillpack.install.comparison import outlook_abilities, outlook_signer
from skillpack.install.installed import Damaged
from skillpack.install.root.root import installed
from skillpack.install.root.state import names_on_hold
from skillpack.install.targets import Target
from skillpack.install.update import Outlook, SourceComparison, outlooks
from skillpack.model.ability import Ability
from skillpack.model.limits import Limits
from skillpack.parse.settings.install import days
from skillpack.registry.additions import recorded_addition
from skillpack.report.terminal.changes import added_ability_lines
from skillpack.report.terminal.paint import Style
from skillpack.report.terminal.updates import outlook_lines, update_help, update_words
from skillpack.sources.sources import Sources

Standings = Sequence[tuple[Target, Sequence[Outlook]]]
"""How what is installed stands to its sources, by root."""


@verb("outdated")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@target_options
@advanced_option("--min-age", "min_age", default="", metavar="DAYS", help="Skip versions younger than this.")
@click.option("--exit-code", is_flag=True, help="Exit 1 if anything is out of date.")
@network_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    *,
    flags: TargetFlags,
    min_age: str,
    exit_code: bool,
    as_json: bool,
) -> None:
    """Ask the sources of installed skills what they offer now; nothing is downloaded but their indexes.

    What a newer version can do and the installed one cannot is said with its lines, and whether somebody else signed it
    or nobody, as far as a registry's records tell, or the source is on this machine.

    Without flags, of all roots that hold something of ours: this workspace's, and the user's own.

    \b
    Examples:
      skillpack outdated
      skillpack outdated --global --exit-code
    """
    targets = named_targets(flags, names)
    sources, settings = open_sources((), Limits())
    with sources:
        found = standings(targets, names, sources, days(min_age) if min_age else settings.min_age)
        signers = user_signers()
        news = {
            (target.key, each.receipt.name): _News(
                outlook_abilities(each, target.root, Limits()),
                outlook_signer(each, target.root, signers),
                signers.required(each.receipt.provenance),
            )
            for target, several in found
            for each in several
        }
    broken = damaged_in(targets, names)
    if as_json:
        print_json(
            [
                *(
                    {**record(target, each), **news[target.key, each.receipt.name].record()}
                    for target, several in found
                    for each in several
                ),
                *(_damaged_record(target, each) for target, each in broken),
            ]
        )
    else:
        _report(found, news)
        report_damaged(broken)
    stale = bool(broken) or any(
        each.standing is not SourceComparison.CURRENT for _, several in found for each in several
    )
    ctx.exit(1 if exit_code and stale else 0)


def standings(
    targets: Sequence[Target], names: Sequence[str], sources: Sources, min_age: int, *, unhold: bool = False
) -> Standings:
    """Return how what is installed in each root stands to its source, of these names where any are given.

    Args:
        targets: The roots.
        names: Of skills; empty for all.
        sources: That are asked.
        min_age: Days since a version was published before it is taken.
        unhold: Skills that were rolled back stand like all others.
    """
    today = machine.today(machine.environment())
    found = []
    for target in targets:
        there = (each.receipt for each in installed(target.root, Limits()) if not names or each.name in names)
        receipts = [receipt for receipt in there if receipt is not None]
        held = frozenset() if unhold else names_on_hold(target.root, Limits())
        found.append((target, tuple(outlooks(receipts, sources, min_age=min_age, today=today, on_hold=held))))
    return found


class _News(Struct, frozen=True):
    """What a newer version brings, as far as it is known without a download.

    Attributes:
        abilities: That it has and the installed one lacks; None where nothing tells.
        signer_change: Why `update` will refuse it until that is allowed, a clause; or empty.
        is_required: Whether it will be refused all the same unless a signer whom the user named signed it as it is.
    """

    abilities: tuple[Ability, ...] | None
    signer_change: str
    is_required: bool = False

    def record(self) -> dict[str, object]:
        """Return it as JSON; null where nothing tells of abilities."""
        added = None if self.abilities is None else [recorded_addition(each) for each in self.abilities]
        return {"added_abilities": added, "signer_change": self.signer_change}


def _report(found: Standings, news: Mapping[tuple[str, str], _News]) -> None:
    paint = paint_for()
    if not found:
        notify("skillpack has installed no skills here or globally")
    for target, several in found:
        stale = [each for each in several if each.standing is not SourceComparison.CURRENT]
        print_lines(outlook_lines([_row(each) for each in stale], paint))
        for each in stale:
            brings = news[target.key, each.receipt.name]
            if each.available is None:
                continue
            version = paint.show(f"{each.receipt.name} {each.available.label}")
            if brings.signer_change:
                click.echo(f"{version}: {paint.styled(Style.WARNING, paint.show(brings.signer_change))}")
                name = each.receipt.name
                least = "; even then your settings require a signer that they name" if brings.is_required else ""
                notify(paint.show(f"`skillpack update` refuses it until `--allow-signer-change {name}`{least}"))
            if brings.abilities:
                click.echo(f"{version} can do more:")
                print_lines(f"  {line}" for line in added_ability_lines(brings.abilities, paint))
        free = (each for each in stale if not news[target.key, each.receipt.name].signer_change)
        helps = (update_help(str(each.standing), name=each.receipt.name, successor=each.successor) for each in free)
        for line in dict.fromkeys(each for each in helps if each):
            notify(paint.show(line))
        current = len(several) - len(stale)
        notify(f"{target.root.folder}: {current:,} of {len(several):,} current")


def _row(each: Outlook) -> tuple[str, str, str, str]:
    there = each.available.label if each.available is not None else ""
    words = update_words(str(each.standing), reason=each.reason, successor=each.successor, yanked=each.yanked)
    return each.receipt.name, each.receipt.label, there, words


def _damaged_record(target: Target, each: Damaged) -> dict[str, object]:
    """Return as JSON what cannot be asked for: nobody knows where it came from."""
    return {
        "name": each.name,
        "installed": "",
        "offered": None,
        "standing": str(SourceComparison.DAMAGED),
        "reason": each.reason,
        "successor": "",
        "yanked": "",
        "help": each.hint,
        "path": target.root.skill(each.name),
        "target": target.key,
        **_News(None, "").record(),
    }


def record(target: Target, each: Outlook) -> dict[str, object]:
    """Return as JSON how an installed skill stands to its source."""
    return {
        "name": each.receipt.name,
        "installed": each.receipt.label,
        "offered": each.available.label if each.available is not None else None,
        "standing": str(each.standing),
        "reason": each.reason,
        "successor": each.successor,
        "yanked": each.yanked,
        "help": update_help(str(each.standing), name=each.receipt.name, successor=each.successor),
        "path": target.root.skill(each.receipt.name),
        "target": target.key,
    }

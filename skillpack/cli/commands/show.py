"""skillpack show: everything about one skill, before it is installed and after."""

from collections.abc import Sequence

import click

from skillpack.cli.console import notify, print_json, print_lines
from skillpack.cli.options.advanced import advanced_option, verb
from skillpack.cli.options.network import network_options
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.output.summary import record_of, summary_of, sums_of
from skillpack.cli.skills.lookup import Request, find_shown
from skillpack.cli.terminal import paint_for
from skillpack.errors import UsageError
from skillpack.model.limits import Limits
from skillpack.report.terminal.skill_summary import summary_lines
from skillpack.report.terminal.table import Column, table
from skillpack.sources.available import AvailableSkill

_COLUMNS = (Column("name"), Column("version"), Column("description", shrinks=True))


@verb("show")
@click.argument("spec")
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@click.option("--skill", "only", default="", metavar="NAME", help="Skill to show, if SPEC has several.")
@click.option("--registry", "registries", multiple=True, metavar="URL", help="Ask this catalog for names; repeatable.")
@target_options
@network_options
@advanced_option("--sums", is_flag=True, help="Print SHA256SUMS of the published files, for `sha256sum -c`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    spec: str,
    catalog: str,
    only: str,
    registries: tuple[str, ...],
    *,
    flags: TargetFlags,
    sums: bool,
    as_json: bool,
) -> None:
    """Show a skill: where it is from, what it may do, what it needs, what it costs, what installing it would do.

    SPEC is what `install` takes. A name is looked for in the catalog that is here, then among what is installed, then
    in the registries; with a flag that names a root, only there.

    \b
    Examples:
      skillpack show release-notes
      skillpack show ./skills/release-notes --sums
      skillpack show release-notes@^2 --registry https://skills.example.com/
      skillpack show https://skills.example.com/ --skill release-notes
    """
    limits = Limits()
    shown = find_shown(Request(spec, catalog, flags, registries, only), limits)
    if isinstance(shown, tuple):
        _list(shown, spec, as_json=as_json, sums=sums)
        return
    if sums:
        click.echo(sums_of(shown), nl=False)
        return
    portrait = summary_of(shown, flags, limits)
    if as_json:
        print_json(record_of(shown, portrait))
        return
    print_lines(summary_lines(portrait, paint_for()))


def _list(releases: Sequence[AvailableSkill], spec: str, *, as_json: bool, sums: bool) -> None:
    """Print what there is where several skills are meant."""
    if sums:
        raise UsageError(f"there are {len(releases):,} skills in `{spec}`", hint="choose one with `--skill NAME`")
    if as_json:
        print_json([{"name": each.name, "label": each.label, "description": each.description} for each in releases])
        return
    rows = ((each.name, each.label, each.description) for each in releases)
    print_lines(table(_COLUMNS, rows, paint_for()))
    notify(f"{len(releases):,} skills; `--skill NAME` shows one in full")

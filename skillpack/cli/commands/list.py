"""skillpack list: the skills of a catalog, one a line."""

from pathlib import Path

import click

from skillpack import machine
from skillpack.cli.console import print_json, say
from skillpack.cli.installed_list import list_installed
from skillpack.cli.network_options import network_options
from skillpack.cli.painting import paint_for
from skillpack.cli.published import is_site, listed_of
from skillpack.cli.target_options import TargetFlags, target_options
from skillpack.model.requirements import unmet
from skillpack.pipeline.inputs import has_catalog
from skillpack.pipeline.inspection import Inspected
from skillpack.pipeline.lookup import Found, find_catalog, is_withheld
from skillpack.registry.catalog_json import Listed
from skillpack.report.table import Cell, Column, table

_COLUMNS = (Column("name"), Column("version"), Column("tokens", right=True), Column("description", shrinks=True))


@click.command("list", short_help="List the skills of a catalog, or installed ones")
@click.option("--catalog", default="", metavar="DIR|URL", help="A catalog or a published site; this one by default.")
@target_options
@network_options
@click.option("--all", "everything", is_flag=True, help="Also skills whose needs this machine does not meet.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    catalog: str,
    *,
    everything: bool,
    as_json: bool,
    flags: TargetFlags,
) -> None:
    """List the skills of a catalog that this machine can use; with --all every skill, and what the machine lacks.

    Where there is no catalog, or with a flag that names a root, list installed skills root by root: the workspace's
    over the user's own, which one hides another, and what was changed.

    \b
    Examples:
      skillpack list
      skillpack list --all --catalog ~/skills
      skillpack list --catalog https://skills.example.com/
      skillpack list --agent claude-code --global
    """
    if flags.any or not (catalog or has_catalog(Path())):
        list_installed(flags, everything=everything, as_json=as_json)
        return
    if is_site(catalog):
        _list_site(catalog, as_json=as_json)
        return
    found = find_catalog(Path(catalog) if catalog else None)
    say(f"{'catalog:' if found.skills else 'no skills in'} {found.located.root.resolve()}")
    present = machine.probe((each.skill.requires for each in found.skills), machine.environment())
    rows = [(each, unmet(each.skill.requires, present) or "") for each in found.skills]
    shown = [(each, lack) for each, lack in rows if everything or not lack]
    if as_json:
        print_json([_record(found, each, lack) for each, lack in shown])
        return
    if not rows:
        return
    paint = paint_for()
    cells = ((Cell(paint.show(text)) for text in _row(found, each, lack)) for each, lack in shown)
    for line in table(_COLUMNS, (tuple(row) for row in cells), paint):
        click.echo(line)
    left_out = len(rows) - len(shown)
    if left_out:
        say(f"{left_out:,} more {'needs' if left_out == 1 else 'need'} what this machine lacks; --all shows them")


def _list_site(catalog: str, *, as_json: bool) -> None:
    """Print what a published site offers."""
    skills = listed_of(catalog)
    if as_json:
        print_json([_listed(each, page) for each, page in skills])
        return
    paint = paint_for()
    rows = (
        (each.name, each.label, f"{each.tokens.always + each.tokens.opened:,}", each.description) for each, _ in skills
    )
    for line in table(_COLUMNS, rows, paint):
        click.echo(line)


def _listed(each: Listed, page: str) -> dict[str, object]:
    return {
        "name": each.name,
        "label": each.label,
        "digest": each.digest,
        "description": each.description,
        "tags": list(each.tags),
        "status": each.status,
        "page": page,
    }


def _row(found: Found, each: Inspected, lack: str) -> tuple[str, str, str, str]:
    tokens = each.entry.tokens.always + each.entry.tokens.opened if each.entry else 0
    why = [*(["has errors, see `skillpack check`"] if is_withheld(found, each) else []), *([lack] if lack else [])]
    note = f"({'; '.join(why)}) " if why else ""
    return each.skill.name, each.skill.identity.label, f"{tokens:,}", note + each.skill.description


def _record(found: Found, each: Inspected, lack: str) -> dict[str, object]:
    skill = each.skill
    return {
        "name": skill.name,
        "label": skill.identity.label,
        "digest": skill.identity.digest,
        "description": skill.description,
        "path": skill.origin.locate(skill.document.path),
        "available": not lack,
        "lacks": lack,
        "withheld": is_withheld(found, each),
    }

"""Installed skills as `skillpack list` prints them: the merged view of several roots."""

from collections.abc import Sequence
from pathlib import Path

import click

from skillpack.cli.console import print_json, say
from skillpack.cli.painting import paint_for
from skillpack.cli.target_options import TargetFlags, chosen_targets
from skillpack.install.merged import Seen, merged
from skillpack.install.targets import Target, find_workspace, global_target, workspace_target
from skillpack.model.limits import Limits
from skillpack.report.table import Cell, Column, table

_COLUMNS = (Column("name"), Column("version"), Column("where"), Column("description", shrinks=True))


def list_installed(flags: TargetFlags, *, as_json: bool) -> None:
    """Print the skills of the roots that flags name; without flags, of this workspace over the user's own."""
    targets = chosen_targets(flags) if flags.any else default_roots()
    found = merged(targets, Limits())
    if as_json:
        print_json([_record(each) for each in found])
        return
    paint = paint_for()
    rows = ([Cell(paint.show(text)) for text in _row(each)] for each in found)
    for line in table(_COLUMNS, rows, paint) if found else ():
        click.echo(line)
    for target in targets:
        count = sum(each.target is target for each in found)
        say(f"{target.title}: {count:,} {'skill' if count == 1 else 'skills'} in {target.root.folder}")


def default_roots() -> tuple[Target, ...]:
    """Return this workspace's root, if any, and the user's own."""
    workspace = find_workspace(Path.cwd(), Path.home())
    own = global_target(Path.home())
    return (workspace_target(workspace), own) if workspace is not None else (own,)


def _row(each: Seen) -> Sequence[str]:
    receipt = each.installed.receipt
    label = receipt.label if receipt else each.skill.identity.label if each.skill else ""
    notes = []
    if each.shadowed_by is not None:
        notes.append(f"hidden by the one in {each.shadowed_by.folder}")
    if receipt is None:
        notes.append(each.installed.fault or "not installed by skillpack")
    note = f"({'; '.join(notes)}) " if notes else ""
    return each.installed.name, label, each.target.title, note + (each.skill.description if each.skill else "")


def _record(each: Seen) -> dict[str, object]:
    receipt = each.installed.receipt
    return {
        "name": each.installed.name,
        "label": receipt.label if receipt else each.skill.identity.label if each.skill else "",
        "digest": receipt.digest if receipt else each.skill.identity.digest if each.skill else "",
        "description": each.skill.description if each.skill else "",
        "managed": receipt is not None,
        "fault": each.installed.fault,
        "source": receipt.provenance.location if receipt else "",
        "path": each.target.root.skill(each.installed.name),
        "target": each.target.key,
        "shadowed_by": each.shadowed_by.folder if each.shadowed_by else "",
    }

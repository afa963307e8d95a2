"""Installed skills as `list` prints them, root by root."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from skillpack import machine
from skillpack.builder.inspection.lookup import ONLY_AGENTS
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.install.failures import damaged_in, report_damaged
from skillpack.cli.options.signers import user_signers
from skillpack.cli.options.targets import TargetFlags, listed_roots
from skillpack.cli.requirements import lacks_here
from skillpack.install.scan import MergedSkill, merged
from skillpack.install.signers import UserSigners, placed_signature
from skillpack.install.targets import Target
from skillpack.model.evidence import SignatureFacts
from skillpack.model.limits import Limits
from skillpack.model.skill import estimated_tokens
from skillpack.registry.skill_json import signature_row
from skillpack.report.terminal.introduction import location_words
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.signature import signature_mark
from skillpack.report.terminal.table import Cell, Column, table

SIGNED = Column("signed by", shrinks=True)
"""Who signed a skill, where any skill of a list is signed."""

_ROOMY = 110  # columns of a terminal from which there is room for where an installed skill came from
_NARROW = (Column("name"), Column("version"), Column("tokens", right=True), Column("what", shrinks=True))
_WIDE = (*_NARROW[:3], Column("from", shrinks=True), _NARROW[3])


class _InstalledRow(Struct, frozen=True):
    """An installed skill as it is listed.

    Attributes:
        lacks: What this machine lacks for it.
        signature: With which it was placed; None where it had none.
    """

    skill: MergedSkill
    lacks: tuple[str, ...]
    signature: SignatureFacts | None


def list_installed(flags: TargetFlags, *, everything: bool, as_json: bool) -> None:
    """Print the skills of the roots that flags name; without flags, of all roots that are looked into here.

    Args:
        flags: Of the command; `--agent` without `--global` means both folders of an agent.
        everything: Also what this machine lacks something for.
        as_json: For programs, with all that is known.
    """
    targets = listed_roots(flags)
    env = machine.environment()
    signers = user_signers()
    every = [
        _InstalledRow(each, lacks_here(each.skill, env) if each.skill else (), _placed(each, signers))
        for each in merged(targets, Limits())
    ]
    shown = [each for each in every if everything or not each.lacks]
    if as_json:
        print_json([_installed_record(each) for each in shown])
        return
    paint = paint_for()
    print_lines(_installed_tables(targets, shown, paint))
    for target in targets:
        count = sum(each.skill.target is target for each in every)
        notify(f"{target.title}: {count:,} {'skill' if count == 1 else 'skills'} in {paint.show(target.root.folder)}")
    report_damaged(damaged_in(targets))
    left_out = len(every) - len(shown)
    if left_out:
        notify(f"{left_out:,} more {'needs' if left_out == 1 else 'need'} what this machine lacks; --all shows them")


def _placed(each: MergedSkill, signers: UserSigners) -> SignatureFacts | None:
    receipt = each.installed.receipt
    return placed_signature(each.target.root, receipt, signers) if receipt is not None else None


def _installed_tables(targets: Sequence[Target], rows: Sequence[_InstalledRow], paint: Paint) -> Iterator[str]:
    """Yield a table for each root that has skills; with a line above that names it where there are several."""
    used = [target for target in targets if any(each.skill.target is target for each in rows)]
    for number, target in enumerate(used):
        if len(used) > 1:
            if number:
                yield ""
            yield _root_heading(target, paint)
        wide, own = paint.columns >= _ROOMY, [each for each in rows if each.skill.target is target]
        columns, lines = _WIDE if wide else _NARROW, [_installed_line(each, paint, wide=wide) for each in own]
        if any(each.signature is not None for each in own):
            columns = (*columns[:-1], SIGNED, columns[-1])
            signed = (Cell(paint.show(signature_mark(each.signature)), Style.FAINT) for each in own)
            lines = [(*line[:-1], by, line[-1]) for line, by in zip(lines, signed, strict=True)]
        yield from table(columns, lines, paint)


def _root_heading(target: Target, paint: Paint) -> str:
    title, folder = paint.show(target.title), paint.show(target.root.folder)
    said = folder.startswith(title.partition(", ")[2] or title)  # of a workspace the title names the folder
    return paint.styled(Style.STRONG, title) + ("" if said else f" {paint.styled(Style.FAINT, folder)}")


def _installed_line(row: _InstalledRow, paint: Paint, *, wide: bool) -> Sequence[Cell]:
    each = row.skill
    notes = [*_installed_notes(each), *(f"lacks {lack}" for lack in row.lacks)]
    said = each.skill.description if each.skill else ""
    text = f"({'; '.join(notes)}) {said}" if notes else said
    hidden = Style.FAINT if each.shadowed_by is not None else None
    source = each.installed.receipt.provenance if each.installed.receipt else None
    come = (Cell(paint.show(location_words(source)) if source else "", Style.FAINT),) if wide else ()
    return (
        Cell(paint.show(each.installed.name), hidden or Style.STRONG),
        Cell(paint.show(each.label), hidden),
        Cell(f"{sum(_tokens(each).values()):,}" if each.skill else "", hidden),
        *come,
        Cell(paint.show(text), Style.WARNING if each.edits or each.fault or each.installed.fault else hidden),
    )


def _installed_notes(each: MergedSkill) -> Iterator[str]:
    """Yield the notes on a skill that come before its own description."""
    if each.shadowed_by is not None:
        yield "hidden by the workspace's copy"
    if each.shadows:
        yield "hides the global copy"
    if each.installed.receipt is None:
        yield each.installed.fault or "not ours"
    elif each.edits:
        yield f"you changed {len(each.edits)} {'file' if len(each.edits) == 1 else 'files'}"
    if each.fault:
        yield each.fault
    if each.skill is not None and not each.skill.invocation.by_user:
        yield ONLY_AGENTS


def _tokens(each: MergedSkill) -> Mapping[str, int]:
    if each.skill is None:
        return {"always": 0, "opened": 0}
    always = estimated_tokens(each.skill.name + each.skill.description)
    return {"always": always, "opened": estimated_tokens(each.skill.document.body.text)}


def _installed_record(row: _InstalledRow) -> Mapping[str, object]:
    each, lacks = row.skill, row.lacks
    receipt, skill = each.installed.receipt, each.skill
    return {
        "name": each.installed.name,
        "label": each.label,
        "digest": receipt.digest if receipt else skill.identity.digest if skill else "",
        "description": skill.description if skill else "",
        "managed": receipt is not None,
        "state": "foreign" if receipt is None else "edited" if each.edits else "ours",
        "edited": [{"kind": one.kind, "path": one.path} for one in each.edits],
        "fault": each.installed.fault or each.fault,
        "source": receipt.provenance.location if receipt else "",
        "kind": str(receipt.provenance.kind) if receipt else "",
        "date": receipt.date if receipt else "",
        "tokens": _tokens(each),
        "available": not lacks,
        "lacks": list(lacks),
        "model_invocable": skill.invocation.by_model if skill else True,
        "user_invocable": skill.invocation.by_user if skill else True,
        "signature": signature_row(row.signature),
        "path": each.target.root.skill(each.installed.name),
        "root": each.target.root.folder,
        "target": each.target.key,
        "shadowed_by": each.shadowed_by.folder if each.shadowed_by else "",
        "shadows": [root.folder for root in each.shadows],
    }

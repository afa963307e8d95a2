"""skillpack verify: every byte of installed skills against what was placed."""

from collections.abc import Iterator, Sequence

import click

from skillpack import machine
from skillpack.cli.console import notify, paint_for, print_json, print_lines
from skillpack.cli.install.failures import damaged_in, report_damaged
from skillpack.cli.options.advanced import verb
from skillpack.cli.options.signers import user_signers
from skillpack.cli.options.targets import TargetFlags, target_options
from skillpack.cli.roots import named_targets
from skillpack.install.installed import Verified, verify
from skillpack.install.root.receipt import signer_row
from skillpack.install.root.root import read_lock
from skillpack.install.signers import UserSigners, placed_signature
from skillpack.install.targets import Target
from skillpack.model.evidence import SignatureFacts
from skillpack.model.limits import Limits
from skillpack.registry.skill_json import signature_row
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.signature import brief_signature_words

_MARKS = {"changed": "~", "added": "+", "removed": "-", "special": "!", "unreadable": "?"}


@verb("verify")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@target_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    *,
    flags: TargetFlags,
    as_json: bool,
) -> None:
    """Compare installed skills with what was placed, byte by byte, and with the lock file.

    Of a signed skill, who signed it is said, and what differs from what was signed.

    Without flags, in all roots that hold something of ours. Exit status 1 where anything was changed, added or removed;
    files in `__pycache__` are named as not ours, and change no status. `skillpack show NAME --sums` prints what
    `sha256sum -c` reads.

    \b
    Examples:
      skillpack verify
      skillpack verify release-notes --agent claude-code --global
    """
    targets, signers = named_targets(flags, names), user_signers()
    found = [(each, verify(each.root, read_lock(each.root), Limits(), names=names)) for each in targets]
    if as_json:
        print_json([_record(target, each, signers) for target, several in found for each in several])
    else:
        paint = paint_for()
        for target, several in found:
            print_lines(_lines(target, several, signers, paint))
            bad = sum(not each.sound for each in several)
            state = f"{bad:,} changed" if bad else "all unchanged"
            notify(f"{target.root.folder}: {quantity(len(several), 'skill')}, {state}")
            _report_foreign(sum(len(each.not_ours) for each in several))
        report_damaged(damaged_in(targets, names))
        if not found:
            notify("skillpack has installed no skills here or globally")
    ctx.exit(0 if all(each.sound for _, several in found for each in several) else 1)


def _lines(target: Target, found: Sequence[Verified], signers: UserSigners, paint: Paint) -> Iterator[str]:
    today = machine.today(machine.environment())
    for each in found:
        label = paint.show(each.receipt.label) if each.receipt else ""
        mark = paint.styled(
            Style.GOOD if each.sound else Style.ERROR, paint.glyphs.yes if each.sound else paint.glyphs.no
        )
        yield f"{mark} {paint.show(each.name)} {label}".rstrip()
        if each.fault:
            yield f"    {paint.show(each.fault)}"
        signature = _signature(target, each, signers)
        label = paint.styled(Style.FAINT, "signed")
        for words in brief_signature_words(signature, today) if signature is not None else ():
            yield f"    {label} {paint.show(words)}"
            label = "      "  # what follows is of the same signature
        for one in each.differences:
            yield f"    {_MARKS[one.kind]} {one.kind:<8} {paint.show(one.path)}"
        for one in each.not_ours:
            yield f"    {paint.styled(Style.WARNING, '+')} added    {paint.show(one.path)}"


def _report_foreign(count: int) -> None:
    if count:
        files, them = ("file", "it") if count == 1 else ("files", "them")
        notify(
            f"{count:,} {files} in `__pycache__` not from the skill: "
            f"Python writes {them} when a script runs, and uses {them} next time"
        )


def _signature(target: Target, each: Verified, signers: UserSigners) -> SignatureFacts | None:
    return placed_signature(target.root, each.receipt, signers) if each.receipt is not None else None


def _record(target: Target, each: Verified, signers: UserSigners) -> dict[str, object]:
    return {
        "name": each.name,
        "label": each.receipt.label if each.receipt else None,
        "digest": each.receipt.digest if each.receipt else None,
        "sound": each.sound,
        "fault": each.fault,
        "differences": [{"kind": one.kind, "path": one.path} for one in each.differences],
        "not_ours": [one.path for one in each.not_ours],
        "signer": signer_row(each.receipt) if each.receipt else {},
        "signature": signature_row(_signature(target, each, signers)),
        "path": target.root.skill(each.name),
        "target": target.key,
    }

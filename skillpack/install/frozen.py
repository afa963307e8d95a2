"""A root made to hold exactly what its lock file says, byte for byte, or left as it is."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import IntegrityError
from skillpack.files.disk import reported
from skillpack.install.download import Download
from skillpack.install.installed import edits_of, healing, present
from skillpack.install.plan import NOT_OURS, Action, PlanStep, refusal
from skillpack.install.root.contents import differences
from skillpack.install.root.lockfile import NAME, Locked, is_locked
from skillpack.install.root.receipt import write_receipt
from skillpack.install.root.root import Root, installed, read_lock
from skillpack.install.root.transaction import working
from skillpack.install.signers import ANYBODY, SignerPolicy, with_pin
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Installed, Receipt
from skillpack.model.limits import Limits


class Repeated(Struct, frozen=True):
    """What is done with one skill so that the root is as its lock file.

    Attributes:
        was: What was there before; None for nothing of ours.
        now: What is there then; None for what is taken out or left alone.
    """

    step: PlanStep
    was: Receipt | None
    now: Receipt | None


Fetch = Callable[[Locked], Download]
"""Returns what is locked, every byte as the lock file says; raises as `download.fetch_locked` does."""


def locked_or_fail(root: Root) -> tuple[Locked, ...]:
    """Return the skills that the lock file of a root names.

    Raises:
        IntegrityError: There is none, or it is refused.
        FetchError: It cannot be read.
    """
    if not os.path.lexists(root.lock_file):
        raise IntegrityError(f"no lock file `{root.lock_file}`", hint=f"`skillpack install SPEC` writes `{NAME}`")
    return read_lock(root)


def wanting(root: Root, wanted: Sequence[Locked], limits: Limits) -> tuple[Locked, ...]:
    """Return the locked skills that are not installed exactly so."""
    current = {each.name: each for each in installed(root, limits)}
    return tuple(each for each in wanted if not _is_exact(root, current.get(each.name), each))


def repeat(
    root: Root,
    wanted: Sequence[Locked],
    fetch: Fetch,
    limits: Limits,
    signers: SignerPolicy = ANYBODY,
    *,
    force: bool = False,
    dry_run: bool = False,
) -> tuple[Repeated, ...]:
    """Make a root hold what is locked and nothing else of ours; what is not ours is left, and named.

    All that is missing is fetched before anything is changed. What is not locked becomes the previous version. What
    another than the locked signer signed is not placed.

    Raises:
        IntegrityError: What is locked cannot be had, or may not be placed; the root is as it was.
        FetchError: Likewise.
        LockedError: Another installer holds the root.
        OutputError: The disk refuses.
    """
    downloads = {each.name: _signed(root, each, fetch(each), signers, limits) for each in wanting(root, wanted, limits)}
    names = {each.name for each in wanted}
    is_more = any(each.receipt is not None and each.name not in names for each in installed(root, limits))
    if dry_run or not (downloads or is_more):
        return _planned(root, wanted, downloads, limits, force=force)
    with working(root, limits, locks=False) as transaction:
        if read_lock(root) != tuple(wanted):
            raise IntegrityError(f"`{root.lock_file}` changed during the command", hint="run it again")
        for lock in wanting(root, wanted, limits):  # somebody may have changed one while others were fetched
            if lock.name not in downloads:
                raise IntegrityError(f"`{lock.name}` changed during the command", hint="run it again")
        steps = _planned(root, wanted, downloads, limits, force=force)
        transaction.install_all(
            (downloads[each.step.name].tree, downloads[each.step.name].receipt)
            for each in steps
            if each.step.action in {Action.ADD, Action.REPLACE}
        )
        for each in steps:
            if each.step.action is Action.REMOVE:
                transaction.remove(each.step.name)
    return steps


def _signed(root: Root, lock: Locked, download: Download, signers: SignerPolicy, limits: Limits) -> Download:
    """Return a download, whose receipt names who signed it; IntegrityError where that may not be."""
    skill = present(root, lock.name, limits)
    found = signers.signers.verify(download.tree, lock.provenance)
    if refused := signers.locked_refusal(root, skill.receipt if skill else None, found, lock):
        why, hint = refused
        raise IntegrityError(f"`{lock.name}` cannot be installed from the lock file: {why}", hint=hint)
    return download if lock.signer is not None else replace(download, receipt=with_pin(download.receipt, found))


def _planned(
    root: Root, wanted: Sequence[Locked], downloads: dict[str, Download], limits: Limits, *, force: bool
) -> tuple[Repeated, ...]:
    """Return every step by name; one that must not be done fails them all."""
    named = {each.name: each for each in wanted}
    current = {each.name: each for each in installed(root, limits)}
    steps = [_placing(root, each, downloads.get(each.name), limits, force=force) for each in wanted]
    steps += [_removals(root, each, force=force) for each in current.values() if each.name not in named]
    for each in steps:
        if each.step.action is Action.REFUSE:
            raise IntegrityError(
                f"`{each.step.name}` cannot be installed from the lock file: {each.step.reason}; nothing was changed",
                hint=each.step.hint,
            )
    return tuple(sorted(steps, key=lambda each: each.step.name))


def _placing(root: Root, lock: Locked, download: Download | None, limits: Limits, *, force: bool) -> Repeated:
    name, skill = lock.name, present(root, lock.name, limits)
    was = skill.receipt if skill else None
    if skill is None:
        return Repeated(PlanStep(Action.ADD, name), None, download.receipt if download else None)
    edited = edits_of(root, skill)
    foreign = f"move it away, or `skillpack adopt {name}`"
    forced = "`--force` replaces it and keeps yours as the previous version"
    heals = healing(root, skill)
    if refused := refusal(skill, edited, force=force, heals=heals, foreign=foreign, forced=forced):
        return Repeated(refused, was, None)
    if download is None:
        return Repeated(PlanStep(Action.KEEP, name, "up to date"), was, was)
    return Repeated(PlanStep(Action.REPLACE, name, edited=edited), was, download.receipt)


def _removals(root: Root, skill: Installed, *, force: bool) -> Repeated:
    """Return the step for a skill that is not locked."""
    if skill.receipt is None:
        return Repeated(PlanStep(Action.KEEP, skill.name, f"{skill.fault or NOT_OURS}: skipped"), None, None)
    edited = edits_of(root, skill)
    forced = "not in the lock file; `--force` removes it and keeps yours as the previous version"
    if refused := refusal(skill, edited, force=force, heals="", foreign="", forced=forced):
        return Repeated(refused, skill.receipt, None)
    return Repeated(PlanStep(Action.REMOVE, skill.name, "not in the lock file", edited=edited), skill.receipt, None)


def _is_exact(root: Root, skill: Installed | None, lock: Locked) -> bool:
    """Return whether a skill is installed as it is locked, its receipt included, and nothing else lies in it."""
    if skill is None or skill.receipt is None or not is_locked(skill.receipt, lock):
        return False
    with reported(root.skill(lock.name)):
        content = Path(root.skill(lock.name), RECEIPT).read_bytes()
        return content == write_receipt(skill.receipt) and not differences(root.skill(lock.name), skill.receipt)

"""Installed skills taken out, or put back as they were before."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from skillpack.errors import IntegrityError
from skillpack.files.disk import mode_of, reported
from skillpack.install.plan import Action, PlanStep, plan_removing
from skillpack.install.root.backup import discard, is_as_placed, save
from skillpack.install.root.damage import healing
from skillpack.install.root.lock import read_lock
from skillpack.install.root.root import Root, receipt_in
from skillpack.install.root.staging import TREE, is_restored, new_folder, node_of
from skillpack.install.root.state import reading
from skillpack.install.root.transaction import recover, working
from skillpack.install.run import edits_of, present
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits


@dataclass(frozen=True, slots=True)
class Removal:
    """What was done with one skill.

    Attributes:
        was: What was there before; None for nothing that we know.
        now: What is there now, likewise.
        purged: The versions that were kept of it are gone too.
    """

    step: PlanStep
    was: Receipt | None
    now: Receipt | None = None
    purged: bool = False


def uninstall(
    names: Sequence[str],
    root: Root,
    limits: Limits,
    *,
    force: bool = False,
    purge: bool = False,
    dry_run: bool = False,
    saved: list[str] | None = None,
) -> tuple[Removal, ...]:
    """Take skills out of a root by name, each by one rename; each becomes the previous version.

    Args:
        names: Of the skills.
        root: In which they are.
        limits: What we are willing to read.
        force: Also with local edits.
        purge: Keep no previous version of them either; what somebody worked in is saved all the same.
        dry_run: Change nothing.
        saved: Grows by the folders that held somebody's work and were put where nothing deletes them.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses.
        IntegrityError: The lock file is refused, before anything is done.
    """
    ordered = sorted(set(names))
    with reading(root) as seen:
        planned = tuple(_removing(name, seen, limits, force=force, purge=purge) for name in ordered)
    if dry_run or not (os.path.isdir(root.folder) or os.path.lexists(root.lock_file)):
        return planned
    with working(root, limits) as transaction:
        read_lock(root)
        done = tuple(_removing(name, transaction.root, limits, force=force, purge=purge) for name in ordered)
        for each in done:
            if each.step.action is Action.REMOVE:
                transaction.remove(each.step.name)
        transaction.relock(ordered)
        transaction.conclude()
        for each in done:
            if each.purged and (kept := _purge(transaction.root, each.step.name, limits)):
                transaction.saved.append(kept)
    if saved is not None:
        saved += transaction.saved
    if purge:
        _clear_state(root)
    return done


def roll_back(
    names: Sequence[str],
    root: Root,
    limits: Limits,
    *,
    undo: bool = False,
    dry_run: bool = False,
    saved: list[str] | None = None,
) -> tuple[Removal, ...]:
    """Put previous versions back, each by one rename; what is there now becomes the previous one, edits and all.

    A skill that was rolled back stays so, however often it is asked for: a command that was killed can be run again.

    Args:
        names: Of the skills.
        root: In which they are.
        limits: What we are willing to read.
        undo: Return what a rollback replaced, and do nothing to what was not rolled back.
        dry_run: Change nothing.
        saved: Grows by the folders that held somebody's work and were put where nothing deletes them.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses.
        IntegrityError: The lock file is refused, before anything is done.
    """
    ordered = sorted(set(names))
    recovered = () if dry_run else recover(root, limits)
    with reading(root) as seen:
        planned = tuple(_restoring(name, seen, limits, undo=undo) for name in ordered)
    if not dry_run and any(each.step.action is Action.RESTORE for each in planned):
        with working(root, limits) as transaction:
            read_lock(root)
            planned = tuple(_restoring(name, transaction.root, limits, undo=undo) for name in ordered)
            for each in planned:
                if each.step.action is Action.RESTORE:
                    transaction.restore(each.step.name, returns=undo)
        recovered += tuple(transaction.saved)
    if saved is not None:
        saved += recovered
    return planned


def _removing(name: str, root: Root, limits: Limits, *, force: bool, purge: bool) -> Removal:
    there = present(root, name, limits)
    heals = healing(root, there) if there else ""
    step = plan_removing(there, edits_of(root, there), name=name, force=force, heals=heals)
    kept = bool(mode_of(root.previous(name))) or step.action is Action.REMOVE
    purged = purge and kept and step.action is not Action.REFUSE
    return Removal(step, there.receipt if there else None, purged=purged)


def _restoring(name: str, root: Root, limits: Limits, *, undo: bool) -> Removal:
    there = present(root, name, limits)
    was = there.receipt if there else None
    restored = is_restored(root, name, limits)
    if restored is not undo:
        returns = f"it is rolled back already; `skillpack rollback --undo {name}` returns what was there before"
        return Removal(PlanStep(Action.KEEP, name, returns if restored else "it is not rolled back"), was, was)
    if there is not None and there.receipt is None:
        why = there.fault or "it was not installed by skillpack"
        hint = healing(root, there) if there.fault else "move it away first"
        return Removal(PlanStep(Action.REFUSE, name, why, hint), None)
    if not node_of(root.previous(name)):
        hint = "one is kept when a skill is replaced or taken out, until `uninstall --purge`"
        return Removal(PlanStep(Action.REFUSE, name, "there is no version before this one", hint), was)
    edited = edits_of(root, there)
    return Removal(PlanStep(Action.RESTORE, name, edited=edited), was, _receipt(root.previous(name), limits))


def _purge(root: Root, name: str, limits: Limits) -> str:
    """Drop the previous version of a skill; one that somebody worked in is saved, and returned where it lies then.

    It goes by one rename to where whatever a killed one leaves is cleared away.
    """
    previous = root.previous(name)
    with reported(previous):
        if not mode_of(previous):
            return ""
        if not is_as_placed(previous, limits):
            return save(root, name, previous)
        folder = new_folder(root, [])
        os.rename(previous, f"{folder}/{TREE}")
        discard(folder)
    return ""


def _clear_state(root: Root) -> None:
    """Remove our state of a root where nothing is in it any more, and nobody works there or waits to."""
    try:
        with reading(root) as seen:
            if mode_of(os.fspath(seen.lock)) or any(os.listdir(folder) for folder in seen.folders):
                return
        for folder in (*root.folders, root.state, os.path.dirname(root.state)):
            os.rmdir(folder)
    except OSError:
        return  # the state of another root lies beside it, or somebody came: who needs a folder makes it anew


def _receipt(folder: str, limits: Limits) -> Receipt | None:
    try:
        return receipt_in(folder, limits)
    except IntegrityError:
        return None

"""Installed skills taken out; each becomes the previous version, which `rollback` puts back."""

import os
from collections.abc import Sequence

from msgspec import Struct

from skillpack.install.installed import edits_of, healing, present
from skillpack.install.plan import Action, PlanStep, plan_removing
from skillpack.install.root.root import Root, read_lock
from skillpack.install.root.state import State, reading
from skillpack.install.root.transaction import working
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits


class Removal(Struct, frozen=True):
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
    with working(root, limits, clears=purge) as transaction:
        read_lock(root)
        done = tuple(_removing(name, transaction.state, limits, force=force, purge=purge) for name in ordered)
        for each in done:
            if each.step.action is Action.REMOVE:
                transaction.remove(each.step.name)
        transaction.relock(ordered)
        transaction.conclude()
        for each in done:
            if each.purged:
                transaction.purge(each.step.name)
    if saved is not None:
        saved += transaction.saved
    return done


def _removing(name: str, state: State, limits: Limits, *, force: bool, purge: bool) -> Removal:
    root = state.root
    installed = present(root, name, limits)
    heals = healing(root, installed) if installed else ""
    step = plan_removing(installed, edits_of(root, installed), name=name, force=force, heals=heals)
    kept = bool((state.previous / name).mode) or step.action is Action.REMOVE
    purged = purge and kept and step.action is not Action.REFUSE
    return Removal(step, installed.receipt if installed else None, purged=purged)

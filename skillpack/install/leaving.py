"""Installed skills taken out, or put back as they were before."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from skillpack.errors import IntegrityError
from skillpack.install.lock import read_lock, write_lock
from skillpack.install.plan import Action, Step, plan_removing
from skillpack.install.root import Root, receipt_in
from skillpack.install.run import edits_of, present
from skillpack.install.staged import node_of
from skillpack.install.transaction import Transaction, working
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits


@dataclass(frozen=True, slots=True)
class Left:
    """What was done with one skill.

    Attributes:
        was: What was there before; None for nothing that we know.
        now: What is there now, likewise.
    """

    step: Step
    was: Receipt | None
    now: Receipt | None = None


def uninstall(
    names: Sequence[str], root: Root, limits: Limits, *, force: bool = False, dry_run: bool = False
) -> tuple[Left, ...]:
    """Take skills out of a root, each by one rename; each becomes the previous version.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses.
        IntegrityError: The lock file is refused, before anything is done.
    """

    def one(name: str, transaction: Transaction) -> Left:
        there = present(root, name, limits)
        step = plan_removing(there, edits_of(root, there), name=name, force=force)
        if step.action is Action.REMOVE and not dry_run:
            transaction.remove(name)
        return Left(step, there.receipt if there else None)

    return _each(names, root, limits, one)


def roll_back(names: Sequence[str], root: Root, limits: Limits, *, dry_run: bool = False) -> tuple[Left, ...]:
    """Put previous versions back, each by one rename; what is there now becomes the previous one, edits and all.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses.
        IntegrityError: The lock file is refused, before anything is done.
    """

    def one(name: str, transaction: Transaction) -> Left:
        there = present(root, name, limits)
        if not node_of(root.previous(name)):
            return Left(Step(Action.REFUSE, name, "there is no version before this one", "one is kept"), None)
        if there is not None and there.receipt is None:
            why = there.fault or "it was not installed by skillpack"
            return Left(Step(Action.REFUSE, name, why, "move it away first"), None)
        edited = edits_of(root, there)
        before = _receipt(root.previous(name), limits)
        if not dry_run:
            transaction.restore(name)
        return Left(Step(Action.RESTORE, name, edited=edited), there.receipt if there else None, before)

    return _each(names, root, limits, one)


def _each(
    names: Sequence[str], root: Root, limits: Limits, one: Callable[[str, Transaction], Left]
) -> tuple[Left, ...]:
    """Do one thing with each skill of a root, then write its lock file anew."""
    if not os.path.isdir(root.folder):
        return tuple(Left(Step(Action.KEEP, name, "it is not installed"), None) for name in names)
    with working(root, limits) as transaction:
        read_lock(root)
        done = tuple(one(name, transaction) for name in names)
        write_lock(root, limits, names)
    return done


def _receipt(folder: str, limits: Limits) -> Receipt | None:
    try:
        return receipt_in(folder, limits)
    except IntegrityError:
        return None

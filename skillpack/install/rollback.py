"""Installed skills put back as they were: one previous version of each is kept, by `root/changes/recovery.py`."""

from collections.abc import Sequence

from skillpack.errors import IntegrityError
from skillpack.files.open_folder import Entry
from skillpack.install.installed import edits_of, healing, present
from skillpack.install.plan import Action, PlanStep, refusal
from skillpack.install.root.root import Root, read_lock, receipt_in
from skillpack.install.root.state import State, is_restored, reading
from skillpack.install.root.transaction import recover, working
from skillpack.install.uninstall import Removal
from skillpack.model.installed import Receipt
from skillpack.model.limits import Limits


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
        undo: Put the skill back that a rollback replaced, and do nothing to what was not rolled back.
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
            planned = tuple(_restoring(name, transaction.state, limits, undo=undo) for name in ordered)
            for each in planned:
                if each.step.action is Action.RESTORE:
                    transaction.restore(each.step.name, returns=undo)
        recovered += tuple(transaction.saved)
    if saved is not None:
        saved += recovered
    return planned


def _restoring(name: str, state: State, limits: Limits, *, undo: bool) -> Removal:
    root, previous = state.root, state.previous / name
    there = present(root, name, limits)
    was = there.receipt if there else None
    restored = is_restored(state, name, limits)
    if restored is not undo:
        returns = f"it is rolled back already; `skillpack rollback --undo {name}` returns what was there before"
        return Removal(PlanStep(Action.KEEP, name, returns if restored else "it is not rolled back"), was, was)
    heals = healing(root, there) if there else ""
    if refused := refusal(there, (), force=False, heals=heals, foreign="move it away first", forced=""):
        return Removal(refused, None)
    if not previous.node:
        hint = "one is kept when a skill is replaced or taken out, until `uninstall --purge`"
        return Removal(PlanStep(Action.REFUSE, name, "there is no version before this one", hint), was)
    edited = edits_of(root, there)
    return Removal(PlanStep(Action.RESTORE, name, edited=edited), was, _receipt(previous, limits))


def _receipt(folder: Entry, limits: Limits) -> Receipt | None:
    try:
        return receipt_in(folder, limits)
    except IntegrityError:
        return None

"""Installed skills put back as they were: one previous version of each is kept, by `root/changes/recovery.py`."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from skillpack.errors import IntegrityError
from skillpack.files.open_folder import FolderEntry
from skillpack.install.installed import edits_of, healing, present
from skillpack.install.plan import Action, PlanStep, refusal
from skillpack.install.root.root import Root, read_lock, receipt_in
from skillpack.install.root.state import State, is_restored, names_on_hold, reading
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
    recalled: Mapping[str, str] = MappingProxyType({}),
    dry_run: bool = False,
    saved: list[str] | None = None,
) -> tuple[Removal, ...]:
    """Put previous versions back, each by one rename; what is there now becomes the previous one, edits and all.

    A skill that was rolled back stays so: however often it is asked for, as a command that was killed can be run
    again; and whatever its source has, until `unhold`.

    Args:
        names: Of the skills.
        root: In which they are.
        limits: What we are willing to read.
        undo: Put the skill back that a rollback replaced, and do nothing to what was not rolled back.
        recalled: Digests of versions that were yanked or purged, each with the reason: they are not put back.
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
        planned = tuple(_restoring(name, seen, limits, recalled, undo=undo) for name in ordered)
    if not dry_run and any(each.step.action is Action.RESTORE for each in planned):
        with working(root, limits) as transaction:
            read_lock(root)
            planned = tuple(_restoring(name, transaction.state, limits, recalled, undo=undo) for name in ordered)
            for each in planned:
                if each.step.action is Action.RESTORE:
                    transaction.restore(each.step.name, returns=undo)
        recovered += tuple(transaction.saved)
    if saved is not None:
        saved += recovered
    return planned


def previous_receipts(names: Sequence[str], root: Root, limits: Limits) -> tuple[Receipt, ...]:
    """Return the receipts of the versions that a rollback would put back; none of one whose receipt cannot be read."""
    with reading(root) as state:
        found = (_receipt(state.previous / name, limits) for name in sorted(set(names)))
        return tuple(each for each in found if each is not None)


def unhold(names: Collection[str], root: Root, limits: Limits) -> None:
    """Let skills that were rolled back be updated again; names that are not on hold are passed over.

    Raises:
        LockedError: Another installer holds the root.
        OutputError: The disk refuses.
    """
    on_hold = names_on_hold(root, limits).intersection(names)
    if on_hold:
        with working(root, limits) as transaction:
            for name in sorted(on_hold):
                transaction.unhold(name)


def _restoring(name: str, state: State, limits: Limits, recalled: Mapping[str, str], *, undo: bool) -> Removal:
    root, previous = state.root, state.previous / name
    installed = present(root, name, limits)
    was = installed.receipt if installed else None
    restored = is_restored(state, name, limits)
    if restored is not undo:
        returns = f"already rolled back; `skillpack rollback --undo {name}` undoes it"
        return Removal(PlanStep(Action.KEEP, name, returns if restored else "not rolled back"), was, was)
    heals = healing(root, installed) if installed else ""
    if refused := refusal(installed, (), force=False, heals=heals, foreign="move it away first", forced=""):
        return Removal(refused, None)
    if not previous.node:
        hint = "skillpack keeps one whenever it replaces or removes a skill, until `uninstall --purge`"
        return Removal(PlanStep(Action.REFUSE, name, "no previous version", hint), was)
    now = _receipt(previous, limits)
    if now is not None and (reason := recalled.get(now.digest)):
        why = f"the previous version, {now.label}, was yanked: {reason}"
        hint = f"`skillpack update {name}` installs a current version"
        return Removal(PlanStep(Action.REFUSE, name, why, hint), was)
    edited = edits_of(root, installed)
    return Removal(PlanStep(Action.RESTORE, name, edited=edited), was, now)


def _receipt(folder: FolderEntry, limits: Limits) -> Receipt | None:
    try:
        return receipt_in(folder, limits)
    except IntegrityError:
        return None

"""What would be done with a skill, decided from values (pure)."""

from dataclasses import dataclass
from enum import StrEnum

from skillpack.model.installed import Difference, Installed


class Action(StrEnum):
    """What a step does."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"
    RESTORE = "restore"
    KEEP = "keep"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Step:
    """One skill's step.

    Attributes:
        reason: Why it is refused or kept, a clause; empty for what is done.
        hint: What helps, or empty.
        edited: Files that somebody changed in what would be replaced.
    """

    action: Action
    name: str
    reason: str = ""
    hint: str = ""
    edited: tuple[Difference, ...] = ()


def plan_placing(
    name: str, digest: str, there: Installed | None, edited: tuple[Difference, ...], *, force: bool
) -> Step:
    """Return what is done to have a tree under a name.

    Args:
        name: Of the skill.
        digest: Of the tree that shall be there.
        there: What is there now; None for nothing.
        edited: How what is there differs from what was placed.
        force: Replace local edits (they are kept as the previous version), never what is not ours (decisions 38).
    """
    if there is None:
        return Step(Action.ADD, name)
    if there.receipt is None:
        why = there.fault or "it was not installed by skillpack"
        return Step(Action.REFUSE, name, why, f"`skillpack adopt {name}` takes it over, or move it away")
    if edited and not force:
        hint = "`--force` replaces it and keeps yours as the previous version; `skillpack rollback` brings it back"
        return Step(Action.REFUSE, name, f"you changed it: {_shown(edited)}", hint, edited)
    if there.receipt.digest == digest and not edited:
        return Step(Action.KEEP, name, "it is what is installed")
    return Step(Action.REPLACE, name, edited=edited)


def plan_removing(there: Installed | None, edited: tuple[Difference, ...], *, name: str, force: bool) -> Step:
    """Return what is done to take a skill out; the arguments are those of `plan_placing`."""
    if there is None:
        return Step(Action.KEEP, name, "it is not installed")
    if there.receipt is None:
        why = there.fault or "it was not installed by skillpack"
        return Step(Action.REFUSE, name, why, "remove it yourself, or take it over with `skillpack adopt`")
    if edited and not force:
        hint = "`--force` takes it out and keeps yours as the previous version; `skillpack rollback` brings it back"
        return Step(Action.REFUSE, name, f"you changed it: {_shown(edited)}", hint, edited)
    return Step(Action.REMOVE, name, edited=edited)


def _shown(edited: tuple[Difference, ...]) -> str:
    """Return the first of what was changed, in words."""
    shown = ", ".join(f"{each.kind} {each.path}" for each in edited[:_SHOWN])
    return shown + (f" and {len(edited) - _SHOWN} more" if len(edited) > _SHOWN else "")


_SHOWN = 3

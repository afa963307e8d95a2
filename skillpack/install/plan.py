"""What would be done with a skill, decided from values (pure)."""

from enum import StrEnum

from msgspec import Struct

from skillpack.model.installed import Difference, Installed

NOT_OURS = "not installed by skillpack"
HELD = "it was rolled back, and is not updated"


class Action(StrEnum):
    """What a step does."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"
    RESTORE = "restore"
    KEEP = "keep"
    REFUSE = "refuse"


class PlanStep(Struct, frozen=True):
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
    name: str,
    digest: str,
    there: Installed | None,
    edited: tuple[Difference, ...],
    *,
    force: bool,
    spoiled: str = "",
    moved: bool = False,
    heals: str = "",
    holds: bool = False,
) -> PlanStep:
    """Return the step that puts a tree under a name.

    Args:
        name: Of the skill.
        digest: Of the tree that shall be there.
        there: What is there now; None for nothing.
        edited: How what is there differs from what was placed.
        force: Replace local edits (they are kept as the previous version) and take what is spoiled, never replace what
            is not ours.
        spoiled: Why no host would load the skill, a clause; empty where it is fit to be used.
        moved: What is there came from another source, which its receipt would go on asking.
        heals: What heals a damaged receipt.
        holds: A rollback put there what is there, so that no other version may replace it.
    """
    foreign = f"`skillpack adopt {name}` adopts it, or move it away"
    forced = "`--force` replaces it; `skillpack rollback` restores yours"
    if refused := refusal(there, edited, force=force, heals=heals, foreign=foreign, forced=forced):
        return refused
    is_same = there is not None and there.receipt is not None and there.receipt.digest == digest
    if is_same and not (edited or moved):
        return PlanStep(Action.KEEP, name, "up to date")
    if holds and not is_same:
        return PlanStep(Action.REFUSE, name, HELD, f"`skillpack update {name} --unhold` allows updates again")
    if spoiled and not force:
        return PlanStep(Action.REFUSE, name, spoiled, "`skillpack check` shows details; `--force` installs it anyway")
    return PlanStep(Action.ADD if there is None else Action.REPLACE, name, edited=edited)


def plan_removing(
    there: Installed | None, edited: tuple[Difference, ...], *, name: str, force: bool, heals: str = ""
) -> PlanStep:
    """Return the step that takes a skill out; the arguments are those of `plan_placing`."""
    if there is None:
        return PlanStep(Action.KEEP, name, "not installed")
    foreign = f"remove it yourself, or adopt it: `skillpack adopt {name}`"
    forced = "`--force` removes it; `skillpack rollback` restores yours"
    refused = refusal(there, edited, force=force, heals=heals, foreign=foreign, forced=forced)
    return refused or PlanStep(Action.REMOVE, name, edited=edited)


def refusal(
    there: Installed | None, edited: tuple[Difference, ...], *, force: bool, heals: str, foreign: str, forced: str
) -> PlanStep | None:
    """Return the step that leaves alone what is not ours, or what somebody changed; None where neither is so.

    Args:
        there: What is there now; None for nothing.
        edited: How it differs from what was placed.
        force: Local edits are no reason.
        heals: What heals a damaged receipt.
        foreign: What helps where it is not ours.
        forced: What `--force` would do with local edits.
    """
    if there is None:
        return None
    if there.receipt is None:
        hint = heals if there.fault and heals else foreign
        return PlanStep(Action.REFUSE, there.name, there.fault or NOT_OURS, hint)
    if edited and not force:
        return PlanStep(Action.REFUSE, there.name, f"you changed it: {in_words(edited)}", forced, edited)
    return None


def in_words(edited: tuple[Difference, ...]) -> str:
    """Return the first of what was changed, in words."""
    shown = ", ".join(f"{each.path} {_WORDS.get(each.kind, each.kind)}" for each in edited[:_SHOWN])
    return shown + (f" and {len(edited) - _SHOWN} more" if len(edited) > _SHOWN else "")


_SHOWN = 3
_WORDS = {"special": "is not a file", "unreadable": "cannot be read"}

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
    installed: Installed | None,
    edited: tuple[Difference, ...],
    *,
    force: bool,
    damaged: str = "",
    moved: bool = False,
    heals: str = "",
    on_hold: bool = False,
) -> PlanStep:
    """Return the step that puts a tree under a name.

    Args:
        name: Of the skill.
        digest: Of the tree that shall be installed.
        installed: What has the name now; None for nothing.
        edited: How it differs from what was placed.
        force: Replace local edits (they are kept as the previous version) and take what is damaged, never replace what
            is not ours.
        damaged: Why no host would load the skill, a clause; empty where it is fit to be used.
        moved: What is installed came from another source, which its receipt would go on asking, or with another
            signature.
        heals: What heals a damaged receipt.
        on_hold: A rollback put back what is installed, so that no other version may replace it.
    """
    foreign = f"`skillpack adopt {name}` adopts it, or move it away"
    forced = "`--force` replaces it; `skillpack rollback` restores yours"
    if refused := refusal(installed, edited, force=force, heals=heals, foreign=foreign, forced=forced):
        return refused
    is_same = installed is not None and installed.receipt is not None and installed.receipt.digest == digest
    if is_same and not (edited or moved):
        return PlanStep(Action.KEEP, name, "up to date")
    if on_hold and not is_same:
        return PlanStep(Action.REFUSE, name, HELD, f"`skillpack update {name} --unhold` allows updates again")
    if damaged and not force:
        return PlanStep(Action.REFUSE, name, damaged, "`skillpack check` shows details; `--force` installs it anyway")
    return PlanStep(Action.ADD if installed is None else Action.REPLACE, name, edited=edited)


def plan_removing(
    installed: Installed | None, edited: tuple[Difference, ...], *, name: str, force: bool, heals: str = ""
) -> PlanStep:
    """Return the step that takes a skill out; the arguments are those of `plan_placing`."""
    if installed is None:
        return PlanStep(Action.KEEP, name, "not installed")
    foreign = f"remove it yourself, or adopt it: `skillpack adopt {name}`"
    forced = "`--force` removes it; `skillpack rollback` restores yours"
    refused = refusal(installed, edited, force=force, heals=heals, foreign=foreign, forced=forced)
    return refused or PlanStep(Action.REMOVE, name, edited=edited)


def refusal(
    installed: Installed | None, edited: tuple[Difference, ...], *, force: bool, heals: str, foreign: str, forced: str
) -> PlanStep | None:
    """Return the step that leaves alone what is not ours, or what somebody changed; None where neither is so.

    Args:
        installed: What has the name now; None for nothing.
        edited: How it differs from what was placed.
        force: Local edits are no reason.
        heals: What heals a damaged receipt.
        foreign: What helps where it is not ours.
        forced: What `--force` would do with local edits.
    """
    if installed is None:
        return None
    if installed.receipt is None:
        hint = heals if installed.fault and heals else foreign
        return PlanStep(Action.REFUSE, installed.name, installed.fault or NOT_OURS, hint)
    if edited and not force:
        return PlanStep(Action.REFUSE, installed.name, f"you changed it: {in_words(edited)}", forced, edited)
    return None


def in_words(edited: tuple[Difference, ...]) -> str:
    """Return the first of what was changed, in words."""
    shown = ", ".join(f"{each.path} {_WORDS.get(each.kind, each.kind)}" for each in edited[:_SHOWN])
    return shown + (f" and {len(edited) - _SHOWN} more" if len(edited) > _SHOWN else "")


_SHOWN = 3
_WORDS = {"special": "is not a file", "unreadable": "cannot be read"}

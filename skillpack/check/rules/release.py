"""VR: a new release against the one that was published last."""

from collections.abc import Iterator

from skillpack.check.rule import Hit, rule
from skillpack.model.release import Changes
from skillpack.model.version import order, semver_key

_SKILL_FILE_CHANGED = (("changed", "SKILL.md"),)
_STEPS = ("patch", "minor", "major")


@rule("VR001", "label-reused", source="skillpack, versions")
def label_reused(changes: Changes) -> Iterator[Hit]:
    """A published version now has other files.

    Why: people who installed that version never get the new files, and its published archive must not
    change.

    Fix: raise `metadata.version`.
    """
    old, new = changes.old, changes.new
    if old.label == new.label and old.digest != new.digest:
        yield _hit(
            changes,
            f"version `{new.label}` was published with other files",
            f"raise `metadata.version`: the changes are {_article(changes.advice)}",
        )


@rule("VR002", "label-lower", source="skillpack, versions")
def label_lower(changes: Changes) -> Iterator[Hit]:
    """The version is lower than the one published last, or gone.

    Why: clients that compare versions keep the old one and never see the new one.

    Fix: raise `metadata.version` above the published one; `--allow-downgrade NAME` allows a step back.
    """
    old, new = changes.old, changes.new
    if order(new.label, old.label) < 0:
        what = f"version `{new.label}`" if semver_key(new.label) else "no version of its own"
        yield _hit(
            changes,
            f"the skill has {what}, lower than the published `{old.label}`",
            f"raise `metadata.version` above `{old.label}`, or allow it with `--allow-downgrade`",
        )


@rule("VR003", "label-without-change", source="skillpack, versions")
def label_without_change(changes: Changes) -> Iterator[Hit]:
    """The version number rises, and nothing else changed.

    Why: everybody updates, and gets nothing new.

    Fix: keep the version until something changes.
    """
    old, new = changes.old, changes.new
    if order(new.label, old.label) > 0 and _only_label(changes):
        yield _hit(
            changes,
            f"version `{new.label}` is the same as `{old.label}`",
            f"keep `{old.label}` until something changes",
        )


@rule("VR004", "body-unchanged", source="Metis, section 5")
def body_unchanged(changes: Changes) -> Iterator[Hit]:
    """Files changed but the body did not, so Metis sees the same version.

    Why: Metis derives the version from the body alone; traces cannot tell the two releases apart.

    Fix: nothing, or mention in the body what changed.
    """
    old, new = changes.old, changes.new
    if old.digest != new.digest and old.version == new.version and not _only_label(changes):
        yield _hit(
            changes,
            f"the body is unchanged, so Metis still calls this version `{new.version}`",
            "nothing needs to be done",
        )


@rule("VR005", "bump-too-small", source="skillpack, versions")
def bump_too_small(changes: Changes) -> Iterator[Hit]:
    """The version rises by less than the changes require.

    Why: people accept patches without looking. New scripts, tools or fields are more than a patch;
    removing something breaks those who rely on it.

    Fix: raise the number that the finding names.
    """
    step, advice = _step(changes.old.label, changes.new.label), changes.advice
    if step in _STEPS and advice in _STEPS and _STEPS.index(step) < _STEPS.index(advice):
        yield _hit(
            changes,
            f"`{changes.old.label}` to `{changes.new.label}` is {_article(step)}, the changes are {_article(advice)}",
            f"raise the {advice} number",
        )


@rule("VR006", "label-purged", source="skillpack, versions")
def label_purged(changes: Changes) -> Iterator[Hit]:
    """The version is one whose archive was taken away.

    Why: people who have that version would mistake this one for it, and what was purged must not come
    back.

    Fix: raise `metadata.version`.
    """
    old, new = changes.old, changes.new
    if not old.archive and old.label == new.label:
        yield _hit(changes, f"version `{new.label}` was purged: {old.yanked}", "raise `metadata.version`")


def _only_label(changes: Changes) -> bool:
    """Tell whether the two releases are the same but for the field that holds the label."""
    if changes.old.digest == changes.new.digest:
        return True
    fields = {name for name, _, _ in changes.fields}
    return fields <= {"metadata.version", "version"} and not changes.prose and changes.files == _SKILL_FILE_CHANGED


def _step(old: str, new: str) -> str:
    """Return which number rises first; empty where none does, and below 1.0.0, where anything may change."""
    before, after = semver_key(old), semver_key(new)
    if before is None or after is None or after <= before or after[0] == 0:
        return ""
    return next(
        (step for step, one, other in zip(("major", "minor"), before, after, strict=False) if one != other), "patch"
    )


def _article(advice: str) -> str:
    return f"a {advice} step" if advice in _STEPS else "none that agents see"


def _hit(changes: Changes, message: str, hint: str) -> Hit:
    facts = (("old", changes.old.label), ("new", changes.new.label), ("advice", changes.advice))
    return Hit(message, hint=hint, facts=facts)

"""The order of labels (decisions 4): semver where both are versions, else none."""

from skillpack.model.version import is_label

_STEPS = {"major": "{x}.0.0", "minor": "{major}.{y}.0", "patch": "{major}.{minor}.{z}"}

Precedence = tuple[tuple[int, int, int], bool, tuple[tuple[bool, int, str], ...]]


def precedence(label: str) -> Precedence | None:
    """Return the sort key of a version by semver 2.0 §11; None for a label that is none (a digest)."""
    if not is_label(label):
        return None
    numbers, _, suffix = label.partition("-")
    major, minor, patch = (int(number) for number in numbers.split("."))
    parts = ((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in filter(None, suffix.split(".")))
    return (major, minor, patch), not suffix, tuple(parts)


def is_lower(new: str, old: str) -> bool:
    """Return whether a new label goes back: a lower version, or none at all after a version."""
    after, before = precedence(new), precedence(old)
    return before is not None and (after is None or after < before)


def next_label(label: str, advice: str) -> str:
    """Return the version that an advice (`major`, `minor`, `patch`) leads to; the label itself where none does.

    A patch of a pre-release is its release.
    """
    key = precedence(label)
    if key is None or advice not in _STEPS:
        return label
    (major, minor, patch), released, _ = key
    if advice == "patch" and not released:
        return f"{major}.{minor}.{patch}"
    return _STEPS[advice].format(major=major, minor=minor, patch=patch, x=major + 1, y=minor + 1, z=patch + 1)

"""By which number a version rose."""

from skillpack.model.version import semver_key

STEPS = ("patch", "minor", "major")
"""Smallest first."""


def step(old: str, new: str) -> str:
    """Return by which number a version rose; empty where it did not, and below 1.0.0, where anything may change."""
    before, after = semver_key(old), semver_key(new)
    if before is None or after is None or after <= before or after[0] == 0:
        return ""
    return next((name for name, one, other in zip(STEPS[::-1], before, after, strict=False) if one != other), "patch")

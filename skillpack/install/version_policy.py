"""Whether a version may be taken: what comes before what is installed, and what is too young (pure)."""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum

from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.version import order, semver_key


class Direction(StrEnum):
    """Where a version leads from the one that is installed."""

    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    REPUBLISHED = "republished"  # the same label on other files
    UNKNOWN = "unknown"  # nothing says which of the two came first


def direction(was: Receipt, label: str, digest: str, history: Sequence[str] = ()) -> Direction:
    """Return where a version leads from the installed one.

    The source's record decides, which lists versions in the order of publication; where it does not have
    both, their numbers do. A version without a number, known by its digest alone, comes neither before nor after.

    Args:
        was: Of what is installed.
        label: Of the version; empty where only its bytes tell.
        digest: Of its tree; empty where only its bytes tell.
        history: Digests of what the source published under the name, the newest first; empty where it keeps no record.
    """
    if digest == was.digest:
        return Direction.SAME
    if label == was.label:
        return Direction.REPUBLISHED
    if digest in history and was.digest in history:
        return Direction.OLDER if history.index(digest) > history.index(was.digest) else Direction.NEWER
    if semver_key(label) is None or semver_key(was.label) is None:
        return Direction.UNKNOWN
    return Direction.OLDER if order(label, was.label) < 0 else Direction.NEWER


def keeps_promises(source: Provenance) -> bool:
    """Return whether a version that a source published must never change: not in a folder or repository of work."""
    return not source.is_local and source.kind is not SourceKind.GIT


def step_back(was: Receipt, receipt: Receipt, history: Sequence[str] = ()) -> str:
    """Return why a version may not replace the installed one without the user's leave, a clause; empty where it may.

    Args:
        was: Of what is installed.
        receipt: Of what would replace it.
        history: As in `direction`.
    """
    match direction(was, receipt.label, receipt.digest, history):
        case Direction.OLDER:
            return f"{receipt.label} is older than {was.label}, which is installed"
        case Direction.REPUBLISHED if keeps_promises(receipt.provenance):
            return f"{receipt.label} is installed with different files, and published versions should never change"
    return ""


def too_young(source: Provenance, published: str, min_age: int, today: str) -> str:
    """Return in words why a version is too young to be taken; empty where it is old enough.

    What lies on this machine is as old as its user says, who put it there.
    """
    if min_age <= 0 or source.is_local:
        return ""
    wanted = f"the minimum age is {_days(min_age)}"
    age = days_since(published, today)
    if age is None:
        return f"no publication date; {wanted}"
    when = "published today" if age <= 0 else f"published {_days(age)} ago"
    return f"{when}; {wanted}" if age < min_age else ""


def days_since(published: str, today: str) -> int | None:
    """Return how many days ago a version was published; None where nobody says so, or says no date."""
    try:
        return (date.fromisoformat(today) - date.fromisoformat(published)).days
    except ValueError:
        return None


def _days(count: int) -> str:
    return f"{count:,} {'day' if count == 1 else 'days'}"

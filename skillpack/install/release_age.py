"""How long a version has been offered, and which one has been for long enough."""

from dataclasses import replace
from datetime import date

from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.version import in_range, is_range, semver_key
from skillpack.sources.available import AvailableSkill
from skillpack.sources.sources import Sources


def old_enough(offer: AvailableSkill, sources: Sources, min_age: int, today: str) -> AvailableSkill | None:
    """Return the highest version of a registry that fits what is wanted and is old enough; None where there is none.

    Raises:
        FetchError: The registry cannot be read.
        IndexRefusedError: Its index is refused.
    """
    source = offer.provenance
    if source.kind is not SourceKind.REGISTRY:
        return None
    for each in sources.versions(offer.name, source.location):
        if _fits(each.label, source.wanted) and not too_young(source, each.date, min_age, today):
            return replace(each, provenance=source)
    return None


def _fits(label: str, wanted: str) -> bool:
    if not wanted:
        return True
    return is_range(wanted) and semver_key(label) is not None and in_range(label, wanted)


def too_young(source: Provenance, published: str, min_age: int, today: str) -> str:
    """Return in words why a version is too young to be taken; empty where it is old enough.

    What lies on this machine is as old as its user says, who put it there.
    """
    if min_age <= 0 or source.is_local:
        return ""
    wanted = f"{_days(min_age)} {'is' if min_age == 1 else 'are'} wanted"
    age = days_since(published, today)
    if age is None:
        return f"nobody says when it was published, and {wanted}"
    when = "published today" if age <= 0 else f"published {_days(age)} ago"
    return f"{when}, and {wanted}" if age < min_age else ""


def days_since(published: str, today: str) -> int | None:
    """Return how many days ago a version was published; None where nobody says so, or says no date."""
    try:
        return (date.fromisoformat(today) - date.fromisoformat(published)).days
    except ValueError:
        return None


def _days(count: int) -> str:
    return f"{count:,} {'day' if count == 1 else 'days'}"

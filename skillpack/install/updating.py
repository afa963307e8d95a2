"""Installed skills held against their sources: what is newer, and what is no longer offered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from skillpack.errors import FetchError, GoneError, IndexRefusedError, MissingError
from skillpack.fetch.again import spec_of
from skillpack.fetch.offer import Offer
from skillpack.fetch.offers import Sources
from skillpack.model.installed import Kind, Receipt


class Standing(StrEnum):
    """How an installed version stands to its source."""

    CURRENT = "current"
    NEWER = "newer"
    HELD = "held"
    YANKED = "yanked"
    WITHDRAWN = "withdrawn"
    RENAMED = "renamed"
    REMOVED = "removed"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the source of an installed skill says now.

    Attributes:
        offer: What is offered instead of what is installed; None where nothing is.
        reason: In words: why it was yanked, withdrawn or cannot be asked; empty where there is nothing to say.
        successor: Of a renamed skill.
        yanked: Why the installed version itself is no longer offered; empty where it is.
    """

    receipt: Receipt
    standing: Standing
    offer: Offer | None = None
    reason: str = ""
    successor: str = ""
    yanked: str = ""


def outlooks(receipts: Sequence[Receipt], sources: Sources, *, min_age: int, today: str) -> Iterator[Outlook]:
    """Yield what the sources of installed skills say now, in the order given; a digest that is the same is not fetched.

    Args:
        receipts: Of what is installed.
        sources: That are asked; each index is read once.
        min_age: Days since a version was published before it is taken; one without a date is too young (decisions 37).
        today: ISO date.
    """
    for receipt in receipts:
        yield _aged(_asked(receipt, sources), min_age, today)


def _asked(receipt: Receipt, sources: Sources) -> Outlook:
    try:
        if _is_latest(receipt, sources):
            return Outlook(receipt, Standing.CURRENT)
        found = [each for each in sources.offers(spec_of(receipt)) if each.name == receipt.name]
    except GoneError as error:
        standing = Standing.RENAMED if error.successor else Standing.WITHDRAWN
        return Outlook(receipt, standing, reason=error.reason, successor=error.successor)
    except MissingError as error:
        return Outlook(receipt, Standing.REMOVED, reason=str(error))
    except (FetchError, IndexRefusedError) as error:
        return Outlook(receipt, Standing.UNREACHABLE, reason=str(error))
    if not found:
        return Outlook(receipt, Standing.REMOVED, reason="its source no longer has it")
    return _compared(receipt, found[0])


def _is_latest(receipt: Receipt, sources: Sources) -> bool:
    """Return whether a registry's `versions.json` says that what is installed is what it offers."""
    source = receipt.provenance
    if source.kind is not Kind.REGISTRY:
        return False
    offered = sources.latest(source.location).get(receipt.name)
    return offered is not None and offered.digest == receipt.digest and not offered.yanked


def _compared(receipt: Receipt, offer: Offer) -> Outlook:
    if is_same(receipt, offer):
        standing = Standing.YANKED if offer.yanked else Standing.CURRENT
        return Outlook(receipt, standing, reason=offer.yanked, yanked=offer.yanked)
    return Outlook(receipt, Standing.NEWER, offer, reason=offer.deprecated, yanked=offer.instead_of(receipt.digest))


def is_same(receipt: Receipt, offer: Offer) -> bool:
    """Return whether an offer is what is installed, as far as it can be told without fetching it."""
    if offer.digest:
        return offer.digest == receipt.digest
    return bool(offer.archive_sha256) and offer.archive_sha256 == receipt.archive_sha256


def _aged(outlook: Outlook, min_age: int, today: str) -> Outlook:
    """Hold back what is too young, unless what is installed must not stay."""
    if outlook.standing is not Standing.NEWER or outlook.offer is None or outlook.yanked:
        return outlook
    why = too_young(outlook.offer.date, min_age, today)
    return replace(outlook, standing=Standing.HELD, reason=why) if why else outlook


def too_young(published: str, min_age: int, today: str) -> str:
    """Return in words why a version is too young to be taken; empty where it is old enough."""
    if min_age <= 0:
        return ""
    if not published:
        return f"nobody says when it was published, and {_days(min_age)} are wanted"
    age = (date.fromisoformat(today) - date.fromisoformat(published)).days
    return f"published {_days(age)} ago, {_days(min_age)} are wanted" if age < min_age else ""


def _days(count: int) -> str:
    return f"{count} {'day' if count == 1 else 'days'}"

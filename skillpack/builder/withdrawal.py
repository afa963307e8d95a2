"""Names that a build takes from a site: few of them are a change, most of them at once are an accident (pure)."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from skillpack.builder.history.history import CatalogHistory
from skillpack.catalog.precedence import name_key
from skillpack.errors import WithdrawalError
from skillpack.model.settings import Renamed


class Withdrawal(Struct, frozen=True):
    """What is offered now and will not be any more.

    Attributes:
        names: Sorted, without those that the configuration tells of under `[[renamed]]`.
        published: How many names are offered now.
    """

    names: tuple[str, ...]
    published: int

    @property
    def is_most(self) -> bool:
        """Whether more than half of what is offered would go at once."""
        return 2 * len(self.names) > self.published


def published_names(history: CatalogHistory) -> tuple[str, ...]:
    """Return the names that a published site offers: none that ended, and none without a version."""
    return tuple(past.name for past in history.values() if past.tombstone is None and past.versions)


def withdrawal(published: Collection[str], names: Iterable[str], renamed: Iterable[Renamed]) -> Withdrawal:
    """Return the withdrawal of a build.

    Args:
        published: Names that are offered now.
        names: Of the skills that the catalog has, published or withheld; nothing is withdrawn of those.
        renamed: What the configuration tells of names that ended: each was written on purpose.
    """
    stay = {name_key(name) for name in names} | {name_key(mark.old) for mark in renamed}
    return Withdrawal(tuple(sorted(name for name in published if name_key(name) not in stay)), len(published))


def refuse_withdrawal(found: Withdrawal, allowed: int) -> None:
    """Refuse a build that withdraws most of a site.

    Args:
        found: What it withdraws.
        allowed: How many names somebody said may go.

    Raises:
        WithdrawalError: It does, and more than that; the message lists the names.
    """
    number = len(found.names)
    if found.is_most and number > allowed:
        raise WithdrawalError(
            "\n  ".join((f"{withdrawal_line(found)}:", *(f"`{name}`" for name in found.names))),
            names=found.names,
            hint=f"restore what is missing, or list it under `[[renamed]]`; `--allow-withdrawn {number}` withdraws all",
        )


def withdrawal_line(found: Withdrawal) -> str:
    """Return how much of a site a build withdraws."""
    return f"{len(found.names):,} of {found.published:,} published names would be withdrawn at once"

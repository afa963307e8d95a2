"""What hosts show of a set of skills, in the numbers and words of its pages."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from skillpack.model.selection import HostVisibility


class VisibilityLine(Struct, frozen=True):
    """What one host shows of a set.

    Attributes:
        seen: Descriptions that are shown, where all skills are used alike.
        of: Skills that the host lists.
        fewest: At least so many, and at most `most`, by use.
        at_default_window: As in `HostVisibility`.
        each: As in `HostVisibility`.
        omitted: As in `HostVisibility`.
    """

    title: str
    seen: int
    of: int
    fewest: int
    most: int
    used: int
    budget: int
    at_default_window: bool = False
    each: int | None = None
    omitted: int = 0

    @property
    def whole(self) -> bool:
        """Whether there is room for all of it."""
        return self.used <= self.budget


def visibility_lines(hosts: Iterable[HostVisibility]) -> Iterator[VisibilityLine]:
    """Yield a line for each host that lists anything, as far as its budget is known and its overflow."""
    for shown in hosts:
        counts = (shown.even, shown.listed, shown.fewest, shown.most, shown.needed, shown.budget)
        line = VisibilityLine(shown.title, *counts, shown.at_default_window, shown.each, shown.omitted)
        if shown.budget and shown.listed and (line.whole or "overflow" not in shown.unknown):
            yield line

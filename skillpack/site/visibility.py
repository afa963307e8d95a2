"""What hosts show of a set of skills: in numbers, and as a picture of the room that each gives to its list."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

from msgspec import Struct

from skillpack.model.selection import HostVisibility

_WIDTH = 1000


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


class BudgetPicture(Struct, frozen=True):
    """What one host shows of the set, drawn in the order of names.

    Attributes:
        who: The host; `at_default_window` where the budget depends on its model's window.
        kept: Descriptions that fit in that order; by use it is `fewest` to `most`, and `even` if all are used alike.
        names: SVG path of all names; `shown` of the descriptions that fit, `dropped` of the others.
        limit: Where the room ends, 0 to 1000; 1000 where there is room for all.
        room_names: As `names` and `shown`, with the room alone as the scale.
    """

    who: str
    at_default_window: bool
    listed: int
    kept: int
    fewest: int
    most: int
    even: int
    needed: int
    budget: int
    names: str
    shown: str
    dropped: str
    limit: float
    room_names: str
    room_shown: str

    @property
    def whole(self) -> bool:
        """Whether there is room for all."""
        return self.needed <= self.budget


def budget_pictures(hosts: Iterable[HostVisibility]) -> Iterator[BudgetPicture]:
    """Yield the picture of each host whose budget is known, and what gives way; a set too large has none.

    Where all descriptions are cut to one length there is nothing to draw.
    """
    for host in hosts:
        if (
            host.each is None
            and host.budget
            and host.lengths
            and (host.needed <= host.budget or "overflow" not in host.unknown)
        ):
            yield _picture(host)


def _picture(host: HostVisibility) -> BudgetPicture:
    frames = host.needed - sum(host.lengths)
    ends = list(accumulate(host.lengths, initial=frames))
    kept = next((number for number, end in enumerate(ends[1:]) if end > host.budget), len(host.lengths))
    scale = max(host.needed, host.budget)
    segments = list(pairwise(ends))
    return BudgetPicture(
        host.title,
        host.at_default_window,
        host.listed,
        kept,
        host.fewest,
        host.most,
        host.even,
        host.needed,
        host.budget,
        _path([(0, frames)], scale),
        _path(segments[:kept], scale),
        _path(segments[kept:], scale),
        host.budget / scale * _WIDTH,
        _path([(0, frames)], host.budget),
        _path(segments[:kept], host.budget),
    )


def _path(segments: Iterable[tuple[int, int]], scale: int) -> str:
    """Return the path of segments, each with a gap behind it."""
    pieces = []
    for start, end in segments:
        wide = max((end - start) / scale * _WIDTH - 0.6, 0.4)
        pieces.append(f"M{start / scale * _WIDTH:.4g} 0h{wide:.3g}v20h-{wide:.3g}z")
    return "".join(pieces)

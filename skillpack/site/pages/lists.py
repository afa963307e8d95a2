"""Plain pages of the skills with a tag or of an author: what filters show, without a script and at any size."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.output import OutputFile
from skillpack.model.publication import Publication
from skillpack.site.addresses import address, way
from skillpack.site.frame import Frame
from skillpack.site.rows import PAGE, Wanted, every_page, pages, row

_UNSEEN = Markup()  # a row of a page that is not made
_TOGETHER = 200  # values whose rows are gathered in one pass over the entries: at most so many pages are held

_VALUES: Mapping[str, Callable[[Entry], tuple[str, ...]]] = {
    "tags": attrgetter("tags"),
    "authors": attrgetter("authors"),
}

Having = Callable[[str, Collection[str]], Iterable[Entry]]
"""Gives the entries by name that have some tags, or are of some authors: `tags` or `authors`, and their addresses.

It may give others too.
"""


class Value(Struct, frozen=True):
    """A tag or an author; those with one address share a page, under the most frequent spelling.

    Attributes:
        count: How many published skills have it; 0 on pages that continue the first, which do not say it.
    """

    key: str
    text: str
    count: int

    @property
    def pages(self) -> int:
        """How many pages it has, at most."""
        return max(1, -(-self.count // PAGE))


def uncounted(value: Value) -> Value:
    """Return a value as pages that continue its first one show it."""
    return replace(value, count=0)


def listing_pages(
    frame: Frame, kind: str, having: Having, counted: Sequence[tuple[str, int]], *, wanted: Wanted = every_page
) -> Iterator[OutputFile]:
    """Yield the page of all tags or authors, then the pages of each.

    Args:
        frame: Of the site.
        kind: `tags` or `authors`.
        having: Gives entries.
        counted: The values and how many published skills have them, most frequent first.
        wanted: Which pages are made.
    """
    values = values_of(counted)
    if not values:
        return
    by_name = sorted(values.values(), key=lambda value: value.text.casefold())
    if wanted(paths.listing(kind)):
        yield frame.page(paths.listing(kind), "listings.html", {"kind": kind, "values": by_name})
    due = [value for value in by_name if any(map(wanted, listed_paths(kind, value)))]
    for start in range(0, len(due), _TOGETHER):
        together = {value.key: value for value in due[start : start + _TOGETHER]}
        yield from _gathered(frame, kind, having(kind, together.keys()), together, wanted)


def listed_paths(kind: str, value: Value) -> Iterator[str]:
    """Yield the paths of the pages of a tag or an author, in order."""
    return (paths.listing(kind, value.key, number) for number in range(1, value.pages + 1))


def addresses(kind: str, entry: Entry) -> set[str]:
    """Return the addresses of the tags or authors whose pages hold a skill."""
    if entry.publication is not Publication.PUBLISHED:  # not counted either
        return set()
    return set(map(address, _VALUES[kind](entry)))


def values_of(counted: Sequence[tuple[str, int]]) -> Mapping[str, Value]:
    """Return the values that have pages, by address, with how many published skills have them, most frequent first."""
    sums: Counter[str] = Counter()
    spelling: dict[str, str] = {}
    for text, count in counted:
        key = address(text)
        sums[key] += count
        spelling.setdefault(key, text)
    return {key: Value(key, spelling[key], count) for key, count in sums.items()}


def _gathered(
    frame: Frame, kind: str, entries: Iterable[Entry], values: Mapping[str, Value], wanted: Wanted
) -> Iterator[OutputFile]:
    """Yield the pages of some values: a page goes out as soon as it is full and another row comes."""
    waiting: dict[str, list[Markup]] = {key: [] for key in values}
    numbers = dict.fromkeys(values, 1)
    part = frame.part("row")
    # Addresses are the same on the first pages of all values, and on all that continue those.
    first, further = way(paths.listing(kind, "-")), way(paths.listing(kind, "-", 2))
    for entry in entries:
        keys = addresses(kind, entry) & values.keys()
        if not keys:
            continue
        shown, made = row(frame, entry), {}
        for key in keys:
            if len(waiting[key]) == PAGE:
                if wanted(paths.listing(kind, key, numbers[key])):
                    yield _page(frame, kind, values[key], numbers[key], waiting[key], more=True)
                waiting[key] = []
                numbers[key] += 1
            if not wanted(paths.listing(kind, key, numbers[key])):
                waiting[key].append(_UNSEEN)
                continue
            to = further if numbers[key] > 1 else first
            if to not in made:
                made[to] = part(shown, to)
            waiting[key].append(made[to])
    for key, rows in waiting.items():
        if wanted(paths.listing(kind, key, numbers[key])):
            yield _page(frame, kind, values[key], numbers[key], rows, more=False)


def _page(frame: Frame, kind: str, value: Value, number: int, rows: Sequence[Markup], *, more: bool) -> OutputFile:
    last = max(number + more, value.pages) if more else number
    around = (paths.listing(kind, value.key, number - 1), paths.listing(kind, value.key, number + 1))
    value = value if number == 1 else uncounted(value)
    values = {"kind": kind, "value": value, "rows": rows, "pages": pages(number, last, around)}
    return frame.page(paths.listing(kind, value.key, number), "listing.html", values)

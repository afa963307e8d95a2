"""Plain pages of the skills with a tag or of an author: what filters show, without a script and at any size."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from skillpack.catalog import paths
from skillpack.model.entry import Entry, State
from skillpack.model.output import OutputFile
from skillpack.site.frame import Frame
from skillpack.site.links import way
from skillpack.site.rows import PAGE, facet_values, pages, row
from skillpack.site.slugs import address

_TOGETHER = 200  # values whose rows are gathered in one pass over the entries: at most so many pages are held

_FACETS = {"tags": "tag", "authors": "by"}


@dataclass(frozen=True, slots=True)
class Value:
    """A tag or an author; those with one address share a page, under the most frequent spelling."""

    key: str
    text: str
    count: int


def listing_pages(
    frame: Frame, kind: str, entries: Callable[[], Iterator[Entry]], counted: Sequence[tuple[str, int]]
) -> Iterator[OutputFile]:
    """Yield the page of all tags or authors, then the pages of each.

    Args:
        frame: Of the site.
        kind: `tags` or `authors`.
        entries: Gives the entries by name, anew each time.
        counted: The values and how many published skills have them, most frequent first.
    """
    values = _values(counted)
    if not values:
        return
    by_name = sorted(values.values(), key=lambda value: value.text.casefold())
    yield frame.page(paths.listing(kind), "listings.html", {"kind": kind, "values": by_name})
    for start in range(0, len(by_name), _TOGETHER):
        together = {value.key: value for value in by_name[start : start + _TOGETHER]}
        yield from _gathered(frame, kind, entries(), together)


def _values(counted: Sequence[tuple[str, int]]) -> Mapping[str, Value]:
    sums: Counter[str] = Counter()
    spelling: dict[str, str] = {}
    for text, count in counted:
        key = address(text)
        sums[key] += count
        spelling.setdefault(key, text)
    return {key: Value(key, spelling[key], count) for key, count in sums.items()}


def _gathered(frame: Frame, kind: str, entries: Iterable[Entry], values: Mapping[str, Value]) -> Iterator[OutputFile]:
    """Yield the pages of some values: a page goes out as soon as it is full and another row comes."""
    waiting: dict[str, list[Markup]] = {key: [] for key in values}
    numbers = dict.fromkeys(values, 1)
    part = frame.part("row")
    # Addresses are the same on the first pages of all values, and on all that continue those.
    first, further = way(paths.listing(kind, "-")), way(paths.listing(kind, "-", 2))
    for entry in entries:
        if entry.state is State.WITHHELD:  # not counted either
            continue
        keys = {address(text) for text in facet_values(entry)[_FACETS[kind]]} & values.keys()
        if not keys:
            continue
        shown, made = row(frame, entry), {}
        for key in keys:
            if len(waiting[key]) == PAGE:
                yield _page(frame, kind, values[key], numbers[key], waiting[key], more=True)
                waiting[key] = []
                numbers[key] += 1
            to = further if numbers[key] > 1 else first
            if to not in made:
                made[to] = part(shown, to)
            waiting[key].append(made[to])
    for key, rows in waiting.items():
        yield _page(frame, kind, values[key], numbers[key], rows, more=False)


def _page(frame: Frame, kind: str, value: Value, number: int, rows: Sequence[Markup], *, more: bool) -> OutputFile:
    last = max(number + more, -(-value.count // PAGE)) if more else number
    around = (paths.listing(kind, value.key, number - 1), paths.listing(kind, value.key, number + 1))
    values = {"kind": kind, "value": value, "rows": rows, "pages": pages(number, last, around)}
    return frame.page(paths.listing(kind, value.key, number), "listing.html", values)

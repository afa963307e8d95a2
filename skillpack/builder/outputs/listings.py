"""Pages of lists: each page is a part, made anew where a skill on it changed (pure)."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from skillpack.builder.outputs.output import SiteOutput, digest, paged
from skillpack.builder.resolve import Catalog
from skillpack.catalog import paths
from skillpack.catalog.hosts import shown_hosts
from skillpack.model.entry import Entry
from skillpack.model.settings import Configuration, Theme
from skillpack.site.pages.catalog import CatalogView, page_groups
from skillpack.site.pages.home import beside, rows_of_page
from skillpack.site.pages.lists import addresses, uncounted, values_of
from skillpack.site.rows import PAGE

_KINDS = ("tags", "authors")


class Members:
    """Which skills stand on which pages.

    Args:
        entries: Of the catalog, by name.
        marks: Of each in turn, what tells how lists show it.
    """

    def __init__(self, entries: Sequence[Entry], marks: Sequence[str]) -> None:
        self.entries, self.marks = entries, marks
        self._of = {kind: defaultdict[str, "array[int]"](lambda: array("L")) for kind in _KINDS}
        for place, entry in enumerate(entries):
            for kind in _KINDS:
                for key in addresses(kind, entry):
                    self._of[kind][key].append(place)

    def places(self, kind: str, key: str) -> Sequence[int]:
        """Return the places in `entries` of the skills with a tag or of an author, by its address."""
        return self._of[kind][key]

    def having(self, kind: str, keys: Collection[str]) -> Iterator[Entry]:
        """Yield the entries by name that have one of some tags, or are of one of some authors."""
        return (self.entries[place] for place in sorted({place for key in keys for place in self.places(kind, key)}))


def listing_outputs(
    catalog: Catalog, members: Members, view: CatalogView, configuration: Configuration, theme: Theme, shown: str
) -> Iterator[SiteOutput]:
    """Yield the pages of each kind of list.

    Args:
        catalog: The set.
        members: Of the pages.
        view: What the pages are made of.
        configuration: Of the catalog.
        theme: Of the site.
        shown: Digest of the theme and of all that shapes pages.
    """
    overview, visibility = catalog.overview, catalog.visibility.hosts

    def keys(
        path: Callable[[int], str], beside: tuple[object, object], rows: Sequence[object], size: int
    ) -> Iterator[tuple[str, str]]:
        """Yield the path of each page of a list, and its key; one page for none.

        `beside` is what stands beside the rows of the first page, and of each that continues it.
        """
        starts = range(0, max(1, len(rows)), size)
        for number, start in enumerate(starts, 1):
            yield path(number), digest(beside[number > 1], len(starts), rows[start : start + size], shown)

    def pages(kind: str, due: Collection[str]) -> Iterator:  # type: ignore[type-arg]
        return page_groups(replace(view, wanted=due.__contains__), configuration, theme)[kind]

    first, further = beside(overview, shown_hosts(view.profiles, configuration), visibility)
    home = keys(paths.home_page, ((first, view.feed), further), members.marks, rows_of_page(overview))
    yield paged(dict(home), partial(pages, "home"))
    cells = [(entry.name, entry.verdicts) for entry in members.entries]
    yield paged(dict(keys(paths.hosts_page, ("", ""), cells, PAGE)), partial(pages, "hosts"))
    counted: Mapping[str, Sequence[tuple[str, int]]] = {"tags": overview.tags, "authors": overview.authors}
    for kind in _KINDS:
        values = values_of(counted[kind])
        found = {paths.listing(kind): digest(values, shown)} if values else {}
        for value in values.values():
            path = partial(paths.listing, kind, value.key)
            rows = [members.marks[place] for place in members.places(kind, value.key)]
            found.update(keys(path, (value, (uncounted(value), value.pages)), rows, PAGE))
        yield paged(found, partial(pages, kind))

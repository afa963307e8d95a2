"""Pages of lists: each page is a part, made anew where a skill on it changed (pure)."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from skillpack.builder.outputs.output import SiteOutput, digest, paged
from skillpack.builder.resolve import Catalog
from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.settings import Configuration, Theme
from skillpack.site.pages.catalog import CatalogView, page_groups
from skillpack.site.pages.home import facts, rows_of_page
from skillpack.site.pages.lists import addresses, values_of
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
    overview, everyone = catalog.overview, range(len(members.entries))

    def keys(path: Callable[[int], str], shared: object, places: Sequence[int], size: int) -> Iterator[tuple[str, str]]:
        """Yield the path of each page of a list, and its key; one page for none."""
        for number, start in enumerate(range(0, max(1, len(places)), size), 1):
            rows = [members.marks[place] for place in places[start : start + size]]
            yield path(number), digest(shared, len(places), rows, shown)

    def pages(kind: str, due: Collection[str]) -> Iterator:  # type: ignore[type-arg]
        return page_groups(replace(view, wanted=due.__contains__), configuration, theme)[kind]

    home = (facts(overview), catalog.visibility.hosts, view.feed)
    yield paged(dict(keys(paths.home_page, home, everyone, rows_of_page(overview))), partial(pages, "home"))
    yield paged(dict(keys(paths.hosts_page, "", everyone, PAGE)), partial(pages, "hosts"))
    counted: Mapping[str, Sequence[tuple[str, int]]] = {"tags": overview.tags, "authors": overview.authors}
    for kind in _KINDS:
        values = values_of(counted[kind])
        found = {paths.listing(kind): digest(values, shown)} if values else {}
        for value in values.values():
            path = partial(paths.listing, kind, value.key)
            found.update(keys(path, value, members.places(kind, value.key), PAGE))
        yield paged(found, partial(pages, kind))

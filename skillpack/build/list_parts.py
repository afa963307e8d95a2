"""Pages of lists as parts of a site: each page is made anew where a skill on it changed, and else kept."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from skillpack.catalog import paths
from skillpack.catalog.dated import is_listed
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Overview
from skillpack.model.selection import SetVisibility
from skillpack.build.store import Cache
from skillpack.site.home import facts, rows_of_page
from skillpack.site.listings import addresses, values_of
from skillpack.site.rows import PAGE

KINDS = ("tags", "authors")
_MARK = 32  # bytes
_FEW = 4  # of so many skills one is asked for alone; of more, all are passed over


@dataclass(slots=True)
class Members:
    """Which skills stand on which pages.

    Attributes:
        names: Of the set, in order.
        marks: Of each in turn, what tells how lists show it.
        of: Kind and address of a tag or an author -> places in `names`.
        dated: Whether a release has a day: then there may be a feed.
    """

    names: list[str] = field(default_factory=list)
    marks: bytearray = field(default_factory=bytearray)
    of: Mapping[str, defaultdict[str, "array[int]"]] = field(
        default_factory=lambda: {kind: defaultdict(lambda: array("L")) for kind in KINDS}
    )
    dated: bool = False

    def shown(self, places: Iterable[int]) -> bytes:
        """Return what tells how lists show the skills at some places."""
        return b"".join(self.marks[place * _MARK : (place + 1) * _MARK] for place in places)


def members_of(cache: Cache) -> Members:
    """Return which skills stand on which pages, in one pass over the set."""
    found = Members()
    for place, (mark, entry, carried) in enumerate(cache.marked()):
        found.names.append(entry.name)
        found.marks += bytes.fromhex(mark)
        for kind in KINDS:
            for key in addresses(kind, entry):
                found.of[kind][key].append(place)
        found.dated = found.dated or is_listed((carried.entry if carried is not None else entry).release)
    return found


def having(cache: Cache, members: Members, kind: str, keys: Collection[str]) -> Iterator[Entry]:
    """Yield the entries by name that have one of some tags, or are of one of some authors; perhaps others too."""
    places = {place for key in keys for place in members.of[kind][key]}
    if len(places) * _FEW > len(members.names):
        return cache.entries()
    return (cache.entry(members.names[place]) for place in sorted(places))


def list_keys(
    members: Members, overview: Overview, visibility: SetVisibility, *, feed: bool
) -> Mapping[str, Mapping[str, str]]:
    """Return for each kind of list the path of each page, and what names all that it shows but the theme.

    Args:
        members: Of the pages.
        overview: Facts about the set.
        visibility: What hosts show of it.
        feed: Whether the site has one.
    """
    home, everyone = repr((facts(overview), visibility.hosts, feed)), range(len(members.names))
    found: dict[str, Mapping[str, str]] = {
        "home": _keys(members, paths.home_page, home, everyone, rows_of_page(overview)),
        "hosts": _keys(members, paths.hosts_page, "", everyone, PAGE),
    }
    for kind, counted in (("tags", overview.tags), ("authors", overview.authors)):
        values = values_of(counted)
        keys = {paths.listing(kind): sha256(repr(values).encode("utf-8", "surrogatepass"))} if values else {}
        for value in values.values():
            path = partial(paths.listing, kind, value.key)
            keys.update(_keys(members, path, repr(value), members.of[kind][value.key], PAGE))
        found[kind] = keys
    return found


def _keys(
    members: Members, path: Callable[[int], str], shared: str, places: Sequence[int], size: int
) -> Mapping[str, str]:
    """Return the path of each page of a list, and what names all that it shows; one page for none."""
    before = f"{shared} {len(places)} ".encode("utf-8", "surrogatepass")
    starts = range(0, max(1, len(places)), size)
    return {
        path(number): sha256(before + members.shown(places[start : start + size]))
        for number, start in enumerate(starts, 1)
    }

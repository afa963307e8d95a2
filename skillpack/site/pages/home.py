"""The home page: every skill in one list while they are few, page after page when they are many."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.catalog import paths
from skillpack.catalog.hosts import shown_hosts
from skillpack.catalog.overview import WHOLE
from skillpack.model.entry import Overview, Tokens
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.publication import Publication
from skillpack.model.selection import HostVisibility
from skillpack.site.addresses import address
from skillpack.site.frame import Frame
from skillpack.site.install_lines import install_all
from skillpack.site.pages.guides import GUIDES, has_guides
from skillpack.site.rows import PAGE, Stretch, Wanted, every_page, pages, row
from skillpack.site.search_data import FOLDER
from skillpack.site.structured import of_catalog
from skillpack.site.topics import topic_groups
from skillpack.site.trusted import trusted
from skillpack.site.visibility import budget_pictures, visibility_lines

FOLDED = 20
"""Skills that are listed at once where the whole catalog stands on one page; the rest is one click away."""

_OPEN = 2  # filters that are unfolded


class FilterValue(Struct, frozen=True):
    """A value of a filter: its address, its words, how many skills have it; 0 on pages that do not say it."""

    key: str
    text: str
    count: int


class Facet(Struct, frozen=True):
    """A filter.

    Attributes:
        name: As in the page's address: `tag`.
        kind: Of the plain pages with the same content: `tags`, `authors`, or empty.
        more: How many values are not shown; on pages that say no number, 1 for any.
    """

    name: str
    kind: str
    choices: tuple[FilterValue, ...]
    more: int
    open: bool


class Beside(Struct, frozen=True):
    """What a home page shows of the set beside its rows.

    Totals stand on the first page alone, for most edits change one: the others show what leads elsewhere.

    Attributes:
        overview: Facts without what changes with every edit of a skill; None on pages that continue the first.
        others: How many entries are not published, by why.
        seen: What hosts show of the set.
    """

    skills: int
    published: int
    others: tuple[tuple[Publication, int], ...]
    facets: tuple[Facet, ...]
    overview: Overview | None = None
    seen: tuple[HostVisibility, ...] = ()


def beside(overview: Overview, hosts: Sequence[Profile], seen: Sequence[HostVisibility] = ()) -> tuple[Beside, Beside]:
    """Return the columns beside the rows of the first home page, and beside those of each that continues it.

    Args:
        overview: Facts about the set.
        hosts: Those whose titles filters show.
        seen: What hosts show of the set.
    """
    whole, skills, published, others = overview.skills <= WHOLE, overview.skills, overview.published, _others(overview)
    # Of many skills only those filters are shown that lead to plain pages.
    facets = tuple(facet for facet in _facets(overview, hosts) if whole or facet.kind)
    further = Beside(skills, published, others, tuple(map(_uncounted, facets)))
    return Beside(skills, published, others, facets, _facts(overview), tuple(seen)), further


def home_pages(
    frame: Frame,
    entries: Stretch,
    overview: Overview,
    profiles: Sequence[Profile],
    text: str,
    seen: Sequence[HostVisibility] = (),
    *,
    feed: bool = False,
    wanted: Wanted = every_page,
) -> Iterator[OutputFile]:
    """Yield the home page and the pages that continue it.

    Args:
        frame: Of the site.
        entries: Of the catalog.
        overview: Facts about the set.
        profiles: Those whose titles filters show.
        text: HTML of the catalog's own front page text, or empty.
        seen: What the catalog's hosts show of it.
        feed: Whether the site has one.
        wanted: Which pages are made.
    """
    whole, size = overview.skills <= WHOLE, rows_of_page(overview)
    first, further = beside(overview, shown_hosts(profiles, frame.configuration), seen)
    offered = {facet.name: frozenset(choice.key for choice in facet.choices) for facet in first.facets}
    feeds = (("application/atom+xml", paths.FEED),) if feed else ()
    last = max(1, -(-first.skills // size))
    for number in range(1, last + 1):
        if not wanted(paths.home_page(number)):
            continue
        shown = first if number == 1 else further
        here = tuple(entries((number - 1) * size, number * size))
        topics = topic_groups(here, frame.configuration.topics) if whole else ()
        named = {skill.name: group for group in topics for skill in group.skills if group.title}
        members = tuple(row(frame, entry, offered if whole else None, named.get(entry.name)) for entry in here)
        values = {
            "alternates": (("text/plain", paths.LLMS), *feeds) if number == 1 else (),
            "structured": of_catalog(frame.configuration) if number == 1 else "",
            "rows": members,
            "overview": shown.overview,
            "published": shown.published,
            "others": shown.others,
            "facets": shown.facets,
            "whole": whole,
            "data": paths.asset(FOLDER) if shown.skills else "",
            "guides": GUIDES if shown.skills and has_guides(frame.configuration.pages) else "",
            "dated": any(member.entry.updated for member in members),
            "pages": pages(number, last, (paths.home_page(number - 1), paths.home_page(number + 1))),
            "install": install_all(frame.configuration),
            "seen": next(visibility_lines(shown.seen), None),
            "pictures": tuple(budget_pictures(shown.seen)),
            "alarms": dict(shown.overview.alarms) if shown.overview else {},
            "topics": topics,
            "folds": FOLDED if whole and shown.skills > FOLDED else 0,
            "text": trusted(text) if number == 1 else "",  # rendered and sanitized before
        }
        yield frame.page(paths.home_page(number), "home.html", values)


def rows_of_page(overview: Overview) -> int:
    """Return how many skills a page holds."""
    return WHOLE if overview.skills <= WHOLE else PAGE


def _facts(overview: Overview) -> Overview:
    """Return the facts about a set that the home page shows, without those that change with every edit of a skill."""
    always = Tokens(overview.tokens.always, 0, 0)
    unsaid = replace(overview, errors=0, warnings=0, largest=0, duplicates=(), copies=(), nameless=(), tombstones=())
    return replace(unsaid, tokens=always)


def _uncounted(facet: Facet) -> Facet:
    """Return a filter without its numbers."""
    return replace(facet, choices=tuple(replace(each, count=0) for each in facet.choices), more=min(facet.more, 1))


def _others(overview: Overview) -> tuple[tuple[Publication, int], ...]:
    """Return how many entries are not published, by why."""
    rows = ((Publication.WITHHELD, overview.withheld), (Publication.YANKED, overview.yanked))
    return tuple((each, count) for each, count in rows if count)


def _facets(overview: Overview, hosts: Sequence[Profile]) -> Iterator[Facet]:
    """Yield the filters that tell skills apart."""
    published = overview.published
    titles = {profile.name: profile.title for profile in hosts}
    loading = sorted(
        (pair for pair in overview.hosts if pair[0] in titles), key=lambda pair: list(titles).index(pair[0])
    )
    others = [(str(each), count) for each, count in _others(overview)]
    states = [("published", published), *others] if others else []
    table = (
        ("tag", "tags", overview.tags, 16),
        ("alarm", "", overview.alarms, 2),
        ("kind", "", overview.kinds, 4),
        ("owner", "", overview.owners, 40),
        ("author", "authors", overview.authors, 10),
        ("license", "", overview.licenses, 20),
        ("tool", "", overview.tools, 40),
        ("host", "", loading, 16),
        ("status", "", overview.statuses, 4),
        ("state", "", states, 4),
    )
    shown = 0
    for name, kind, counted, most in table:
        # A value that all skills have filters nothing.
        whole = overview.skills if name == "state" else published
        telling = [(value, count) for value, count in counted if count < whole]
        words = titles if name == "host" else {}
        choices = tuple(FilterValue(address(value), words.get(value, value), count) for value, count in telling[:most])
        if choices:
            shown += 1
            yield Facet(name, kind, choices, max(0, len(telling) - most), open=shown <= _OPEN)

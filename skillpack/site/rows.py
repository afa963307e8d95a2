"""Entries -> rows of a list, and lists cut into pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from skillpack.catalog.overview import merged_license
from skillpack.catalog.roles import declared_role, role_of
from skillpack.model.entry import Entry, EntryState
from skillpack.model.finding import AlarmLevel
from skillpack.model.publication import Publication
from skillpack.model.version import is_label
from skillpack.site.addresses import address
from skillpack.site.frame import Frame
from skillpack.site.meter import meter
from skillpack.site.topics import TopicGroup
from skillpack.site.trusted import trusted

PAGE = 100
"""Rows of a page."""

Stretch = Callable[[int, int], Iterable[Entry]]
"""Gives the entries from a place to another, by name: a page asks for its own alone."""

Wanted = Callable[[str], bool]
"""Whether the page of a path must be made; one that is there as it should be need not."""


class Flag(Struct, frozen=True):
    """A few words that set a row apart.

    Attributes:
        kind: `bad`, `warn`, `out` for what is not offered, or empty.
        level: Of an alarm, where that is what the words say.
    """

    text: str
    kind: str = ""
    level: AlarmLevel | None = None


class Row(Struct, frozen=True):
    """A skill in a list.

    Attributes:
        label: A semantic version; empty where the label is a digest, which says nothing in a list.
        by: Author or owner, or empty.
        cost: Tokens when the skill opens: what is always read and the body.
        facets: `tag:git author:platform-team`: what filters look for; empty where nothing filters.
        lang: The attribute of its description, where that is in another language than the page.
    """

    entry: Entry
    label: str
    role: str
    by: str
    cost: int
    meter: Markup
    flags: tuple[Flag, ...]
    facets: str
    withheld: bool
    lang: Markup
    topic: TopicGroup | None = None


class Pages(Struct, frozen=True):
    """Where a page stands among its siblings; `previous` and `next` are paths, or empty."""

    number: int
    last: int
    previous: str
    next: str


def row(
    frame: Frame, entry: Entry, facets: Mapping[str, frozenset[str]] | None = None, topic: TopicGroup | None = None
) -> Row:
    """Return the row of an entry.

    Args:
        frame: Of the site.
        entry: The skill.
        facets: Name of a filter -> the addresses it offers; None where nothing filters.
        topic: Its own, where the page has topics.
    """
    role = declared_role(entry.role) or (role_of(entry.name) if frame.configuration.roles else None)
    return Row(
        entry=entry,
        label=entry.release.label if is_label(entry.release.label) else "",
        role=role.name if role else "",
        by=entry.authors[0] if entry.authors else entry.owner,
        cost=entry.tokens.always + entry.tokens.opened,
        meter=trusted(meter(entry.tokens)),  # drawn by us
        flags=tuple(_flags(frame, entry)),
        facets=" ".join(_facet_keys(entry, facets)) or "-" if facets is not None else "",
        withheld=entry.state is EntryState.WITHHELD,
        lang=frame.lang(entry.language),
        topic=topic,
    )


def facet_values(entry: Entry) -> Mapping[str, tuple[str, ...]]:
    """Return the values of an entry for each filter, as people read them."""
    return {
        "tag": entry.tags,
        "author": entry.authors,
        "owner": (entry.owner,) if entry.owner else (),
        "kind": entry.kinds,
        "license": (merged_license(entry.license),) if entry.license else (),
        "tool": entry.tools,
        "status": (entry.status,) if entry.status else (),
        "host": tuple(verdict.profile for verdict in entry.verdicts if verdict.loads),
        "state": (str(entry.publication),),
        "alarm": (str(entry.alarm),) if entry.alarm is not None else (),
    }


def every_page(_: str) -> bool:
    """Want all pages."""
    return True


def pages(number: int, last: int, path: Sequence[str]) -> Pages:
    """Return the place of a page; `path` holds the paths of the page before, if any, and of the page after."""
    return Pages(number, last, path[0] if number > 1 else "", path[1] if number < last else "")


def _flags(frame: Frame, entry: Entry) -> Iterator[Flag]:
    if entry.alarm is not None:
        kind = "bad" if entry.alarm is AlarmLevel.STOP else "warn"
        yield Flag(str(frame.t(f"flag.{entry.alarm}")), kind, entry.alarm)
    if entry.publication is not Publication.PUBLISHED:
        yield Flag(str(frame.t(f"flag.{entry.publication}")), "out")
    if entry.status:
        yield Flag(
            str(frame.t(f"status.{entry.status}", default=entry.status)), "warn" if entry.status == "deprecated" else ""
        )
    if not entry.by_model:
        yield Flag(str(frame.t("flag.people")))
    if not entry.by_user:
        yield Flag(str(frame.t("flag.agents")))
    if entry.warnings:
        yield Flag(str(frame.t("count.warning", entry.warnings)))
    missing = (*entry.requires.bins, *entry.requires.env)
    if missing:
        yield Flag(str(frame.t("flag.needs", names=", ".join(missing[:3]))))


def _facet_keys(entry: Entry, facets: Mapping[str, frozenset[str]]) -> Iterator[str]:
    # Filters count what is published; another skill is found by its state alone.
    outside = entry.publication is not Publication.PUBLISHED
    for name, values in facet_values(entry).items():
        if outside and name != "state":
            continue
        offered = facets.get(name, frozenset())
        yield from (f"{name}:{key}" for key in sorted({address(value) for value in values}) if key in offered)

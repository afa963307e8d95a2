"""The feed of the site as JSON Feed 1.1: the entries of `feed.xml`, for readers and programs that rather take JSON."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration
from skillpack.registry import fields
from skillpack.registry.feeds import MOST_TAGS, MOST_TEXT, latest_of, moment
from skillpack.registry.lines import Row, compact, document, filled, parsed
from skillpack.registry.xml import address, cut, one_line

VERSION = "https://jsonfeed.org/version/1.1"
"""Names the format."""

JSON_FEED = "application/feed+json"
"""The media type of feeds in JSON."""


def json_feed(entries: Iterable[Entry], configuration: Configuration) -> Iterator[OutputFile]:
    """Yield the feed of the newest version of each skill, the latest of them; nothing where there is none.

    Args:
        entries: By name, as indexes offer them.
        configuration: Of the catalog.
    """
    latest = latest_of(entries, configuration)
    if not latest:
        return
    site, owner = configuration.site_url, configuration.owner
    head = {
        "version": VERSION,
        "title": one_line(configuration.title) or "Skills",
        "home_page_url": site,
        "feed_url": address(site, paths.JSON_FEED),
        "description": cut(one_line(configuration.description), MOST_TEXT),
        "authors": [_author(owner.name or configuration.title or "Skills", owner.url)],
        "language": configuration.language,
    }
    rows = (compact(_item(entry, site)) for entry in latest)
    yield OutputFile(paths.JSON_FEED, document(filled(head, "version", "title"), "items", rows))


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed as it was read.

    Attributes:
        home: Address of the site.
        items: Id and archive of each item; the archive is empty where none is offered.
    """

    home: str
    items: tuple[tuple[str, str], ...]


def read(content: bytes, *, url: str) -> Feed:
    """Return a feed.

    Raises:
        IndexRefusedError: It is no such feed.
    """
    feed = parsed(content, where=url)
    items = []
    for number, item in enumerate(fields.rows(feed, "items", where=url), 1):
        where = f"{url}, item {number}"
        attached = fields.rows({"attachments": [], **item}, "attachments", where=where)
        archive = fields.text(attached[0], "url", where=where) if attached else ""
        items.append((fields.text(item, "id", where=where), archive))
    return Feed(fields.text(feed, "home_page_url", where=url), tuple(items))


def _item(entry: Entry, site: str) -> Row:
    release = entry.release
    archive = address(site, release.archive)
    about = cut(one_line(entry.description), MOST_TEXT)
    item = {
        "id": archive,
        "url": address(site, paths.skill_page(entry.name)),
        "title": f"{release.name} {release.label}",
        "content_text": about or f"Version {release.label} of {release.name}.",
        "date_published": moment(release.date),
        "authors": [_author(author) for author in entry.authors],
        "tags": [one_line(tag) for tag in entry.tags[:MOST_TAGS]],
        "attachments": [{"url": archive, "mime_type": "application/zip", "size_in_bytes": release.archive_size}],
    }
    return filled(item)


def _author(name: str, url: str = "") -> Row:
    safe = url if url.startswith(("https://", "http://")) else ""
    return filled({"name": one_line(name) or "unknown", "url": safe})

"""sitemap.xml: what search engines are told to read (sitemaps.org, protocol 0.9)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from skillpack.catalog import paths
from skillpack.catalog.dates import is_day
from skillpack.model.entry import Entry, EntryState
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration
from skillpack.registry.xml import address, escaped

MOST = 50_000
"""Addresses of one file, by the protocol; beyond, `sitemap.xml` is an index of such files."""

MOST_BYTES = 50_000_000
"""Of one file, likewise: the protocol allows 52,428,800."""

_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_FRONT_PAGE = "index"  # its text stands on the home page


def sitemap_files(
    entries: Iterable[Entry],
    stems: Sequence[str],
    configuration: Configuration,
    *,
    most: int = MOST,
    most_bytes: int = MOST_BYTES,
) -> Iterator[OutputFile]:
    """Yield the sitemap; nothing without a `site_url`, for addresses in it are absolute.

    Args:
        entries: By name; what is withheld and was never published is left out.
        stems: Published names of the catalog's own pages.
        configuration: Of the catalog.
        most: Addresses of one file.
        most_bytes: Of its addresses.
    """
    site = configuration.site_url
    if not site:
        return
    rows: Iterator[str] = (_row(site, path, day) for path, day in _pages(entries, stems, configuration))
    parts = _parts(rows, most, most_bytes)
    first = next(parts)
    second = next(parts, None)
    if second is None:
        yield _file(paths.SITEMAP, "urlset", first)
        return
    named: list[str] = []
    for together in chain((first, second), parts):
        path = paths.sitemap(len(named) + 1)
        named.append(f"<sitemap><loc>{_address(site, path)}</loc></sitemap>\n")
        yield _file(path, "urlset", together)
    yield _file(paths.SITEMAP, "sitemapindex", named)


def _parts(rows: Iterable[str], most: int, most_bytes: int) -> Iterator[list[str]]:
    """Yield rows as many together as one file may hold; the home page is always there."""
    together: list[str] = []
    size = 0
    for row in rows:
        length = len(row.encode())
        if together and (len(together) == most or size + length > most_bytes):
            yield together
            together, size = [], 0
        together.append(row)
        size += length
    yield together


def _pages(entries: Iterable[Entry], stems: Sequence[str], configuration: Configuration) -> Iterator[tuple[str, str]]:
    """Yield path and day of every page that people look for; the day may be empty."""
    yield paths.HOME, ""
    for entry in entries:
        if entry.state is EntryState.PUBLISHED or entry.carried is not None:
            yield paths.skill_page(entry.name), entry.updated
    own = [paths.text_page(stem) for stem in stems if stem != _FRONT_PAGE]
    bundles = [paths.bundle_page(bundle.name) for bundle in configuration.bundles]
    for path in (*own, *([paths.BUNDLES] if bundles else []), *bundles, paths.AGENTS, paths.CHECKS):
        yield path, ""


def _row(site: str, path: str, day: str) -> str:
    changed = f"<lastmod>{day}</lastmod>" if is_day(day) else ""
    return f"<url><loc>{_address(site, path)}</loc>{changed}</url>\n"


def _address(site: str, path: str) -> str:
    return escaped(address(site, path))


def _file(path: str, root: str, rows: Iterable[str]) -> OutputFile:
    lines = ('<?xml version="1.0" encoding="UTF-8"?>\n', f"<{root} {_NAMESPACE}>\n", *rows, f"</{root}>\n")
    return OutputFile(path, (line.encode() for line in lines))

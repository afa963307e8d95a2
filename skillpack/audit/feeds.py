"""The two feeds of the site: readable, of the same entries, and what they enclose is there."""

import re
from collections.abc import Iterator

from skillpack.audit.faults import file_missing, index_unreadable, indexes_disagree
from skillpack.audit.view import Published, digester, resolved
from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.finding import Finding
from skillpack.registry import json_feed

_IDS = re.compile(r"<entry>\s*<title>[^<]*</title>\s*<id>([^<]*)</id>")
_APOSTROPHES = (("&apos;", "'"), ("&amp;", "&"))  # all that an address holds and XML escapes


def feed_faults(site: Published) -> Iterator[Finding]:
    """Yield what readers of feeds would miss; a site may have no feed at all (decisions 5, 15)."""
    atom, json = site.get(paths.FEED), site.get(paths.JSON_FEED)
    if atom is None or json is None:
        if atom is not None:
            yield file_missing("", paths.JSON_FEED, paths.FEED)
        if json is not None:
            yield file_missing("", paths.FEED, paths.JSON_FEED)
        return
    try:
        feed = json_feed.read(json, url=paths.JSON_FEED)
    except IndexRefusedError as error:
        yield index_unreadable(paths.JSON_FEED, str(error))
        return
    if [key for key, _ in feed.items] != _ids(atom):
        yield indexes_disagree("", paths.JSON_FEED, f"and `{paths.FEED}` have other entries")
    digest = digester(site)
    for _, archive in feed.items:
        path = resolved("", archive.removeprefix(feed.home)) if archive.startswith(feed.home) else None
        if archive and (path is None or not digest(path)):
            yield file_missing("", path or archive, paths.JSON_FEED)


def _ids(atom: bytes) -> list[str]:
    found = _IDS.findall(atom.decode("utf-8", "replace"))
    for escaped, plain in _APOSTROPHES:
        found = [each.replace(escaped, plain) for each in found]
    return found

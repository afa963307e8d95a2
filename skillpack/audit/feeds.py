"""The feed of the site: what it encloses is there."""

import re
from collections.abc import Iterator
from html import unescape

from skillpack.audit.faults import file_missing
from skillpack.audit.view import Published, digester, resolved
from skillpack.catalog import paths
from skillpack.model.finding import Finding

_HOME = re.compile(r'<link rel="alternate" type="text/html" href="([^"]*)"')
_ENCLOSED = re.compile(r'<link rel="enclosure" [^>]*href="([^"]*)"')


def feed_faults(site: Published) -> Iterator[Finding]:
    """Yield what readers of the feed would miss; a site may have no feed at all."""
    text = (site.get(paths.FEED) or b"").decode("utf-8", "replace")
    named = _HOME.search(text)  # the feed names its page before the pages of its entries
    home = unescape(named[1]) if named else ""
    digest = digester(site)
    for archive in map(unescape, _ENCLOSED.findall(text)):
        path = resolved("", archive.removeprefix(home)) if home and archive.startswith(home) else None
        if path is None or not digest(path):
            yield file_missing("", path or archive, paths.FEED)

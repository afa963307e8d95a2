"""The OpenSearch description: browsers offer the search of the home page (OpenSearch 1.1)."""

from collections.abc import Iterator

from skillpack.catalog import paths
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration, Picture
from skillpack.registry.xml import address, cut, element, escaped, one_line

OPENSEARCH = "application/opensearchdescription+xml"
"""The media type of the description."""

SEARCHED = "q"
"""The parameter of the home page's address that holds the query."""

_MOST_SHORT, _MOST_LONG, _MOST_ABOUT = 16, 48, 1024  # characters, by the format
_NAMESPACE = "http://a9.com/-/spec/opensearch/1.1/"


def opensearch_files(configuration: Configuration, icon: Picture) -> Iterator[OutputFile]:
    """Yield the description; nothing without a `site_url`, for addresses in it are absolute.

    Args:
        configuration: Of the catalog.
        icon: Of the site, among the assets.
    """
    site = configuration.site_url
    if not site:
        return
    title = one_line(configuration.title) or "Skills"
    picture, here = address(site, paths.asset(icon.path)), address(site, paths.OPENSEARCH)
    url = f"{site}?{SEARCHED}={{searchTerms}}"
    text = "".join(
        (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<OpenSearchDescription xmlns="{_NAMESPACE}">\n',
            element("ShortName", cut(title, _MOST_SHORT)),
            element("LongName", cut(title, _MOST_LONG)),
            element("Description", cut(one_line(configuration.description) or title, _MOST_ABOUT)),
            f'<Image width="16" height="16" type="{icon.media_type}">{escaped(picture)}</Image>\n',
            f'<Url type="text/html" template="{escaped(url)}"/>\n',
            f'<Url type="{OPENSEARCH}" rel="self" template="{escaped(here)}"/>\n',
            element("InputEncoding", "UTF-8"),
            "</OpenSearchDescription>\n",
        )
    )
    yield OutputFile(paths.OPENSEARCH, (text.encode(),))

"""What search engines are told of a page: JSON-LD by schema.org, as a data block that no browser runs.

Addresses in it are absolute: without a `site_url` there is none.
"""

import json
from collections.abc import Mapping

from markupsafe import Markup

from skillpack.catalog.dates import is_day
from skillpack.model.entry import Details, Entry, EntryState
from skillpack.model.settings import Configuration
from skillpack.site.addresses import quoted
from skillpack.site.trusted import trusted

_CONTEXT = "https://schema.org"
_SEPARATORS = (",", ":")
_encoded = json.JSONEncoder(ensure_ascii=False, separators=_SEPARATORS).encode
_escaped = json.JSONEncoder(separators=_SEPARATORS).encode
_NOTHING: tuple[object, ...] = ("", [], {})


def of_catalog(configuration: Configuration) -> Markup:
    """Return the markup of the home page: a site that can be searched, and a catalog; empty without a `site_url`."""
    url, owner = configuration.site_url, configuration.owner
    if not url:
        return Markup()
    search = {
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": f"{url}?q={{search_term_string}}"},
        "query-input": "required name=search_term_string",
    }
    about = {"url": url, "name": configuration.title, "description": configuration.description}
    publisher = _filled({"@type": "Organization", "name": owner.name, "url": owner.url}) if owner.name else {}
    graph = (
        {"@type": "WebSite", "@id": f"{url}#site", **about, "potentialAction": search},
        {"@type": "DataCatalog", "@id": f"{url}#catalog", **about, "publisher": publisher},
    )
    return _block({"@context": _CONTEXT, "@graph": [_filled(each) for each in graph]})


def of_skill(entry: Entry, details: Details, configuration: Configuration) -> Markup:
    """Return the markup of a skill's page; empty without a `site_url`, and for a skill that is not published."""
    url = configuration.site_url
    if not url or entry.state is not EntryState.PUBLISHED:
        return Markup()
    page = url + quoted(f"skills/{entry.name}/")
    release = entry.release
    archive = {
        "@type": "MediaObject",
        "contentUrl": url + quoted(release.archive),
        "encodingFormat": "application/zip",
        "contentSize": str(release.archive_size),
        "sha256": release.archive_sha256,
    }
    code = {
        "@type": "SoftwareSourceCode",
        "@id": page,
        "url": page,
        "name": entry.name,
        "description": entry.description,
        "version": release.label,
        "license": {"@type": "CreativeWork", "name": entry.license} if entry.license else "",
        "author": [{"@type": "Person", "name": author} for author in entry.authors],
        "keywords": list(entry.tags),
        "dateModified": release.date if is_day(release.date) else "",
        "codeRepository": details.source if details.source.startswith(("https://", "http://")) else "",
        "encoding": archive if release.archive and not release.yanked else {},
        "isPartOf": {"@id": f"{url}#catalog"},
    }
    crumbs = [
        {"@type": "ListItem", "position": at, "name": name, "item": address}
        for at, (name, address) in enumerate(((configuration.title, url), (entry.name, page)), 1)
    ]
    trail = {"@type": "BreadcrumbList", "itemListElement": crumbs}
    return _block({"@context": _CONTEXT, "@graph": [_filled(code), trail]})


def _filled(row: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in row.items() if value not in _NOTHING}


def _block(value: object) -> Markup:
    """Return JSON in which nothing can end the block that holds it: it has no `<`, `>` or `&`."""
    text = _encoded(value)
    if not text.isprintable():  # nor is there anything that editors and terminals obey
        text = _escaped(value)
    for mark, code in (("&", "\\u0026"), ("<", "\\u003c"), (">", "\\u003e")):
        text = text.replace(mark, code)
    return trusted(text)  # marks of HTML were escaped

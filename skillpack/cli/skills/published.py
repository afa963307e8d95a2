"""What a published site lists, for the commands that look at a catalog."""

from pathlib import Path

from skillpack.catalog import paths
from skillpack.cli.console import notify, paint_for
from skillpack.model.entry import EntryState
from skillpack.model.limits import Limits
from skillpack.registry import catalog_json
from skillpack.registry.catalog_json import CatalogLine
from skillpack.sources.http.address import is_url


def is_site(catalog: str) -> bool:
    """Return whether `--catalog` names a published site: an address, or a folder that `build` wrote."""
    return is_url(catalog) or Path(catalog, paths.CATALOG).is_file()


def listed_of(catalog: str) -> tuple[tuple[CatalogLine, str], ...]:
    """Return the skills that a site offers, by name, each with the address of its page.

    Raises:
        FetchError: It cannot be read.
        IndexRefusedError: Its index is refused; the message names the entry.
    """
    # Sources take long to load, and who asks whether there is a site at all needs none.
    from skillpack.cli.options.sources import open_sources

    limits = Limits()
    notify(f"catalog: {paint_for(stderr=True).show(catalog)}")
    with open_sources((), limits)[0] as sources:
        site = sources.catalog(catalog)
        lines = catalog_json.read(site.lines(paths.CATALOG), url=site.where(paths.CATALOG), limits=limits)
        return tuple(
            (each, site.where(each.page)) for each in lines if each.state == EntryState.PUBLISHED and each.digest
        )

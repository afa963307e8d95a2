"""`[review] from` -> the reviews of other catalogs: of published ones, and of folders that they are made from."""

import io
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field
from msgspec.structs import replace

from skillpack.builder.inputs.reviews import FOLDER, read_reviews, read_said
from skillpack.builder.inputs.scans import with_more, with_reports
from skillpack.catalog import paths
from skillpack.check.masking import masked_text
from skillpack.errors import FetchError
from skillpack.files.trace import Trace
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.review import CatalogReviews, Review
from skillpack.model.settings import ReviewSettings
from skillpack.registry import reviews_json
from skillpack.sources.asking import DOWNLOADS, NO_SETTINGS, WebAsking
from skillpack.sources.http.address import is_url
from skillpack.sources.published_site import PublishedCatalog

_CONFIGURATION = "skillpack.toml"
_HINT = "`[review] from` names the address or the folder of a published catalog, or the folder that it is made from"
_ALONE = "an objection must not get lost, so nothing is built without it; take it out of `[review] from` to do without"


class Asking(Struct, frozen=True):
    """How other catalogs on the web are asked.

    Attributes:
        env: Where proxies are looked for.
        cache: Folder below which answers are kept; None for this time alone.
        web: How the user's settings want it.
    """

    env: Mapping[str, str] = field(default_factory=dict)
    cache: Path | None = None
    web: WebAsking = NO_SETTINGS


def with_foreign(
    reviews: CatalogReviews, sources: Collection[str], root: Path, asking: Asking | None, trace: Trace | None = None
) -> CatalogReviews:
    """Return the reviews of a catalog with those of others, which say where they come from.

    Only what a catalog says itself is taken, nothing that it took from others.

    Args:
        reviews: Of the catalog.
        sources: As `[review] from` has them; a folder is relative to the catalog's.
        root: The catalog's folder.
        asking: How sites are asked; None passes over those on the web.
        trace: Notes what this depends on; of a site, nobody knows that it is as it was.

    Raises:
        FetchError: A catalog cannot be read, or is none: an objection must not get lost.
        ListRefusedError: The settings want a signed list of a site, and it is refused.
    """
    found: defaultdict[str, dict[Review, None]] = defaultdict(dict)
    for source in sources:
        if not is_url(source):
            taken = _of_folder(root, source, trace)
        elif asking is None:
            continue
        else:
            taken = _of_site(source, root, asking)
            if trace is not None:
                trace.doubt()
        for name, review in taken:
            found[name][review] = None
    return with_more(reviews, foreign={name: tuple(each) for name, each in found.items()})


def _of_folder(root: Path, source: str, trace: Trace | None) -> Iterator[tuple[str, Review]]:
    folder, origin = root / source, printable(source)
    if trace is not None:
        for path in (paths.REVIEWS, paths.CATALOG, _CONFIGURATION, FOLDER):
            trace.link(str(folder / path))
    if (folder / paths.CATALOG).is_file() or (folder / paths.REVIEWS).is_file():
        yield from _of_site(source, root, Asking())
        return
    if not ((folder / FOLDER).is_dir() or (folder / _CONFIGURATION).is_file()):
        raise FetchError(f"there is no catalog in `{origin}`", hint=_HINT)
    reviews = read_reviews(folder, trace)
    if reviews.unreadable:
        raise FetchError(f"the reviews of `{origin}` cannot be read: {reviews.unreadable}", hint=_ALONE)
    for name, said in reviews.by_name.items():
        held = read_said(said)
        if held.unread:
            file = printable(f"{source}/{said.file}")
            raise FetchError(f"the reviews of `{file}` cannot be read: {held.problems[0].clause}", hint=_ALONE)
        for review in held.reviews:
            yield name, replace(review, origin=origin, line=0)


def _of_site(location: str, root: Path, asking: Asking) -> Iterator[tuple[str, Review]]:
    from skillpack.sources.access import Access, open_catalog  # HTTP and TLS, which few catalogs need

    limits = Limits()
    with ExitStack() as stack:
        web, cache = asking.web, asking.cache
        store = cache / DOWNLOADS if cache else Path(stack.enter_context(TemporaryDirectory(prefix="skillpack-")))
        access = Access(asking.env, store, credentials=web.credentials, insecure=tuple(web.insecure), lists=web.lists)
        try:
            site = stack.enter_context(open_catalog(location, limits, access, root))
            content = _published(site)
            url = site.where(paths.REVIEWS)
        except FetchError as error:
            said = f"the reviews of `{printable(location)}` cannot be read: {error}"
            raise FetchError(said, hint=error.hint or _ALONE) from error
    if not content:
        return
    lines, origin = io.BytesIO(content), printable(location)
    for name, review in reviews_json.read(lines, url=url, origin=origin, limits=limits):
        texts = {key: masked_text(getattr(review, key)) for key in ("by", "version", "note")}
        yield name, replace(review, **texts)


def _published(site: PublishedCatalog) -> bytes:
    """Return the file of reviews that a catalog publishes; empty for a catalog that has none."""
    content = site.find(paths.REVIEWS)
    if site.untold is not None:
        raise site.untold
    if content is None and not site.has(paths.CATALOG):
        raise FetchError("there is no catalog", hint=_HINT)
    return content or b""


def catalog_reviews(
    root: Path, settings: ReviewSettings, asking: Asking | None = None, trace: Trace | None = None
) -> CatalogReviews:
    """Return all that is said of the skills of a catalog: its own reviews, those of others, reports of scanners.

    Args:
        root: The catalog's folder.
        settings: That name the others and the reports.
        asking: How sites are asked; None passes over those on the web.
        trace: Notes what this depends on.

    Raises:
        FetchError: Another catalog cannot be read, or is none.
        IndexRefusedError: What it publishes is refused.
        ListRefusedError: The settings want a signed list of a site, and it is refused.
    """
    own = with_reports(read_reviews(root, trace), settings.sarif, root, trace)
    return with_foreign(own, settings.sources, root, asking, trace)

"""How the web is asked: by whom, how carefully, or not at all."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from skillpack.errors import OfflineError
from skillpack.model.install_settings import ListTrust
from skillpack.model.limits import Limits
from skillpack.sources.file_cache import Store
from skillpack.sources.http.address import is_url, parse_address, plain_path
from skillpack.sources.http.credentials import Credentials
from skillpack.sources.http.destination import Resolver, resolve_host
from skillpack.sources.http.site import WebSite
from skillpack.sources.http.timeouts import Timeouts
from skillpack.sources.published_site import THREADS, Judge, PublishedCatalog, PublishedSite
from skillpack.sources.response_cache import KeptSite, RememberedSite
from skillpack.sources.site_folder import FolderSite, MirroredSite, mirror_of
from skillpack.sources.trusted_list import ListedSite, TrustedList, folder_paths, web_paths

ANSWERS = "answers"
"""Folder of answers below that of downloads."""


class Access(Struct, frozen=True):
    """How the web is asked.

    Attributes:
        env: Where proxies are looked for.
        store: Folder of downloads by digest, and of answers; None keeps none.
        timeouts: How long a site may take.
        insecure: Hosts that may be read by http.
        credentials: Of the user; None for none.
        origins: Addresses of further origins from which an index may have its archives, and which others may name.
        offline: Ask nobody: read what is kept and what is mirrored.
        mirror: Folder of copies of sites, one for each host; a host that is there is never asked.
        resolve: Asked for the addresses of names.
        led: True where it is not the user who names addresses, so that none may be in a private network.
        lists: Signed lists of registries, by which every file of theirs is judged, however one asks for it.
    """

    env: Mapping[str, str]
    store: Path | None = None
    timeouts: Timeouts | None = None
    insecure: tuple[str, ...] = ()
    credentials: Credentials | None = None
    origins: tuple[str, ...] = ()
    offline: bool = False
    mirror: Path | None = None
    resolve: Resolver = resolve_host
    led: bool = False
    lists: tuple[TrustedList, ...] = ()


def open_site(url: str, access: Access) -> PublishedSite:
    """Return a site on the web, whose indexes are remembered where that is wanted; nothing is asked yet.

    Raises:
        FetchError: The address is not safe to read from.
    """
    web = WebSite(
        url,
        access.env,
        access.timeouts,
        insecure=access.insecure,
        credentials=access.credentials,
        resolve=access.resolve,
        led=access.led and not is_allowed(url, access),
    )
    mirrored = mirror_of(web.address(""), access.mirror) if access.mirror is not None else None
    if mirrored is not None:
        return MirroredSite(web, mirrored)
    if access.offline:
        if access.store is None:
            raise OfflineError(
                f"`{web.name}` is not cached, and `--offline` sends no request", hint="give `--mirror DIR`"
            )
        return KeptSite(web, access.store / ANSWERS)
    return web if access.store is None else RememberedSite(web, access.store / ANSWERS)


def open_catalog(location: str, limits: Limits, access: Access, root: Path) -> PublishedCatalog:
    """Return the catalog at a folder or an address; nothing is read yet.

    Args:
        root: What a relative folder is relative to.

    Raises:
        FetchError: There is no such folder, or the address is not safe to read from.
    """
    if not is_url(location):
        folder: PublishedSite = FolderSite(root / location)
        listed = _listed_folder(folder, root / location, access)
        return PublishedCatalog(listed, None, limits, judge=_judge(listed))
    site = open_site(location, access)
    store = Store(access.store) if access.store is not None else None
    artifacts = site.unremembered if isinstance(site, RememberedSite) else site
    listed = _listed(artifacts, location, access, beside=True)
    return PublishedCatalog(
        listed,
        store,
        limits,
        indexes=_listed(site, location, access, beside=False),
        threads=THREADS,
        judge=_judge(listed),
    )


def _judge(site: PublishedSite) -> Judge | None:
    return site.judge if isinstance(site, ListedSite) else None


def list_trust(location: str, access: Access, root: Path) -> ListTrust | None:
    """Return whose signed lists count for a registry at a folder or an address; None where nobody was named.

    Args:
        root: What a relative folder is relative to.

    Raises:
        FetchError: An address is none.
    """
    wanted = _spelled(location if is_url(location) else str((root / location).resolve()), access)
    trusts = (each.trust for each in access.lists)
    return next((each for each in trusts if _spelled(each.registry, access) == wanted), None)


def _spelled(location: str, access: Access) -> tuple[object, str]:
    """Return what two spellings of a registry's address share, as far as they name the same files; its folder so."""
    if not is_url(location):
        return "", location
    return parse_address(location, insecure=access.insecure).origin, plain_path(location).casefold()


def _listed(site: PublishedSite, location: str, access: Access, *, beside: bool) -> PublishedSite:
    """Return a site of which registries with a signed list give only what that names.

    What counts is where a file lies, not what was opened: a page or the origin of a registry leads to its files too.

    Args:
        beside: Whether an address below such a registry leads to files beside it.
    """
    origin = parse_address(location, insecure=access.insecure).origin
    for each in access.lists:
        registry = each.trust.registry
        if is_url(registry) and parse_address(registry, insecure=access.insecure).origin == origin:
            site = ListedSite(site, each, *web_paths(site, registry), beside=beside)
    return site


def _listed_folder(site: PublishedSite, folder: Path, access: Access) -> PublishedSite:
    real = str(folder.resolve())
    for each in access.lists:
        if each.trust.registry == real:
            site = ListedSite(site, each, *folder_paths())
    return site


def is_allowed(origin: str, access: Access) -> bool:
    """Return whether an index may have its archives at another origin than its own.

    Raises:
        FetchError: An address is none.
    """
    address = parse_address(origin, insecure=access.insecure)
    return any(address.origin == parse_address(each, insecure=access.insecure).origin for each in access.origins)

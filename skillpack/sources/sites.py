"""A site's address -> its skills, by its discovery index, v0.2 before v0.1."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from urllib.parse import unquote, urljoin

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import FetchError, IndexRefusedError, MissingError
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.release import Artifact
from skillpack.registry import discovery
from skillpack.registry.discovery import Discovered
from skillpack.sources.available import AvailableSkill, FetchedSkill, check_name, from_archive, from_markdown
from skillpack.sources.http.address import Address, parse_address
from skillpack.sources.legacy_index import legacy_skills
from skillpack.sources.published_site import PublishedCatalog

_FILES = r"index\.(?:html|md)|catalog\.json|versions\.json|skill\.json|SKILL\.md|\.well-known(?:/.*)?"
_FILE = re.compile(rf"(?<=/)(?:{_FILES})$")
_PAGE = re.compile(r"(.*/)skills/([^/]+)/(?:versions/([^/]+)/)?")
_TWICE = re.compile(r": `([a-z0-9-]+)` is listed twice$")
_ARCHIVES = (b"PK", b"\x1f\x8b")
_VERSION = re.compile(rb'"\$schema"\s*:')


class SiteRequest(Struct, frozen=True):
    """A site that is asked for skills.

    Attributes:
        catalog: Gives the files of the site.
        only: The names that are wanted; empty for all.
        elsewhere: Returns what gives the files of another address that an index may lead to; None where it may not.
        insecure: Hosts that may be read by http.
    """

    catalog: PublishedCatalog
    limits: Limits
    only: Collection[str]
    elsewhere: Callable[[str], PublishedCatalog | None]
    insecure: Collection[str] = ()


def home_of(url: str) -> str:
    """Return the address of the site that a page, an index or a record lies on, with a slash at its end."""
    base = _FILE.sub("", url)
    return base if base.endswith("/") else f"{base}/"


def page_of(home: str) -> tuple[str, str, str]:
    """Return the catalog's address, the name and the label that the page of a skill or version shows; all may be empty.

    The pages are those that skillpack builds.
    """
    found = _PAGE.fullmatch(home)
    return (found[1], unquote(found[2]), unquote(found[3] or "")) if found else ("", "", "")


def site_skills(request: SiteRequest) -> Iterator[AvailableSkill]:
    """Yield the skills of a site.

    The index below the address comes first. That of the origin is asked only for the one skill that the address ends
    in: who names a part of a site does not mean all of it. Where there is an index v0.2, v0.1 is not read, for it has
    no digests.

    Raises:
        MissingError: There is no index.
        IndexRefusedError: It is refused, or the entry of a name that is wanted; the message names it. Where all are
            wanted, the skill of such an entry raises it.
        FetchError: It cannot be read.
    """
    home = parse_address(request.catalog.where(""), insecure=request.insecure)
    # The root of the origin has one place for an index, what lies below it two.
    places = [("", request.only)]
    if home.target != "/":
        places.append(("/", (unquote(home.target.rstrip("/").rpartition("/")[2]),)))
    there = ""
    for prefix, only in places:
        path = f"{prefix}{paths.DISCOVERY}"
        content = _index(request.catalog, path)
        if content is None:
            continue
        there = request.catalog.where(path)
        found = _read(request, path, content, only, home)
        if found or not prefix:
            if not (found or only):
                raise MissingError(f"`{there}` lists no skills")
            yield from found
            return
    for prefix, only in places:
        path = f"{prefix}{paths.DISCOVERY_LEGACY}"
        # Beside an index v0.2 it is never read.
        content = None if prefix and there else _index(request.catalog, path)
        if content is not None:
            yield from legacy_skills(request.catalog, path, content, request.limits, only)
            return
    raise _missing(request.catalog, home, there)


def _index(catalog: PublishedCatalog, path: str) -> bytes | None:
    """Return an index; None where there is none, or where a page says so that is sent for everything."""
    content = catalog.find(path)
    return None if content is None or content.lstrip()[:1] == b"<" else content


def _read(
    request: SiteRequest, path: str, content: bytes, only: Collection[str], home: Address
) -> Sequence[AvailableSkill]:
    if not _VERSION.search(content):
        # Clients take an index v0.1 also where one of v0.2 is looked for.
        return list(legacy_skills(request.catalog, path, content, request.limits, only))
    url = request.catalog.where(path)
    found, passed = discovery.read(content, url=url, limits=request.limits)
    bad = [why for why in passed if any(f"`{name}`" in why for name in only)]
    if bad:
        raise IndexRefusedError(bad[0])
    # Of a name that is listed twice, nobody knows which is meant.
    twice = {told[1] for why in passed if (told := _TWICE.search(why))}
    wanted = [entry for entry in found if (not only or entry.name in only) and entry.name not in twice]
    available = [_available_skill(request, entry, url, home) for entry in wanted]
    return available if only else [*available, *(_refused(request, IndexRefusedError(why)) for why in passed)]


def _available_skill(request: SiteRequest, entry: Discovered, index: str, home: Address) -> AvailableSkill:
    """Return the available skill of an entry, once it is known that it leads where it may."""
    where = f"`{index}` (`{entry.name}`)"
    try:
        address = parse_address(urljoin(index, entry.url), insecure=request.insecure)
        catalog = request.catalog if address.origin == home.origin else request.elsewhere(address.root)
    except FetchError as error:
        return _refused(request, IndexRefusedError(f"{where}: {error}"), entry.name)
    except ValueError:
        return _refused(request, IndexRefusedError(f"{where}: `{printable(entry.url)}` is not an address"), entry.name)
    if catalog is None:
        why = IndexRefusedError(
            f"{where}: its file is at `{address.root}`, not at `{home.root}`",
            hint=f"`--allow-origin {address.root}` where you trust it, or `[http] origins` in your settings",
        )
        return _refused(request, why, entry.name)
    return AvailableSkill(
        name=entry.name,
        provenance=Provenance(SourceKind.SITE, request.catalog.name, assurance=Assurance.DIGEST),
        get=partial(
            download, catalog, entry.name, address, entry.sha256, request.limits, single=entry.type == "skill-md"
        ),
        description=entry.description,
        url=str(address),
        archive_sha256=entry.sha256,
    )


def _refused(request: SiteRequest, why: IndexRefusedError, name: str = "") -> AvailableSkill:
    """Return a stand-in for an entry that is refused, so that the others can be taken."""

    def get() -> FetchedSkill:
        raise why

    provenance = Provenance(SourceKind.SITE, request.catalog.name)
    return AvailableSkill(name=name, provenance=provenance, get=get, description=f"refused: {why}")


def download(
    catalog: PublishedCatalog, name: str, address: Address, sha256: str, limits: Limits, *, single: bool | None = None
) -> FetchedSkill:
    """Return the skill that an index promises.

    Args:
        catalog: Gives the file.
        name: That the index gives it.
        address: Of the file.
        sha256: Of the file, 64 hex digits.
        limits: What we are willing to read.
        single: True for a `SKILL.md`, False for an archive; None where only the file tells.

    Raises:
        IntegrityError: It is not what was promised.
        ArchiveError: It is refused.
        FetchError: It cannot be read.
    """
    content, where = catalog.artifact(Artifact(address.target, sha256)), address.shown
    is_single = single if single is not None else not content.startswith(_ARCHIVES)
    opened = (
        from_markdown(content, named=name, where=where)
        if is_single
        else from_archive(content, limits, named=name, where=where)
    )
    check_name(opened, name, where)
    return opened


def _missing(catalog: PublishedCatalog, home: Address, there: str) -> FetchError:
    if catalog.untold is not None:
        return catalog.untold
    if there:
        return MissingError(
            f"`{catalog.name}` has no index of skills, and `{there}` does not list this name",
            hint=f"`{home.root}/` with `--skill NAME` installs one of its skills",
        )
    return MissingError(
        f"`{catalog.name}` publishes no skills: it has neither `{paths.VERSIONS}` nor `{paths.DISCOVERY}`",
        hint="give the address of a catalog, of an archive, or `git+URL` for a repository",
    )

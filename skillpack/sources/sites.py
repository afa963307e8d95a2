"""A site's address -> its skills, by its discovery index, v0.2 before v0.1."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from urllib.parse import quote, unquote, urljoin

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import FetchError, IndexRefusedError, MissingError
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import collisions, path_problem, printable
from skillpack.model.release import Artifact
from skillpack.model.tree import make_tree
from skillpack.parse.compose import published_tree
from skillpack.parse.document import SKILL_FILE
from skillpack.registry import discovery
from skillpack.registry.discovery import Discovered, OldEntry, read_legacy, unfit_file
from skillpack.sources.available import AvailableSkill, FetchedSkill, check_name, from_archive, from_markdown, from_tree
from skillpack.sources.http.address import Address, parse_address
from skillpack.sources.published_site import PublishedCatalog

_FILES = r"index\.(?:html|md)|catalog\.json|versions\.json|skill\.json|SKILL\.md|\.well-known(?:/.*)?"
_FILE = re.compile(rf"(?<=/)(?:{_FILES})$")
_PAGE = re.compile(r"(.*/)skills/([^/]+)/(?:versions/([^/]+)/)?")
_TWICE = re.compile(r": `([a-z0-9-]+)` is listed twice$")
_ARCHIVES = (b"PK", b"\x1f\x8b")
_LEGACY_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_NAME = 64
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
    prefixes = [("", request.only)]
    if home.target != "/":
        prefixes.append(("/", (unquote(home.target.rstrip("/").rpartition("/")[2]),)))
    index = ""
    for prefix, only in prefixes:
        path = f"{prefix}{paths.DISCOVERY}"
        content = _index(request.catalog, path)
        if content is None:
            continue
        index = request.catalog.where(path)
        found = _read(request, path, content, only, home)
        if found or not prefix:
            if not (found or only):
                raise MissingError(f"`{index}` lists no skills")
            yield from found
            return
    for prefix, only in prefixes:
        path = f"{prefix}{paths.DISCOVERY_LEGACY}"
        # Beside an index v0.2 it is never read.
        content = None if prefix and index else _index(request.catalog, path)
        if content is not None:
            yield from _legacy_skills(request.catalog, path, content, request.limits, only)
            return
    raise _missing(request.catalog, home, index)


def _index(catalog: PublishedCatalog, path: str) -> bytes | None:
    """Return an index; None where there is none, or where a page says so that is sent for everything."""
    content = catalog.find(path)
    return None if content is None or content.lstrip()[:1] == b"<" else content


def _read(
    request: SiteRequest, path: str, content: bytes, only: Collection[str], home: Address
) -> Sequence[AvailableSkill]:
    if not _VERSION.search(content):
        # Clients take an index v0.1 also where one of v0.2 is looked for.
        return list(_legacy_skills(request.catalog, path, content, request.limits, only))
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
            fetch_indexed, catalog, entry.name, address, entry.sha256, request.limits, single=entry.type == "skill-md"
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


def fetch_indexed(
    catalog: PublishedCatalog,
    name: str,
    address: Address,
    sha256: str,
    limits: Limits,
    *,
    single: bool | None = None,
    indexed: bool = True,
) -> FetchedSkill:
    """Return the skill that an index promises, or promised once.

    Args:
        catalog: Gives the file.
        name: That the index gives it.
        address: Of the file.
        sha256: Of the file, 64 hex digits.
        limits: What we are willing to read.
        single: True for a `SKILL.md`, False for an archive; None where only the file tells.
        indexed: Whether the index was read; else somebody else told the digest, such as a lock file.

    Raises:
        ListRefusedError: It is not as the signed list of a registry names it.
        IntegrityError: It is not what was promised.
        ArchiveError: It is refused.
        FetchError: It cannot be read.
    """
    wanted, where = Artifact(address.target, sha256), address.shown
    content = catalog.artifact(wanted) if indexed else catalog.promised(wanted)
    is_single = single if single is not None else not content.startswith(_ARCHIVES)
    opened = (
        from_markdown(content, named=name, where=where)
        if is_single
        else from_archive(content, limits, named=name, where=where)
    )
    check_name(opened, name, where)
    return opened


def _legacy_skills(
    catalog: PublishedCatalog, path: str, content: bytes, limits: Limits, only: Collection[str]
) -> Iterator[AvailableSkill]:
    """Yield the skills of an index v0.1, fetched: nothing else tells whether they are what is installed.

    Args:
        catalog: Gives the files of the site.
        path: Of the index, as `catalog` is asked for it.
        content: Of the index.
        limits: What we are willing to read.
        only: The names that are wanted; empty for all.

    Raises:
        IndexRefusedError: It is refused; the message names the entry.
        FetchError: A file cannot be read, or is not there.
    """
    url, seen = catalog.where(path), set[str]()
    entries = read_legacy(content, url=url, limits=limits)
    for entry in entries:
        why = "it is listed twice" if entry.name in seen else _legacy_refusal(entry, limits)
        if why:
            raise IndexRefusedError(f"`{url}` (`{printable(entry.name, longest=80)}`): {why}")
        seen.add(entry.name)
    for entry in entries:
        if not only or entry.name in only:
            yield _legacy_skill(catalog, path, entry, limits)


def _legacy_refusal(entry: OldEntry, limits: Limits) -> str:
    """Return why an entry cannot be taken, as a clause; empty where it can."""
    if len(entry.name) > _MOST_NAME or _LEGACY_NAME.fullmatch(entry.name) is None:
        return "that is not a name"
    if SKILL_FILE not in entry.files:
        return f"it has no `{SKILL_FILE}`"
    if len(entry.files) > limits.files:
        return f"it has {len(entry.files)} files, at most {limits.files} are read"
    bad = next((path for path in entry.files if path_problem(path, limits)), "") or unfit_file(entry.files)
    if bad:
        return f"`{printable(bad)}` is not a usable file path"
    same = collisions(entry.files)
    return f"`{printable(same[0][1])}` conflicts with `{printable(same[0][0])}`" if same else ""


def _legacy_skill(catalog: PublishedCatalog, path: str, entry: OldEntry, limits: Limits) -> AvailableSkill:
    found = from_tree(make_tree(_legacy_files(catalog, path, entry, limits)), entry.name)
    check_name(found, entry.name, catalog.where(path))
    return AvailableSkill(
        name=entry.name,
        provenance=Provenance(SourceKind.SITE, catalog.name),
        get=lambda: found,
        description=entry.description,
        digest=tree_digest(published_tree(found.tree)),
    )


def _legacy_files(catalog: PublishedCatalog, index: str, entry: OldEntry, limits: Limits) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    folder = f"{index.rpartition('/')[0]}/{entry.name}"
    # Of what starts at the origin, the catalog wants the path escaped.
    is_escaped = folder.startswith("/")
    paths = {f"{folder}/{quote(file) if is_escaped else file}": file for file in entry.files}
    size = 0
    for path, content in catalog.files(paths, most=limits.file):
        if content is None:
            raise FetchError(f"`{catalog.where(path)}` is missing, though its index lists it")
        size += len(content)
        if size > limits.tree:
            raise FetchError(f"`{entry.name}` of `{catalog.name}` has more than {limits.tree} bytes")
        found[paths[path]] = content
    return found


def _missing(catalog: PublishedCatalog, home: Address, index: str) -> FetchError:
    if catalog.untold is not None:
        return catalog.untold
    if index:
        return MissingError(
            f"`{catalog.name}` has no index of skills, and `{index}` does not list this name",
            hint=f"`{home.root}/` with `--skill NAME` installs one of its skills",
        )
    return MissingError(
        f"`{catalog.name}` publishes no skills: it has neither `{paths.VERSIONS}` nor `{paths.DISCOVERY}`",
        hint="give the address of a catalog, of an archive, or `git+URL` for a repository",
    )

"""The site that was published last: what it published, name by name, and its archives with the skills in them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from skillpack.builder.history.history import NO_HISTORY, CatalogHistory, NameHistory, recorded_contents
from skillpack.builder.history.version import Version, open_version
from skillpack.catalog import paths
from skillpack.catalog.precedence import name_key
from skillpack.check.masking import masked_text
from skillpack.errors import FetchError, IndexRefusedError, IntegrityError
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.progress import Progress, Report
from skillpack.model.release import Artifact, Release, Tombstone
from skillpack.model.settings import Configuration
from skillpack.model.tree import Tree
from skillpack.registry import catalog_json, skill_json
from skillpack.registry.catalog_json import CatalogLine
from skillpack.registry.skill_json import PublishedSkill, PublishedVersion, remarked
from skillpack.sources.asking import DOWNLOADS, NO_SETTINGS, WebAsking
from skillpack.sources.http.address import is_url
from skillpack.sources.published_site import PublishedCatalog

if TYPE_CHECKING:
    pass

AUTO = "auto"
"""Stands for the site at the catalog's own address, where one is published."""

_BEGINNING = 8  # lines of an index that show what it is
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MORE_ARCHIVES = frozenset({"tar.gz", "skill"})

T = TypeVar("T")

_HELD = 2  # versions at a time: neighbours are compared pair by pair


@contextmanager
def opened_previous(
    given: str,
    configuration: Configuration,
    root: Path,
    env: Mapping[str, str],
    *,
    cache: Path | None,
    limits: Limits,
    asking: WebAsking = NO_SETTINGS,
) -> Iterator[PublishedCatalog | None]:
    """Open the site that was published last; None where there is none yet, or the configuration says not to look.

    Args:
        given: Folder or address on the command line; it wins, and is relative to the current folder. `AUTO` is the
            catalog's own address: no catalog there is none yet, unless the configuration says that one was published.
        configuration: Of the catalog.
        root: The catalog's folder, to which a configured folder is relative.
        env: Where proxies are looked for.
        cache: Folder below which downloads are kept; None for this build alone.
        limits: What we are willing to read.
        asking: How the user's settings want sites to be asked.

    Raises:
        ListRefusedError: The settings want a signed list of the site, and it is refused, once something is read.
        FetchError: There is no such folder, the address is not safe to read from, or the catalog was published before
            and nobody says where.
    """
    if configuration.published is False:
        yield None
        return
    location = previous_location(given, configuration)
    if not location:
        if configuration.published:
            raise FetchError(
                "this catalog was published before, and a build without that site would lose its versions",
                hint="give `--previous` the address or a copy of the site, or set `[catalog] previous`",
            )
        yield None
        return
    from skillpack.sources.access import Access, open_catalog  # HTTP and TLS, which only a site needs

    with ExitStack() as stack:
        store = cache / DOWNLOADS if cache else Path(stack.enter_context(TemporaryDirectory(prefix="skillpack-")))
        access = Access(env, store, credentials=asking.credentials, insecure=tuple(asking.insecure), lists=asking.lists)
        own = given in {"", AUTO}
        if own and not is_url(location) and not (root / location).exists():
            hint = "`[catalog] previous` names it: build the site, or leave that line out until there is one"
            raise FetchError(f"`{location}` does not exist", hint=hint)
        site = stack.enter_context(open_catalog(location, limits, access, root if own else Path()))
        yield site if given != AUTO or configuration.published or site.has(paths.CATALOG) else None


def previous_location(given: str, configuration: Configuration) -> str:
    """Return the folder or address where published versions are looked for; empty for nowhere.

    Args:
        given: On the command line; empty, or `AUTO`, for what is configured.
    """
    if given == AUTO:
        return configuration.previous or configuration.site_url
    return given or configuration.previous


def read_previous(previous: PublishedCatalog | None, limits: Limits, report: Report) -> CatalogHistory:
    """Return the history that a site records; empty without a site.

    Every record is checked on the way: the rest of a build trusts it.

    Raises:
        FetchError: The site has no catalog, or cannot be read.
        IndexRefusedError: Its catalog or one of its records cannot be what skillpack wrote.
        IntegrityError: The two do not fit together.
    """
    history: dict[str, NameHistory] = {}
    if previous is None:
        return history
    listed = (each for each in _listed(previous, history, limits) if each.record)
    for number, (each, content) in enumerate(previous.records(listed, lambda line: line.record), 1):
        url = previous.where(each.record)
        record = skill_json.read(content, url=url, limits=limits)
        _check_record(record, each, url)
        history[name_key(record.name)] = _shown(record)
        report(Progress("published versions", number, 0))
    return history


def read_name(previous: PublishedCatalog, name: str, limits: Limits) -> NameHistory:
    """Return the history of one name, as its record has it; without versions where nothing was published under it.

    Raises:
        FetchError: The site cannot be read.
        IndexRefusedError: Its record cannot be what skillpack wrote.
    """
    path = paths.skill_record(name)
    content = previous.find(path)
    if content is None:
        return NO_HISTORY
    url = previous.where(path)
    record = skill_json.read(content, url=url, limits=limits)
    if name_key(record.name) != name_key(name):
        raise IndexRefusedError(f"`{url}` is about `{record.name}`, not about `{name}`")
    _check_versions(record, f"`{url}`")
    return _shown(record)


class PublishedArchives:
    """What was published, with its bytes.

    Args:
        previous: The site that has them; None where nothing was published.
        limits: What we are willing to read.
    """

    def __init__(self, previous: PublishedCatalog | None, limits: Limits) -> None:
        self._previous, self._limits = previous, limits
        self._opened = lru_cache(maxsize=_HELD)(self._open)

    def content(self, artifact: Artifact) -> bytes:
        """Return the bytes of an archive.

        Raises:
            FetchError: It cannot be read.
            IntegrityError: It is not what its record says.
        """
        if self._previous is None:
            raise IntegrityError(f"`{artifact.path}` was never published")
        return self._previous.artifact(artifact)

    def version(self, release: Release) -> Version:
        """Return the skill of a release, masked, and its files.

        Raises:
            FetchError: Its archive cannot be read.
            IntegrityError: Its archive is refused, or holds other files than its record says.
        """
        return self._opened(Artifact(release.archive, release.archive_sha256), replace(release, date="", yanked=""))

    def tree(self, release: Release) -> Tree:
        """Return the files of a release; it raises what `version` raises."""
        return self.version(release)[1]

    def where(self, artifact: Artifact) -> str:
        """Return where an archive lies, for messages."""
        return self._previous.where(artifact.path) if self._previous is not None else artifact.path

    def ready(self, items: Iterable[T], wanted: Callable[[T], Iterable[Artifact]]) -> Iterator[T]:
        """Yield items once the archives that each wants are at hand."""
        return iter(items) if self._previous is None else self._previous.ready(items, wanted)

    def _open(self, artifact: Artifact, release: Release) -> Version:
        return open_version(release, self.content(artifact), self.where(artifact), self._limits)


def _shown(record: PublishedSkill) -> NameHistory:
    """Return the history of a name; of a reason that holds a secret only what may be shown is published again."""
    tombstone = record.tombstone and replace(record.tombstone, reason=masked_text(record.tombstone.reason))
    versions = tuple(
        remarked(version, replace(version.release, yanked=masked_text(version.release.yanked)))
        for version in record.versions
    )
    purged = (replace(release, yanked=masked_text(release.yanked)) for release in record.purged)
    return NameHistory(record.name, versions, tombstone, tuple(purged), tuple(recorded_contents(versions)))


def _listed(previous: PublishedCatalog, history: dict[str, NameHistory], limits: Limits) -> Iterator[CatalogLine]:
    """Yield the lines of the catalog; what a line alone says of a name that ended goes to the history."""
    url, seen = previous.where(paths.CATALOG), set[str]()
    for each in catalog_json.read(_catalog_lines(previous), url=url, limits=limits):
        where = f"`{url}` (`{each.name}`)"
        if not usable_name(each.name):
            raise IndexRefusedError(f"{where}: the name is not usable")
        if each.record not in {"", paths.skill_record(each.name)}:
            raise IndexRefusedError(f"{where}: the record is `{each.record}`, not the one of this name")
        if name_key(each.name) in seen:
            raise IndexRefusedError(f"{where}: another name differs from it only in case")
        seen.add(name_key(each.name))
        if not each.record:
            if each.state in {"published", "withheld"}:
                raise IndexRefusedError(f"{where}: it has no record")
            _check_words(each.successor, each.reason, "", where)
            ended = Tombstone(each.name, each.successor, masked_text(each.reason), None)
            history[name_key(each.name)] = NameHistory(each.name, (), ended)
        yield each


def _catalog_lines(previous: PublishedCatalog) -> Iterator[bytes]:
    """Return the lines of the catalog, unless a page for people came in its place."""
    lines = previous.lines(paths.CATALOG)
    beginning = list(islice(lines, _BEGINNING))
    if not b"".join(beginning).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        return chain(beginning, lines)
    url = previous.where(paths.CATALOG)
    fresh = "`[catalog] published = false` publishes without older versions"
    if not is_url(url):
        raise FetchError(f"`{url}` is a web page, not a catalog", hint=f"give another folder; {fresh}")
    raise FetchError(
        f"`{url}` returns a web page instead of a catalog, probably a login page",
        hint=f"`[[http.header]]` in your settings or a line in your netrc file logs the build in; {fresh}",
    )


def _check_record(record: PublishedSkill, listed: CatalogLine, url: str) -> None:
    where = f"`{url}`"
    if record.name != listed.name:
        raise IndexRefusedError(f"{where} is about `{record.name}`, not about `{listed.name}`")
    known = {(version.release.label, version.release.digest) for version in record.versions}
    gone = listed.state in {"renamed", "withdrawn"}
    if gone != (record.tombstone is not None) or (listed.label and (listed.label, listed.digest) not in known):
        raise IntegrityError(
            f"{where} does not match the catalog next to it",
            hint="the site may be in the middle of a deployment: try again in a minute",
        )
    if record.tombstone is not None:
        _check_words(record.tombstone.successor, record.tombstone.reason, "", where)
    _check_versions(record, where)


def _check_versions(record: PublishedSkill, where: str) -> None:
    for version in record.versions:
        _check_version(version, record.name, f"{where}, version `{version.release.label}`")
    if len({version.release.digest for version in record.versions}) != len(record.versions):
        raise IndexRefusedError(f"{where} has the same files under two labels")


def _check_version(version: PublishedVersion, name: str, where: str) -> None:
    """Refuse what would be carried to a place where no archive belongs, or could not be shown."""
    release = version.release
    # The folder may be written in another case: so the name was once.
    if name_key(release.archive) != name_key(paths.archive(name, release.label)):
        raise IndexRefusedError(f"{where}: the archive `{release.archive}` is not at the path for its name and label")
    strange = sorted({suffix for suffix, _ in release.also} - _MORE_ARCHIVES)
    if strange:
        raise IndexRefusedError(f"{where}: unknown archive format `{strange[0]}`")
    if release.date and not _DAY.fullmatch(release.date):
        raise IndexRefusedError(f"{where}: `date` is `{release.date[:80]}`, not a day such as `2026-01-31`")
    _check_words("", release.yanked, version.text, where)


def _check_words(successor: str, reason: str, text: str, where: str) -> None:
    if successor and not usable_name(successor):
        raise IndexRefusedError(f"{where}: `successor` is `{successor[:80]}`, not a usable name")
    try:
        (reason + text).encode()
    except UnicodeEncodeError as error:
        raise IndexRefusedError(f"{where} contains half a character") from error

"""SPEC -> available skills, whatever kind of source it names."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from skillpack.catalog import paths
from skillpack.errors import SkillpackError, UsageError
from skillpack.model.install_settings import Registry
from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.registry import versions_json
from skillpack.registry.versions_json import Latest
from skillpack.sources.access import Access, is_allowed, open_catalog
from skillpack.sources.archives import archive_at, digest_at
from skillpack.sources.available import AvailableSkill
from skillpack.sources.file_cache import Store
from skillpack.sources.git.available import Repositories
from skillpack.sources.http.address import parse_address
from skillpack.sources.local import archive_skill, folder_skills
from skillpack.sources.published_site import PublishedCatalog
from skillpack.sources.registries import (
    bundle_members,
    catalog_skills,
    every_skill,
    find_record,
    has_had,
    latest,
    named_skill,
    recalled_versions,
    recorded_skill,
    resolve_registry,
)
from skillpack.sources.sites import SiteRequest, fetch_indexed, home_of, page_of, site_skills
from skillpack.sources.spec import Spec, SpecKind


class Fetching(Struct, frozen=True):
    """What asking sources needs to know of the user and this machine.

    Attributes:
        registries: Addresses or folders of catalogs, first wins.
        access: How the web is asked.
        here: What relative paths are relative to.
        home: What `~` stands for.
        named: Every registry of the settings, those that are not asked too.
    """

    limits: Limits
    registries: tuple[str, ...]
    access: Access
    here: Path
    home: Path
    named: tuple[Registry, ...] = ()


class Sources:
    """All sources that are asked in one run, as a context: connections stay open, and each index is read once.

    Args:
        fetching: How they are asked.
    """

    def __init__(self, fetching: Fetching) -> None:
        self.fetching = fetching
        self._catalogs: dict[str, PublishedCatalog] = {}
        self._latest: dict[str, Mapping[str, Latest]] = {}
        self._records: dict[tuple[str, str], bytes | None] = {}
        self._repositories: Repositories | None = None
        self._foreign: Sources | None = None

    @property
    def foreign(self) -> "Sources":
        """The same for addresses that others wrote down, which lead to no private network and to no file."""
        if self._foreign is None:
            self._foreign = Sources(replace(self.fetching, access=replace(self.fetching.access, led=True)))
        return self._foreign

    def available(self, spec: Spec, only: Collection[str] = ()) -> Iterator[AvailableSkill]:
        """Yield the skills that a SPEC names: one skill, or all of a folder, site, repository or bundle.

        Args:
            spec: What is asked for.
            only: Names that are wanted of a site; it may yield others of other sources.

        Raises:
            UsageError: A name is asked for and no registry is configured: a name alone never reaches the network.
            MissingError: The source has nothing of that name, or no longer (`GoneError`).
            FetchError: There is no such source, or it cannot be read.
            IndexRefusedError: An index is refused; the message names the entry.
            ArchiveError: An archive is refused.
            IntegrityError: Bytes are not those that were promised.
        """
        if spec.kind is SpecKind.FOLDER:
            folder = self._path(spec)
            # Of a site that skillpack built, the folders of skills hold pages: it is asked as a catalog.
            is_site = (folder / paths.CATALOG).is_file() and (folder / paths.VERSIONS).is_file()
            yield from self._built(folder, only) if is_site else folder_skills(folder, self.fetching.limits)
        elif spec.kind is SpecKind.ARCHIVE and "://" not in spec.location:
            yield archive_skill(self._path(spec), self.fetching.limits)
        elif spec.kind is SpecKind.ARCHIVE:
            web, limits = self.fetching.access, self.fetching.limits
            yield archive_at(spec.location, spec.wanted, self.catalog, limits, web.insecure)
        elif spec.kind is SpecKind.SITE:
            yield from self._site(spec, (spec.name,) if spec.name else tuple(only))
        elif spec.kind is SpecKind.DIGEST:
            store = Store(self.fetching.access.store) if self.fetching.access.store is not None else None
            yield digest_at(spec, store, self.fetching.registries, self.catalog, self.fetching.limits)
        elif spec.kind is SpecKind.BUNDLE:
            yield from self._bundle(spec)
        elif spec.kind is SpecKind.NAME:
            # It came from its registry, or is pinned to it; else the one that has it is found.
            location = self._knowing(spec.name, (spec.location,) if spec.location else self.fetching.registries)
            yield self._named(location, spec.name, spec.wanted)
        else:
            yield from self.repositories.available(spec)

    def receive(self, available: Sequence[AvailableSkill]) -> None:
        """Receive in one go what several skills of one repository need; of others each is fetched by itself.

        Raises:
            FetchError: It cannot be received.
        """
        several = [each for each in available if each.provenance.kind is SourceKind.GIT]
        if len(several) > 1:
            self.repositories.receive(several)

    def versions(self, name: str, first: str = "") -> tuple[AvailableSkill, ...]:
        """Return every version of a name, the highest first, of the registry that has the name.

        Args:
            name: Of a skill.
            first: The registry that is asked before the others, which are not where it has the name; none where it is
                empty.

        Raises:
            UsageError: No registry is configured, or several have it (`AmbiguousError`).
            MissingError: No registry has it, or it is no longer offered (`GoneError`).
            FetchError: A registry cannot be read.
            IndexRefusedError: An index is refused.
        """
        location = first if first and self._knows(first, name) else self._knowing(name, self.fetching.registries)
        return every_skill(self.catalog(location), name, self.fetching.limits)

    def latest(self, location: str) -> Mapping[str, Latest]:
        """Return the latest version of each name of a registry, from its `versions.json`.

        Raises:
            FetchError: It cannot be read.
            IndexRefusedError: It is refused.
        """
        if location not in self._latest:
            self._latest[location] = latest(self.catalog(location), self.fetching.limits)
        return self._latest[location]

    def recalled(self, name: str, location: str) -> Mapping[str, str]:
        """Return the digest of each version of a name that a registry yanked or purged, with the reason.

        Raises:
            FetchError: It cannot be read.
            IndexRefusedError: It is refused.
        """
        return recalled_versions(self.catalog(location), name, self.fetching.limits)

    def catalog(self, location: str) -> PublishedCatalog:
        """Return the catalog of a registry."""
        if location not in self._catalogs:
            limits, here = self.fetching.limits, self.fetching.here
            self._catalogs[location] = open_catalog(location, limits, self.fetching.access, here)
        return self._catalogs[location]

    @property
    def repositories(self) -> Repositories:
        """The repositories of git."""
        if self._repositories is None:
            self._repositories = Repositories(self.fetching.access, self.fetching.limits)
        return self._repositories

    def stop(self) -> None:
        """End every download that runs, also those of other threads."""
        for catalog in self._catalogs.values():
            catalog.stop()
        if self._foreign is not None:
            self._foreign.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for catalog in self._catalogs.values():
            catalog.__exit__(kind, error, trace)
        if self._repositories is not None:
            self._repositories.close()
        if self._foreign is not None:
            self._foreign.__exit__(kind, error, trace)

    def _path(self, spec: Spec) -> Path:
        text = spec.location
        if text == "~" or text.startswith("~/"):
            return self.fetching.home / text[2:]
        return self.fetching.here / text

    def site_skill(self, name: str, provenance: Provenance, url: str, sha256: str) -> AvailableSkill | None:
        """Return the skill of an archive that an index of a site once named; None where the site may not lead there.

        Args:
            name: Of the skill.
            provenance: Of the site.
            url: Of the archive.
            sha256: Of the archive, 64 hex digits.

        Raises:
            FetchError: An address is not safe to read from.
        """
        web = self.fetching.access
        address, home = (parse_address(each, insecure=web.insecure) for each in (url, provenance.location))
        # By the site's own address, so that the signed list of its registry judges what lies beside it too.
        own = address.origin == home.origin
        catalog = self.catalog(provenance.location) if own else self._elsewhere(address.root)
        if catalog is None:
            return None
        get = partial(fetch_indexed, catalog, name, address, sha256, self.fetching.limits, indexed=False)
        return AvailableSkill(name, provenance, get, url=url, archive_sha256=sha256)

    def _built(self, folder: Path, only: Collection[str]) -> Iterator[AvailableSkill]:
        """Yield the skills of a built site in a folder: the names that are wanted, else all."""
        location = str(folder.absolute())
        for name in only or sorted(self.latest(location)):
            yield self._named(self._knowing(name, (location,)), name, "")

    def _named(self, location: str, name: str, wanted: str) -> AvailableSkill:
        """Return the version of a name of a registry that fits what is wanted."""
        record, catalog = self._record(location, name), self.catalog(location)
        if record is None:
            return named_skill(catalog, name, wanted, self.fetching.limits)
        return recorded_skill(catalog, name, record, wanted, self.fetching.limits)

    def _knows(self, location: str, name: str) -> bool:
        """Return whether a registry has a name, or has had it."""
        return (
            self._record(location, name) is not None
            or name in self.latest(location)
            or has_had(self.catalog(location), name, self.fetching.limits)
        )

    def _record(self, location: str, name: str) -> bytes | None:
        """Return the record of a name that a registry has; None where it does not say so, or cannot be read."""
        if (location, name) not in self._records:
            self._records[location, name] = None
            with suppress(SkillpackError):  # one that cannot be opened is asked again for what it has
                self._records[location, name] = find_record(self.catalog(location), name, self.fetching.limits)
        return self._records[location, name]

    def _site(self, spec: Spec, only: Collection[str]) -> Iterator[AvailableSkill]:
        """Yield the skills of a site: of the catalog that it is, of its page, else of its discovery index."""
        home = home_of(spec.location)
        above, name, label = page_of(home)
        if self._is_catalog(home):
            yield from catalog_skills(self.catalog(home), self._latest[home], only, self.fetching.limits)
        elif above and self._is_catalog(above):
            yield named_skill(self.catalog(above), name, label, self.fetching.limits)
        else:
            web, limits = self.fetching.access, self.fetching.limits
            yield from site_skills(SiteRequest(self.catalog(home), limits, only, self._elsewhere, web.insecure))

    def _is_catalog(self, location: str) -> bool:
        """Return whether a site was built by skillpack: its names are known then."""
        if location not in self._latest:
            catalog = self.catalog(location)
            content = catalog.find(paths.VERSIONS)
            if content is None or not versions_json.is_ours(content):
                return False
            url = catalog.where(paths.VERSIONS)
            self._latest[location] = versions_json.read(content, url=url, limits=self.fetching.limits)
        return True

    def _elsewhere(self, origin: str) -> PublishedCatalog | None:
        """Return the catalog of an origin to which an index leads; None where the user did not allow that."""
        return self.catalog(f"{origin}/") if is_allowed(origin, self.fetching.access) else None

    def _bundle(self, spec: Spec) -> Iterator[AvailableSkill]:
        """Yield the skills of a bundle of the registry that has it, or was chosen."""
        name, registries = spec.name, (spec.location,) if spec.location else self.fetching.registries
        if not self.fetching.registries:
            raise UsageError(
                f"no registry is configured to find the bundle `{name}`",
                hint="`--registry URL`, or `[[registry]]` in the settings",
            )
        location, members = bundle_members(name, registries, self.catalog, self.fetching.limits)
        yield from catalog_skills(self.catalog(location), members, members, self.fetching.limits)

    def _knowing(self, name: str, registries: Sequence[str]) -> str:
        """Return the registry that has a name; see `resolve_registry`."""
        return resolve_registry(
            name,
            registries,
            self.fetching.named,
            has_record=lambda location: self._record(location, name) is not None,
            names_of=self.latest,
            has_had=lambda location: has_had(self.catalog(location), name, self.fetching.limits),
        )

"""SPEC -> what is offered, whatever kind of source it names."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from skillpack.errors import MissingError, UsageError
from skillpack.fetch.catalog import PublishedCatalog, open_catalog
from skillpack.fetch.local import archive_offer, folder_offers
from skillpack.fetch.offer import Offer
from skillpack.fetch.registries import has_had, latest, named_offer
from skillpack.fetch.spec import Spec, SpecKind
from skillpack.fetch.web import Patience
from skillpack.model.limits import Limits
from skillpack.registry.versions_json import Latest


@dataclass(frozen=True, slots=True)
class Fetching:
    """What asking sources needs to know of the user and this machine.

    Attributes:
        registries: Addresses or folders of catalogs, first wins.
        env: Where proxies are looked for.
        here: What relative paths are relative to.
        home: What `~` stands for.
        store: Folder of downloads by digest; None keeps none.
        patience: How long a site may take.
    """

    limits: Limits
    registries: tuple[str, ...]
    env: Mapping[str, str]
    here: Path
    home: Path
    store: Path | None = None
    patience: Patience | None = None


class Sources:
    """All sources that are asked in one run, as a context: connections stay open, and each index is read once.

    Args:
        fetching: How they are asked.
    """

    def __init__(self, fetching: Fetching) -> None:
        self.fetching = fetching
        self._catalogs: dict[str, PublishedCatalog] = {}
        self._latest: dict[str, Mapping[str, Latest]] = {}

    def offers(self, spec: Spec) -> Iterator[Offer]:
        """Yield what a SPEC names: one skill, or all of a folder, site, repository or bundle.

        Raises:
            UsageError: A name is asked for and no registry is configured: a name alone never reaches the network.
            MissingError: The source has nothing of that name, or no longer (`GoneError`).
            FetchError: There is no such source, or it cannot be read.
            IndexRefusedError: An index is refused; the message names the entry.
            ArchiveError: An archive is refused.
            IntegrityError: Bytes are not those that were promised.
        """
        if spec.kind is SpecKind.FOLDER:
            yield from folder_offers(self._path(spec), self.fetching.limits)
        elif spec.kind is SpecKind.ARCHIVE and "://" not in spec.location:
            yield archive_offer(self._path(spec), self.fetching.limits)
        elif spec.kind is SpecKind.NAME:
            yield self._named(spec)
        else:
            raise UsageError(f"`{spec.text}`: this kind of source is not read yet")

    def latest(self, location: str) -> Mapping[str, Latest]:
        """Return what a registry offers under each name, from its `versions.json`.

        Raises:
            FetchError: It cannot be read.
            IndexRefusedError: It is refused.
        """
        if location not in self._latest:
            self._latest[location] = latest(self.catalog(location), self.fetching.limits)
        return self._latest[location]

    def catalog(self, location: str) -> PublishedCatalog:
        """Return the catalog of a registry."""
        if location not in self._catalogs:
            self._catalogs[location] = open_catalog(
                location,
                self.fetching.limits,
                self.fetching.env,
                root=self.fetching.here,
                store=self.fetching.store,
                patience=self.fetching.patience,
            )
        return self._catalogs[location]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for catalog in self._catalogs.values():
            catalog.__exit__(kind, error, trace)

    def _path(self, spec: Spec) -> Path:
        text = spec.location
        if text == "~" or text.startswith("~/"):
            return self.fetching.home / text[2:]
        return self.fetching.here / text

    def _named(self, spec: Spec) -> Offer:
        """Return a skill by name: from the registry that it came from, else from the first that has it."""
        registries = (spec.location,) if spec.location else self.fetching.registries
        if not registries:
            raise UsageError(
                f"no registry is configured that could know `{spec.name}`",
                hint="`--registry URL`, or `[[registry]]` in the settings; `./NAME` is a folder",
            )
        names: list[str] = []
        for location in registries:
            offered = self.latest(location)
            names += offered
            if spec.name in offered or has_had(self.catalog(location), spec.name, self.fetching.limits):
                return named_offer(self.catalog(location), spec.name, spec.wanted, self.fetching.limits)
        raise MissingError(f"no registry has `{spec.name}`", hint=_nearest(spec.name, names))


def _nearest(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    return f"did you mean `{near[0]}`?" if near else "`skillpack search --catalog URL WORDS` looks for what it does"

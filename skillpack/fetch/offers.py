"""SPEC -> what is offered, whatever kind of source it names."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from skillpack.errors import FetchError, UsageError
from skillpack.fetch.catalog import PublishedCatalog, open_catalog
from skillpack.fetch.local import archive_offer, folder_offers
from skillpack.fetch.offer import Offer
from skillpack.fetch.registries import listed, named_offer
from skillpack.fetch.spec import Spec, SpecKind
from skillpack.fetch.web import Patience
from skillpack.model.limits import Limits


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


def offers(spec: Spec, fetching: Fetching) -> Iterator[Offer]:
    """Yield what a SPEC names: one skill, or all of a folder, site, repository or bundle.

    Raises:
        UsageError: A name is asked for and no registry is configured: a name alone never reaches the network.
        FetchError: There is nothing of that kind, or it cannot be read.
        IndexRefusedError: An index is refused; the message names the entry.
        ArchiveError: An archive is refused.
        IntegrityError: Bytes are not those that were promised.
    """
    if spec.kind is SpecKind.FOLDER:
        yield from folder_offers(_path(spec, fetching), fetching.limits)
    elif spec.kind is SpecKind.ARCHIVE and "://" not in spec.location:
        yield archive_offer(_path(spec, fetching), fetching.limits)
    elif spec.kind is SpecKind.NAME:
        yield _named(spec, fetching)
    else:
        raise UsageError(f"`{spec.text}`: this kind of source is not read yet")


def _path(spec: Spec, fetching: Fetching) -> Path:
    text = spec.location
    if text == "~" or text.startswith("~/"):
        return fetching.home / text[2:]
    return fetching.here / text


def _named(spec: Spec, fetching: Fetching) -> Offer:
    """Return a skill by name, from the first registry that lists it."""
    if not fetching.registries:
        raise UsageError(
            f"no registry is configured that could know `{spec.name}`",
            hint="`--registry URL`, or `[[registry]]` in the settings; `./NAME` is a folder",
        )
    names: list[str] = []
    for location in fetching.registries:
        with open_registry(location, fetching) as catalog:
            for each in listed(catalog, fetching.limits):
                names.append(each.name)
                if each.name == spec.name:
                    return named_offer(catalog, spec.name, spec.wanted, fetching.limits)
    raise FetchError(f"no registry has `{spec.name}`", hint=_nearest(spec.name, names))


def open_registry(location: str, fetching: Fetching) -> PublishedCatalog:
    """Return the catalog of a registry; nothing is read yet."""
    return open_catalog(
        location,
        fetching.limits,
        fetching.env,
        root=fetching.here,
        store=fetching.store,
        patience=fetching.patience,
    )


def _nearest(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    return f"did you mean `{near[0]}`?" if near else "`skillpack search --catalog URL WORDS` looks for what it does"

"""Bundles: named sets of skills."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from skillpack.catalog import paths
from skillpack.catalog.roles import Balance, balance, balance_line
from skillpack.model.entry import Entry, State, Tokens
from skillpack.model.output import OutputFile
from skillpack.model.settings import Bundle
from skillpack.site.frame import Frame
from skillpack.site.install_lines import install_several, is_discoverable
from skillpack.site.rows import Row, row


@dataclass(frozen=True, slots=True)
class BundleView:
    """A bundle with what its members add up to; `missing` are names that the catalog does not have."""

    bundle: Bundle
    rows: tuple[Row, ...]
    missing: tuple[str, ...]
    tokens: Tokens
    install: str
    balance: str


def bundles_pages(frame: Frame, entries: Iterable[Entry]) -> Iterator[OutputFile]:
    """Yield the index of bundles and a page for each; nothing where the catalog has none."""
    bundles = frame.configuration.bundles
    if not bundles:
        return
    wanted = {name for bundle in bundles for name in bundle.skills}
    members = {entry.name: entry for entry in entries if entry.name in wanted}
    views = tuple(_view(frame, bundle, members) for bundle in bundles)
    yield frame.page(paths.BUNDLES, "bundles.html", {"views": views})
    for view in views:
        yield frame.page(paths.bundle_page(view.bundle.name), "bundle.html", {"view": view})


def _view(frame: Frame, bundle: Bundle, members: Mapping[str, Entry]) -> BundleView:
    here = [members[name] for name in bundle.skills if name in members]
    offered = [entry for entry in here if entry.state is State.PUBLISHED]
    names = [entry.name for entry in offered if is_discoverable(entry)]
    return BundleView(
        bundle=bundle,
        rows=tuple(row(frame, entry) for entry in here),
        missing=tuple(name for name in bundle.skills if name not in members),
        tokens=Tokens(
            sum(entry.tokens.always for entry in offered),
            sum(entry.tokens.opened for entry in offered),
            sum(entry.tokens.on_demand for entry in offered),
        ),
        install=install_several(names, frame.configuration) if names else "",
        balance=_balance(balance(entry.name for entry in offered)) if frame.configuration.roles else "",
    )


def _balance(measured: Balance) -> str:
    return balance_line(measured)

"""Bundles: named sets of skills."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from skillpack.catalog import paths
from skillpack.catalog.roles import Balance, balance, balance_line
from skillpack.model.entry import Entry, State, Tokens
from skillpack.model.output import OutputFile
from skillpack.model.selection import Shown
from skillpack.model.settings import Bundle
from skillpack.site.frame import Frame
from skillpack.site.install_lines import install_several, is_discoverable
from skillpack.site.rows import Row, row
from skillpack.site.seen_view import SeenLine, seen_lines


@dataclass(frozen=True, slots=True)
class BundleView:
    """A bundle with what its members add up to; `missing` are names that the catalog does not have."""

    bundle: Bundle
    rows: tuple[Row, ...]
    missing: tuple[str, ...]
    tokens: Tokens
    install: str
    balance: str
    seen: tuple[SeenLine, ...]


def bundles_pages(
    frame: Frame, entries: Iterable[Entry], shown: Iterable[tuple[str, Sequence[Shown]]] = ()
) -> Iterator[OutputFile]:
    """Yield the index of bundles and a page for each; nothing where the catalog has none.

    Args:
        frame: Of the site.
        entries: Of the catalog.
        shown: Pairs of a bundle and what the catalog's hosts show of it alone.
    """
    bundles = frame.configuration.bundles
    if not bundles:
        return
    wanted = {name for bundle in bundles for name in bundle.skills}
    members = {entry.name: entry for entry in entries if entry.name in wanted}
    known = dict(shown)
    views = tuple(_view(frame, bundle, members, known.get(bundle.name, ())) for bundle in bundles)
    yield frame.page(paths.BUNDLES, "bundles.html", {"views": views})
    for view in views:
        yield frame.page(paths.bundle_page(view.bundle.name), "bundle.html", {"view": view})


def _view(frame: Frame, bundle: Bundle, members: Mapping[str, Entry], shown: Sequence[Shown]) -> BundleView:
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
        seen=tuple(seen_lines(shown)),
    )


def _balance(measured: Balance) -> str:
    return balance_line(measured)

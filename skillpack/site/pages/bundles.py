"""Bundles: named sets of skills."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.catalog.roles import ROLES, balance, balance_line, role_of
from skillpack.model.agent import Agent
from skillpack.model.entry import Entry, EntryState, Tokens
from skillpack.model.output import OutputFile
from skillpack.model.selection import HostVisibility
from skillpack.model.settings import Bundle
from skillpack.site.frame import Frame
from skillpack.site.install_lines import Panel, bundle_panels
from skillpack.site.rows import Row, row
from skillpack.site.visibility import VisibilityLine, visibility_lines


class BundleView(Struct, frozen=True):
    """A bundle with what its members add up to.

    Attributes:
        missing: Names that the catalog does not have.
        roles: How many members have each role by their names; empty where roles are not shown.
        balance: What boxxy says of that.
    """

    bundle: Bundle
    rows: tuple[Row, ...]
    missing: tuple[str, ...]
    tokens: Tokens
    panels: tuple[Panel, ...]
    roles: tuple[tuple[str, int], ...]
    balance: str
    seen: tuple[VisibilityLine, ...]


def bundles_pages(
    frame: Frame,
    entries: Iterable[Entry],
    shown: Iterable[tuple[str, Sequence[HostVisibility]]] = (),
    agents: Sequence[Agent] = (),
) -> Iterator[OutputFile]:
    """Yield the index of bundles and a page for each; nothing where the catalog has none.

    Args:
        frame: Of the site.
        entries: Of the catalog.
        shown: Pairs of a bundle and what the catalog's hosts show of it alone.
        agents: Known agents, whose names people read.
    """
    bundles = frame.configuration.bundles
    if not bundles:
        return
    wanted = {name for bundle in bundles for name in bundle.skills}
    members = {entry.name: entry for entry in entries if entry.name in wanted}
    known = dict(shown)
    views = tuple(_view(frame, bundle, members, known.get(bundle.name, ()), agents) for bundle in bundles)
    yield frame.page(paths.BUNDLES, "bundles.html", {"views": views})
    for view in views:
        yield frame.page(paths.bundle_page(view.bundle.name), "bundle.html", {"view": view})


def _view(
    frame: Frame, bundle: Bundle, members: Mapping[str, Entry], shown: Sequence[HostVisibility], agents: Sequence[Agent]
) -> BundleView:
    here = [members[name] for name in bundle.skills if name in members]
    offered = [entry for entry in here if entry.state is EntryState.PUBLISHED]
    roles = Counter(role_of(entry.name).name for entry in offered if frame.configuration.roles)
    return BundleView(
        bundle=bundle,
        rows=tuple(row(frame, entry) for entry in here),
        missing=tuple(name for name in bundle.skills if name not in members),
        tokens=Tokens(
            sum(entry.tokens.always for entry in offered),
            sum(entry.tokens.opened for entry in offered),
            sum(entry.tokens.on_demand for entry in offered),
        ),
        panels=bundle_panels(here, frame.configuration, agents),
        roles=tuple((role.name, roles[role.name]) for role in ROLES if roles),
        balance=balance_line(balance(entry.name for entry in offered)) if roles else "",
        seen=tuple(visibility_lines(shown)),
    )

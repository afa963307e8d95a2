"""Everything about the set: home, tags, authors, checks, rules, bundles, agents, own pages, redirects, 404, assets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.catalog.hosts import hidden_profiles
from skillpack.model.agent import Agent
from skillpack.model.entry import Entry, Overview, Rival
from skillpack.model.finding import RulePage
from skillpack.model.limits import Limits
from skillpack.model.mcp_client import McpClient
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.release import Tombstone
from skillpack.model.selection import UNKNOWN_VISIBILITY, SetVisibility
from skillpack.model.settings import Configuration, Theme
from skillpack.parse.rule_example import RuleExample
from skillpack.site.addresses import quoted
from skillpack.site.assets import assets
from skillpack.site.collisions import collision_map
from skillpack.site.frame import FRONT_PAGE, Frame
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.render import render_body
from skillpack.site.pages.agents import PromptFile, agents_page
from skillpack.site.pages.bundles import bundles_pages
from skillpack.site.pages.checks import Findings, Tally, checks_pages, hosts_pages
from skillpack.site.pages.guides import TextPage, text_pages
from skillpack.site.pages.home import home_pages
from skillpack.site.pages.lists import Having, listing_pages
from skillpack.site.pages.rules import rules_pages
from skillpack.site.rows import Stretch, Wanted, every_page

Entries = Callable[[], Iterator[Entry]]
"""Gives the entries by name, anew each time: several pages pass over them, none holds them."""


class CatalogView(Struct, frozen=True):
    """What the pages about the set are made of.

    Attributes:
        stretch: Gives the entries from a place to another, by name.
        having: Gives the entries that have some tags, or are of some authors.
        counts: Gives what the findings add up to.
        withheld: Gives name and reason of each skill that is withheld.
        rules: Every rule.
        examples: Gives the examples of a family of rules, by code.
        profiles: Those that tables of hosts name; severities per rule are theirs.
        agents: Known agents and their folders.
        clients: What starts servers of the Model Context Protocol.
        prompts: The prompt files and their sizes.
        pages: Gives the catalog's own pages, in order; the one with the stem `index` stands on the home page.
        marketplace: Whether the site has a marketplace for Claude Code.
        visibility: What hosts show of the set, and of its bundles.
        closest: Pairs of skills that are hard to tell apart, the likest first.
        feed: Whether the site has a feed.
        wanted: Which pages of home, tags, authors, hosts, checks and rules are made.
    """

    entries: Entries
    stretch: Stretch
    having: Having
    findings: Findings
    counts: Callable[[], Tally]
    withheld: Callable[[], Sequence[tuple[str, str]]]
    overview: Overview
    rules: Sequence[RulePage]
    examples: Callable[[str], Mapping[str, RuleExample]]
    profiles: Sequence[Profile]
    agents: Sequence[Agent]
    clients: Sequence[McpClient]
    prompts: Sequence[PromptFile]
    pages: Callable[[], Sequence[TextPage]]
    marketplace: bool = False
    visibility: SetVisibility = UNKNOWN_VISIBILITY
    closest: Sequence[tuple[str, Rival]] = ()
    feed: bool = False
    wanted: Wanted = every_page


def page_groups(view: CatalogView, configuration: Configuration, theme: Theme) -> dict[str, Iterator[OutputFile]]:
    """Return the pages about the set, and the theme's assets, in groups that change together; made as asked for."""
    frame, wanted = Frame(theme, configuration), view.wanted
    return {
        "home": _home(frame, view),
        "tags": listing_pages(frame, "tags", view.having, view.overview.tags, wanted=wanted),
        "authors": listing_pages(frame, "authors", view.having, view.overview.authors, wanted=wanted),
        "checks": _checks(frame, view),
        "hosts": hosts_pages(frame, view.stretch, view.overview, view.profiles, wanted=wanted),
        "rules": _rules(frame, view),
        "bundles": bundles_pages(frame, view.entries(), view.visibility.bundles, view.agents),
        "agents": _agents(frame, view),
        "pages": _texts(frame, view),
        "gone": redirects(frame, view.entries, view.overview.tombstones),
        "theme": _theme(frame),
    }


def _home(frame: Frame, view: CatalogView) -> Iterator[OutputFile]:
    front = next((page.html for page in view.pages() if page.stem == FRONT_PAGE), "")
    yield from home_pages(
        frame,
        view.stretch,
        view.overview,
        view.profiles,
        front,
        view.visibility.hosts,
        feed=view.feed,
        wanted=view.wanted,
    )


def _agents(frame: Frame, view: CatalogView) -> Iterator[OutputFile]:
    hidden = hidden_profiles(view.profiles, frame.configuration)
    yield agents_page(
        frame,
        view.prompts,
        [agent for agent in view.agents if agent.profile not in hidden],
        view.clients,
        marketplace=view.marketplace,
        visibility=view.visibility,
        collisions=collision_map([entry.name for entry in view.entries()], view.closest) if view.closest else None,
    )


def _texts(frame: Frame, view: CatalogView) -> Iterator[OutputFile]:
    yield from text_pages(frame, view.pages())


def _theme(frame: Frame) -> Iterator[OutputFile]:
    yield frame.page(paths.NOT_FOUND, "404.html", {})
    yield from assets(frame.theme)


def redirects(frame: Frame, entries: Entries, tombstones: Sequence[Tombstone]) -> Iterator[OutputFile]:
    """Yield a page for each name that is no longer offered: the way to its successor, or why it is gone.

    A name that a skill has again needs none.
    """
    gone = {each.name: each for each in tombstones}
    if not gone:
        return
    taken = {entry.name for entry in entries() if entry.name in gone}
    for name in sorted(gone.keys() - taken):
        tombstone = gone[name]
        there = paths.skill_page(tombstone.successor) if tombstone.successor else ""
        url = frame.configuration.site_url
        canonical = url + quoted(there.removesuffix("index.html")) if url and there else ""
        values = {"stone": tombstone, "there": there, "target": canonical}
        yield frame.page(paths.skill_page(name), "gone.html", values)


def _checks(frame: Frame, view: CatalogView) -> Iterator[OutputFile]:
    yield from checks_pages(
        frame,
        view.findings,
        view.counts(),
        view.overview,
        view.rules,
        view.profiles,
        view.withheld(),
        wanted=view.wanted,
    )


def _rules(frame: Frame, view: CatalogView) -> Iterator[OutputFile]:
    yield from rules_pages(
        frame, view.rules, view.profiles, view.counts(), _rendered, view.examples, wanted=view.wanted
    )


@lru_cache(maxsize=1024)
def _rendered(text: str) -> str:
    """Return the docstring of a rule as HTML; it writes code in double backticks, as Markdown may."""
    return render_body(text, link=lambda *_: None, highlight=highlighted, limits=Limits(), shift=2).html

"""What a build writes about the set: groups of files, each with a key of all that it depends on."""

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import msgspec

from skillpack import resources
from skillpack.catalog import paths
from skillpack.check.run import rule_pages
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Overview, State
from skillpack.model.finding import Judged
from skillpack.model.output import OutputFile
from skillpack.model.release import Tombstone
from skillpack.model.selection import SetVisibility
from skillpack.model.settings import Configuration, Renamed
from skillpack.build.inputs.baseline import judge_in
from skillpack.build.store import Cache
from skillpack.build.guides import text_pages_of
from skillpack.build.inputs.inputs import Inputs
from skillpack.build.list_parts import Members, having, list_keys, members_of
from skillpack.build.record.files import is_servable
from skillpack.build.search_parts import search_parts
from skillpack.build.written import Written
from skillpack.prompt.formats import Format, published_formats
from skillpack.registry import (
    badges,
    bundles_json,
    catalog_json,
    discovery,
    feeds,
    headers,
    llms,
    marketplace,
    schemas,
    versions_json,
)
from skillpack.registry.sitemap import sitemap_files
from skillpack.report.schemas import SCHEMAS as REPORT_SCHEMAS
from skillpack.site.agents_page import PromptFile
from skillpack.site.catalog_pages import CatalogView, page_groups
from skillpack.site.frame import Frame
from skillpack.site.rows import Wanted


@dataclass(frozen=True, slots=True)
class SetPart:
    """A group of files about the set.

    Attributes:
        name: Of the part, with a `/` before it: no skill is called so.
        key: Names all that the files follow from.
        files: Made as they are asked for.
    """

    name: str
    key: str
    files: Iterator[OutputFile]

    def write(self, written: Written) -> None:
        """Write the files, unless they are there as they should be."""
        if not written.keep(self.name, self.key):
            written.put(self.name, self.key, self.files)


@dataclass(frozen=True, slots=True)
class ListPart:
    """Pages of a list, of which each is a part of its own, called by its path with a `/` before it.

    Attributes:
        keys: Path of each page -> names all that it follows from.
        files: The pages that are wanted, made as they are asked for.
        wanted: Filled before that.
    """

    keys: Mapping[str, str]
    files: Iterator[OutputFile]
    wanted: set[str]

    def write(self, written: Written) -> None:
        """Write the pages that are not there as they should be."""
        due = {path for path, key in self.keys.items() if not written.keep(f"/{path}", key)}
        self.wanted.update(due)
        for file in self.files if due else ():
            written.put(f"/{file.path}", self.keys[file.path], (file,))


def set_parts(
    cache: Cache, overview: Overview, inputs: Inputs, visibility: SetVisibility
) -> Iterator[SetPart | ListPart]:
    """Yield indexes and pages of the whole catalog; entries are streamed, again for each."""
    members, wanted = members_of(cache), set[str]()
    formats = tuple(published_formats(inputs.profiles.values()).values())
    feed = bool(inputs.configuration.site_url) and members.dated
    listed, judged, prompted = cache.digest("listed"), cache.digest("judged"), cache.digest("prompted")
    marks = msgspec.msgpack.encode(overview.tombstones)
    seen = msgspec.msgpack.encode(visibility)
    troubles = (overview.skills, overview.counts, overview.hosts, overview.nameless, overview.duplicates)
    depends: dict[str, tuple[object, ...]] = {
        "prompts": (prompted,),
        "indexes": (listed, marks),
        "lists": (prompted,),
        "hosting": (marks,),
        "checks": (judged, troubles),
        "rules": (judged,),
        "bundles": (listed, seen),
        "agents": (overview.index_sizes, seen),
        "pages": (),
        "gone": (marks, cache.names() if overview.tombstones else ()),
        "theme": (),
    }
    view = _view(cache, overview, inputs, visibility, members, formats, wanted.__contains__, feed=feed)
    groups = {
        "prompts": _prompt_files(cache, formats),
        "indexes": _indexes(cache, overview, inputs),
        "lists": llms.llms_files(lambda: _offered(cache), inputs.configuration),
        "hosting": _hosting(overview, inputs.configuration),
        **page_groups(view, inputs.configuration, inputs.theme),
    }
    for name, keys in list_keys(members, overview, visibility, feed=feed).items():
        keyed = {path: sha256(f"{inputs.digest} {key}".encode()) for path, key in keys.items()}
        yield ListPart(keyed, groups.pop(name), wanted)
    for name, files in groups.items():
        yield SetPart(f"/{name}", sha256(repr((inputs.digest, depends[name])).encode()), files)
    for name, key, files in search_parts(cache, inputs):
        yield SetPart(f"/{name}", sha256(repr((inputs.digest, key)).encode()), files)


def _indexes(cache: Cache, overview: Overview, inputs: Inputs) -> Iterator[OutputFile]:
    configuration = inputs.configuration
    yield OutputFile(paths.CATALOG, catalog_json.write(_catalogued(cache), configuration, overview.tombstones))
    yield OutputFile(paths.VERSIONS, versions_json.write(_known(cache)))
    if configuration.bundles:
        yield OutputFile(paths.BUNDLES_INDEX, bundles_json.write(configuration.bundles, _offered(cache)))
    yield OutputFile(paths.DISCOVERY, discovery.write(_offered(cache)))
    if configuration.legacy_discovery:
        yield from _legacy(cache)
    if _has_marketplace(configuration):
        yield OutputFile(paths.MARKETPLACE, marketplace.write(_offered(cache), configuration, overview.tombstones))
    yield from feeds.site_feed(_offered(cache), configuration)
    say = Frame(inputs.theme, configuration).plain
    yield OutputFile(paths.BADGE, (badges.catalog_badge(configuration.title, overview.published, say),))
    yield from sitemap_files(cache.entries(), [page.stem for page in inputs.pages], configuration)


def _hosting(overview: Overview, configuration: Configuration) -> Iterator[OutputFile]:
    yield from headers.host_files(replace(configuration, renamed=tuple(_moves(overview.tombstones))))
    yield from schemas.schema_files(REPORT_SCHEMAS)


def _prompt_files(cache: Cache, formats: Iterable[Format]) -> Iterator[OutputFile]:
    for form in formats:
        pieces = (piece.text for piece in cache.pieces(form.name))
        yield OutputFile(paths.prompt(form.file), (text.encode() for text in form.style.index(pieces)))


def _has_marketplace(configuration: Configuration) -> bool:
    return bool(configuration.site_url) and not marketplace.refusal(configuration)


def _offered(cache: Cache) -> Iterator[Entry]:
    """Yield the entries as indexes offer them: what is withheld or yanked gives way to what was published before."""
    return (carried.entry if carried is not None else entry for entry, carried in cache.listed())


def _known(cache: Cache) -> Iterator[Entry]:
    """Yield the entries for those who look for updates: a yanked version is named, with its mark."""
    for entry, carried in cache.listed():
        yield carried.entry if carried is not None and entry.state is State.WITHHELD else entry


def _catalogued(cache: Cache) -> Iterator[Entry]:
    """Yield the entries for the catalog: what is offered, with the state of the skill as it is now."""
    for entry, carried in cache.listed():
        yield entry if carried is None else replace(carried.entry, state=entry.state, carried=entry.carried)


def _moves(ended: Iterable[Tombstone]) -> Iterator[Renamed]:
    return (Renamed(stone.name, stone.successor, stone.reason) for stone in ended if stone.successor)


def _legacy(cache: Cache) -> Iterator[OutputFile]:
    yield OutputFile(paths.DISCOVERY_LEGACY, discovery.write_legacy(_legacy_rows(cache)))


def _legacy_rows(cache: Cache) -> Iterator[tuple[Entry, list[str]]]:
    for place, entry, _ in cache.surrounded():
        carried = cache.carried(entry.name)
        files = carried.files if carried is not None else [record.path for record in cache.prepared(place).files]
        yield carried.entry if carried is not None else entry, [path for path in files if is_servable(path)]


def _view(
    cache: Cache,
    overview: Overview,
    inputs: Inputs,
    visibility: SetVisibility,
    members: Members,
    formats: Iterable[Format],
    wanted: Wanted,
    *,
    feed: bool,
) -> CatalogView:
    sizes = {name: (characters, tokens) for name, characters, tokens in overview.index_sizes}
    return CatalogView(
        entries=cache.entries,
        stretch=cache.stretch,
        having=functools.partial(having, cache, members),
        findings=lambda: _findings(cache, inputs),
        overview=overview,
        rules=rule_pages(),
        profiles=tuple(inputs.profiles.values()),
        agents=inputs.agents,
        clients=tuple(resources.mcp_clients().values()),
        prompts=tuple(PromptFile(form.name, form.title, form.file, *sizes[form.name]) for form in formats),
        pages=functools.cache(lambda: text_pages_of(inputs)),
        marketplace=_has_marketplace(inputs.configuration),
        visibility=visibility,
        feed=feed,
        wanted=wanted,
    )


def _findings(cache: Cache, inputs: Inputs) -> Iterator[tuple[str, str, tuple[Judged, ...]]]:
    """Yield name, path and judged findings of every skill by name, then of every folder without a usable name."""
    for _, entry, around in cache.surrounded():
        yield entry.name, entry.path, around.findings
    for path, _, findings in cache.nameless():
        yield "", path, judge_in(findings, inputs.gate, inputs.configuration)

"""What a site says of the whole catalog: indexes, prompt files, lists, and pages about all skills."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain

from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.inputs.reviews import OwnReviews, read_said
from skillpack.builder.outputs.listings import Members, listing_outputs
from skillpack.builder.outputs.output import SiteOutput, cards_key, digest, drawn, paged, single, text_pages_of
from skillpack.builder.outputs.search import search_outputs
from skillpack.builder.record.files import is_servable
from skillpack.builder.resolve import Catalog, CatalogEntry
from skillpack.builder.store import BuildStore, decode
from skillpack.catalog import paths
from skillpack.catalog.dates import is_listed
from skillpack.check.run import rule_pages
from skillpack.model.entry import Entry, EntryState, Overview, PageRecord, PromptEntry
from skillpack.model.finding import Judged
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration, Renamed
from skillpack.prompt.formats import Format, published_formats, shown_formats
from skillpack.registry import (
    badges,
    bundles_json,
    catalog_json,
    discovery,
    feeds,
    headers,
    llms,
    marketplace,
    reviews_json,
    schemas,
    versions_json,
)
from skillpack.registry.lines import joined
from skillpack.registry.sitemap import sitemap_files
from skillpack.report.schemas import SCHEMAS as REPORT_SCHEMAS
from skillpack.site.card import catalog_card
from skillpack.site.frame import Frame
from skillpack.site.pages.agents import PromptFile
from skillpack.site.pages.catalog import CatalogView, page_groups
from skillpack.site.pages.checks import FindingTally, tally, tally_findings, withheld_skills
from skillpack.site.rows import PAGE


def catalog_outputs(catalog: Catalog, store: BuildStore, inputs: Inputs, *, draws: bool) -> Iterator[SiteOutput]:
    """Yield indexes, prompt files, lists and pages of the whole catalog, and what a browser searches in."""
    overview, configuration, inputs_digest = catalog.overview, inputs.configuration, inputs.digest
    formats = tuple(published_formats(inputs.profiles.values()).values())
    mentioned = shown_formats(tuple(inputs.profiles.values()), configuration)
    marks = [each.mark for each in catalog.entries]
    listed, prompted = digest(marks, inputs_digest), digest(list(map(_prompted, catalog.entries)), inputs_digest)
    ended, shown = digest(overview.tombstones, inputs_digest), digest(catalog.visibility, inputs_digest)
    names = [each.entry.name for each in catalog.entries] if overview.tombstones else []
    members, view = Members([each.entry for each in catalog.entries], marks), _view(catalog, inputs)
    view = replace(view, having=members.having)

    yield from listing_outputs(catalog, members, view, configuration, inputs.theme, inputs_digest)
    yield single("/prompts", prompted, partial(_prompt_files, catalog, store, formats))
    yield single("/indexes", digest(listed, ended), partial(_indexes, catalog, store, inputs))
    yield single("/lists", digest("lists", prompted), lambda: llms.llms_files(lambda: _listed(catalog), configuration))
    yield from _reviews(catalog, inputs)
    yield single("/hosting", digest("hosting", ended), partial(_hosting, overview, configuration))
    contexts: dict[str, object] = {
        "bundles": _bundled(catalog, marks, configuration),
        "pages": (),
        "gone": (ended, names),
        "theme": inputs.theme.digest,
    }
    yield from _findings_outputs(catalog, view, inputs)
    for name, context in contexts.items():
        yield single(f"/{name}", digest(name, context, inputs_digest), partial(_group, name, view, inputs))
    yield single(
        "/agents",
        digest("agents", prompted, shown, catalog.closest, [each.entry.name for each in catalog.entries]),
        lambda: _group("agents", replace(view, prompts=tuple(_sizes(catalog, store, mentioned))), inputs),
    )
    yield from _card(catalog, inputs, draws=draws)
    yield from search_outputs(catalog, marks, store, inputs)


def _findings_outputs(catalog: Catalog, view: CatalogView, inputs: Inputs) -> Iterator[SiteOutput]:
    """Yield the pages of checks and rules: each is a part, made anew where what it shows of findings changed."""
    overview, counts = catalog.overview, view.counts()
    rows = list(chain.from_iterable(catalog.runs.each("findings", tuple[str, ...], _finding_keys)))
    rows += [digest(each) for each in _nameless_findings(catalog)]
    totals = (counts.severities, list(counts.rules.items()), counts.worst, counts.broken)
    troubles = (overview.skills, overview.errors, overview.warnings, overview.counts, overview.hosts)
    # Totals stand on the first page alone: most edits change one.
    first = (totals, troubles, overview.nameless, overview.duplicates, view.withheld())
    starts = range(0, max(1, len(rows)), PAGE)
    checks = {
        paths.checks_page(number): digest(
            first if number == 1 else "", len(starts), rows[start : start + PAGE], inputs.digest
        )
        for number, start in enumerate(starts, 1)
    }
    rules = {
        paths.rule_page(rule.code): digest(
            counts.rules[rule.code], counts.broken[rule.code], counts.names.get(rule.code, ()), inputs.digest
        )
        for rule in view.rules
    }
    rules[paths.RULES] = digest(counts.rules, counts.broken, counts.worst, inputs.digest)
    for name, keys in (("checks", checks), ("rules", rules)):
        yield paged(keys, partial(_some_of_group, name, view, inputs))


def _finding_keys(entries: Iterable[CatalogEntry]) -> tuple[str, ...]:
    """Return a key of the findings of each skill that has any."""
    return tuple(digest(each) for each in _skill_findings(entries) if each[2])


def _bundled(catalog: Catalog, marks: Sequence[str], configuration: Configuration) -> object:
    """Return the content of the pages of bundles: their members, and what hosts show of these."""
    named = {name for bundle in configuration.bundles for name in bundle.skills}
    members = [(each.entry.name, mark) for each, mark in zip(catalog.entries, marks, strict=True)] if named else ()
    return [member for member in members if member[0] in named], catalog.visibility.bundles


def _some_of_group(name: str, view: CatalogView, inputs: Inputs, due: Collection[str]) -> Iterator[OutputFile]:
    return _group(name, replace(view, wanted=due.__contains__), inputs)


def _card(catalog: Catalog, inputs: Inputs, *, draws: bool) -> Iterator[SiteOutput]:
    """Yield the picture of the catalog: the theme's own, a drawn one, or one that says nothing of this catalog."""
    ready = inputs.theme.assets.get(paths.CARD, b"" if inputs.configuration.cards else resources.plain_card())
    if ready and inputs.configuration.site_url:
        yield single("/card", digest("card", ready), lambda: [OutputFile(paths.CARD, (ready,))])
    elif draws and inputs.configuration.cards:
        frame = Frame(inputs.theme, inputs.configuration)
        card = catalog_card(frame, catalog.overview, catalog.visibility.hosts)
        yield single("/card", digest(card, cards_key(inputs)), lambda: [OutputFile(paths.CARD, (drawn(card),))])


def _group(name: str, view: CatalogView, inputs: Inputs) -> Iterator[OutputFile]:
    return page_groups(view, inputs.configuration, inputs.theme)[name]


def _catalog_rows(run: Iterable[CatalogEntry]) -> bytes:
    return joined(catalog_json.rows(map(_catalogued, run)))


def _version_rows(run: Iterable[CatalogEntry]) -> bytes:
    # Who looks for updates is told of a yanked version too, with its mark.
    newest = (each.listed if each.entry.state is EntryState.WITHHELD else each.entry for each in run)
    return joined(versions_json.rows(newest))


def _discovery_rows(run: Iterable[CatalogEntry]) -> bytes:
    return joined(discovery.rows(each.listed for each in run))


def _indexes(catalog: Catalog, store: BuildStore, inputs: Inputs) -> Iterator[OutputFile]:
    configuration, overview = inputs.configuration, catalog.overview
    rows = catalog.runs.each("catalog", bytes, _catalog_rows)
    yield OutputFile(paths.CATALOG, catalog_json.write(rows, configuration, overview.tombstones))
    yield OutputFile(paths.VERSIONS, versions_json.write(catalog.runs.each("versions", bytes, _version_rows)))
    if configuration.bundles:
        yield OutputFile(paths.BUNDLES_INDEX, bundles_json.write(configuration.bundles, _listed(catalog)))
    yield OutputFile(paths.DISCOVERY, discovery.write(catalog.runs.each("discovery", bytes, _discovery_rows)))
    if configuration.legacy_discovery:
        yield OutputFile(paths.DISCOVERY_LEGACY, discovery.write_legacy(_legacy_rows(catalog, store)))
    if _has_marketplace(configuration):
        yield OutputFile(paths.MARKETPLACE, marketplace.write(_listed(catalog), configuration, overview.tombstones))
    yield from feeds.site_feed(_listed(catalog), configuration)
    text = Frame(inputs.theme, configuration).plain
    yield OutputFile(paths.BADGE, (badges.catalog_badge(configuration.title, overview.published, text),))
    yield from sitemap_files(
        (each.entry for each in catalog.entries), [page.stem for page in inputs.pages], configuration
    )


def _hosting(overview: Overview, configuration: Configuration) -> Iterator[OutputFile]:
    moves = (Renamed(each.name, each.successor, each.reason) for each in overview.tombstones if each.successor)
    yield from headers.host_files(replace(configuration, renamed=tuple(moves)))
    yield from schemas.schema_files(REPORT_SCHEMAS)


def _reviews(catalog: Catalog, inputs: Inputs) -> Iterator[SiteOutput]:
    """Yield the catalog's own reviews, of skills that it does not hide; nothing where it has none."""
    if catalog.reviews.key:
        yield single("/reviews", digest("reviews", catalog.reviews.key), partial(_written, catalog, inputs))


def _written(catalog: Catalog, inputs: Inputs) -> Iterator[OutputFile]:
    rows = catalog.reviews.each("reviews", bytes, _review_rows)
    yield OutputFile(paths.REVIEWS, reviews_json.write(filter(None, rows), inputs.configuration))


def _review_rows(run: Iterable[OwnReviews]) -> bytes:
    return joined(chain.from_iterable(reviews_json.rows(each.name, read_said(each.said).reviews) for each in run))


def _prompted(each: CatalogEntry) -> tuple[str, object]:
    """Return the name of a skill, and the context of its pieces of the prompt files."""
    if each.retained is not None:
        return each.entry.name, each.retained.prompts
    return each.entry.name, each.record.summary.prompts if each.entry.is_available else ""


def _pieces(catalog: Catalog, store: BuildStore, form: str) -> Iterator[str]:
    """Yield the pieces of one prompt format, by name."""
    own = [each.record.key for each in catalog.entries if each.retained is None and each.entry.is_available]
    stored = store.columns_of("prompts", own)
    for each in catalog.entries:
        prompts: Sequence[PromptEntry] = ()
        if each.retained is not None:
            prompts = each.retained.prompts
        elif each.entry.is_available:
            prompts = decode(next(stored), tuple[PromptEntry, ...])
        yield from (prompt.text for prompt in prompts if prompt.format == form)


def _prompt_files(catalog: Catalog, store: BuildStore, formats: Iterable[Format]) -> Iterator[OutputFile]:
    for form in formats:
        index = form.style.index(_pieces(catalog, store, form.name))
        yield OutputFile(paths.prompt(form.file), (text.encode() for text in index))


def _sizes(catalog: Catalog, store: BuildStore, formats: Iterable[Format]) -> Iterator[PromptFile]:
    """Yield the prompt files with their sizes."""
    for form in formats:
        characters = sum(map(len, form.style.index(_pieces(catalog, store, form.name))))
        yield PromptFile(form.name, form.title, form.file, characters, characters // 4)


def _has_marketplace(configuration: Configuration) -> bool:
    return bool(configuration.site_url) and not marketplace.refusal(configuration)


def _listed(catalog: Catalog) -> Iterator[Entry]:
    """Yield the entries as indexes offer them: what is withheld or yanked gives way to what was published before."""
    return (each.listed for each in catalog.entries)


def _catalogued(each: CatalogEntry) -> Entry:
    """Return the entry of a skill for the catalog: what is offered, with the state of the skill as it is now."""
    entry, retained = each.entry, each.retained
    if retained is None:
        return entry
    reviewed = {"review": entry.review, "reviewer": entry.reviewer}
    return replace(retained.entry, state=entry.state, carried=entry.carried, **reviewed)


def _legacy_rows(catalog: Catalog, store: BuildStore) -> Iterator[tuple[Entry, list[str]]]:
    for each in catalog.entries:
        if each.retained is not None:
            files: Iterable[str] = each.retained.files
        else:
            record = decode(store.column("records", each.record.key), PageRecord)
            files = (file.path for file in record.files)
        yield each.listed, [path for path in files if is_servable(path)]


def _view(catalog: Catalog, inputs: Inputs) -> CatalogView:
    """Return the view that pages about all skills are made of, but for the prompt files."""
    entries, configuration = [each.entry for each in catalog.entries], inputs.configuration
    dated = any(is_listed(each.listed.release) for each in catalog.entries)
    withheld = catalog.overview.withheld
    return CatalogView(
        entries=lambda: iter(entries),
        stretch=lambda start, stop: iter(entries[start:stop]),
        having=lambda _kind, _keys: iter(entries),
        findings=lambda: _findings(catalog),
        counts=cache(lambda: tally(_tallied(catalog))),
        withheld=cache(lambda: withheld_skills(iter(entries), lambda: _findings(catalog)) if withheld else ()),
        overview=catalog.overview,
        rules=rule_pages(),
        examples=resources.rule_examples,
        profiles=tuple(inputs.profiles.values()),
        agents=inputs.agents,
        clients=tuple(resources.mcp_clients().values()),
        prompts=(),
        pages=cache(lambda: text_pages_of(inputs)),
        marketplace=_has_marketplace(configuration),
        visibility=catalog.visibility,
        closest=catalog.closest,
        feed=bool(configuration.site_url) and dated,
    )


def _findings(catalog: Catalog) -> Iterator[tuple[str, str, tuple[Judged, ...]]]:
    """Yield name, path and judged findings of every skill by name, then of every folder without a usable name."""
    return chain(_skill_findings(catalog.entries), _nameless_findings(catalog))


def _skill_findings(entries: Iterable[CatalogEntry]) -> Iterator[tuple[str, str, tuple[Judged, ...]]]:
    return ((each.name, each.entry.path, each.relations.findings) for each in entries)


def _nameless_findings(catalog: Catalog) -> Iterator[tuple[str, str, tuple[Judged, ...]]]:
    return (("", path, judged) for path, _, judged in catalog.nameless)


def _tallied(catalog: Catalog) -> Iterator[FindingTally]:
    """Yield the counts of the findings of all skills by name, then of the folders without a usable name."""
    yield from catalog.runs.each("tally", FindingTally, lambda run: tally_findings(_skill_findings(run)))
    yield tally_findings(_nameless_findings(catalog))

"""What a build writes: the files of one skill alone, the pages of one skill in the set, the files about the set."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from skillpack.audit.pages import all_rule_pages
from skillpack.catalog import paths
from skillpack.check.judge import judge
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Overview, Prepared, State, Surroundings
from skillpack.model.finding import Judged
from skillpack.model.output import OutputFile
from skillpack.model.release import Tombstone
from skillpack.model.settings import Configuration, Renamed
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.carried import Carried
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.past import Past
from skillpack.pipeline.prepare import Product
from skillpack.pipeline.records import is_servable
from skillpack.pipeline.standing import Standing
from skillpack.prompt.formats import FORMATS
from skillpack.registry import catalog_json, discovery, headers, llms, marketplace, schemas, skill_json, versions_json
from skillpack.registry.sitemap import sitemap_files
from skillpack.report.schemas import SCHEMAS as REPORT_SCHEMAS
from skillpack.site.agents_page import PromptFile
from skillpack.site.catalog_pages import CatalogView, catalog_pages
from skillpack.site.text_pages import TextPage, read_page

_ARCHIVES = "archives/"
_BESIDE = ("SHA256SUMS", "md")
"""Ends of the names of what follows from an archive and lies beside it."""


def own_key(prepared: Prepared, standing: Standing, inputs: Inputs) -> str:
    """Return the key of the files that depend on one skill, its past and the catalog's settings, on no other skill."""
    served = (sorted(standing.own), standing.is_current, standing.offered is not None)
    return sha256(msgspec.msgpack.encode([prepared.key, inputs.digest, served]))


def own_files(product: Product, prepared: Prepared, standing: Standing) -> Iterator[OutputFile]:
    """Yield archives, raw files and the pages of text files of one skill."""
    for path, content in product.files:
        if _is_own(path, prepared, standing):
            yield OutputFile(path, (content,))


def _is_own(path: str, prepared: Prepared, standing: Standing) -> bool:
    """Return whether a file of a skill is published; of a withheld one, agents get what was published before."""
    entry = prepared.entry
    if path.startswith(_ARCHIVES):
        beside = {f"{entry.release.archive.removesuffix('zip')}{suffix}" for suffix in _BESIDE}
        return path in standing.own or (path in beside and entry.release.archive in standing.own)
    if path == paths.skill_checksums(entry.name) or path.startswith(paths.legacy_file(entry.name, "")):
        return standing.offered is not None and standing.is_current
    if path == paths.skill_markdown(entry.name):
        return standing.is_current
    return True


def skill_key(key: str, entry: Entry, around: Surroundings, past: Past, inputs: Inputs) -> str:
    """Return the key of a skill's page and record: of all that they show."""
    return sha256(msgspec.msgpack.encode([key, entry, around, past, inputs.digest]))


def skill_files(
    page: tuple[str, bytes], prepared: Prepared, around: Surroundings, past: Past, carried: Carried | None
) -> Iterator[OutputFile]:
    """Yield the page of a skill, its record, and the discovery index that holds it alone.

    Args:
        page: Path and bytes of the rendered page.
        prepared: With the entry as the catalog settled it.
    """
    entry = prepared.entry
    yield OutputFile(page[0], (page[1],))
    record = skill_json.write(prepared, around.releases, past.versions, entry=entry)
    yield OutputFile(paths.skill_record(entry.name), (record,))
    offered = carried.entry if carried is not None else entry
    if not discovery.exclusion(offered):
        yield OutputFile(paths.skill_discovery(entry.name), (discovery.write_single(offered),))


def set_key(cache: Cache, overview: Overview, inputs: Inputs) -> str:
    """Return the key of everything about the set."""
    digest = hashlib.sha256(inputs.digest.encode())
    digest.update(msgspec.msgpack.encode(overview.tombstones))
    for blob in cache.set_blobs():
        digest.update(len(blob).to_bytes(8, "big"))
        digest.update(blob)
    return digest.hexdigest()


def set_files(cache: Cache, overview: Overview, inputs: Inputs) -> Iterator[OutputFile]:
    """Yield pages and indexes of the whole catalog; entries are streamed, again for each."""
    configuration = inputs.configuration
    yield from _prompt_files(cache)
    yield OutputFile(paths.CATALOG, catalog_json.write(_catalogued(cache), configuration, overview.tombstones))
    yield OutputFile(paths.VERSIONS, versions_json.write(_known(cache)))
    yield OutputFile(paths.DISCOVERY, discovery.write(_offered(cache)))
    if configuration.legacy_discovery:
        yield from _legacy(cache)
    if _has_marketplace(configuration):
        yield OutputFile(paths.MARKETPLACE, marketplace.write(_offered(cache), configuration, overview.tombstones))
    yield OutputFile(paths.LLMS, (llms.write(_offered(cache), configuration),))
    yield from sitemap_files(cache.entries(), [page.stem for page in inputs.pages], configuration)
    yield from headers.host_files(replace(configuration, renamed=tuple(_moves(overview.tombstones))))
    yield from schemas.schema_files(REPORT_SCHEMAS)
    yield from catalog_pages(_view(cache, overview, inputs), configuration, inputs.theme)


def _prompt_files(cache: Cache) -> Iterator[OutputFile]:
    for form in FORMATS.values():
        pieces = (piece.text for piece in cache.pieces(form.name))
        yield OutputFile(paths.prompt(form.file), (text.encode() for text in form.index(pieces)))


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


def _view(cache: Cache, overview: Overview, inputs: Inputs) -> CatalogView:
    sizes = {name: (characters, tokens) for name, characters, tokens in overview.index_sizes}
    return CatalogView(
        entries=cache.entries,
        findings=lambda: _findings(cache, inputs),
        overview=overview,
        rules=all_rule_pages(),
        profiles=tuple(inputs.profiles.values()),
        agents=inputs.agents,
        prompts=tuple(PromptFile(form.name, form.title, form.file, *sizes[form.name]) for form in FORMATS.values()),
        pages=_text_pages(inputs),
        marketplace=_has_marketplace(inputs.configuration),
    )


def _findings(cache: Cache, inputs: Inputs) -> Iterator[tuple[str, str, tuple[Judged, ...]]]:
    """Yield name, path and judged findings of every skill by name, then of every folder without a usable name."""
    for _, entry, around in cache.surrounded():
        yield entry.name, entry.path, around.findings
    for path, _, findings in cache.nameless():
        yield "", path, judge(findings, inputs.gate, inputs.configuration.suppressions)


def _text_pages(inputs: Inputs) -> tuple[TextPage, ...]:
    stems = [page.stem for page in inputs.pages]
    limits, highlight = inputs.settings.limits, inputs.settings.highlight
    return tuple(read_page(page.stem, page.text, stems, limits=limits, highlight=highlight) for page in inputs.pages)

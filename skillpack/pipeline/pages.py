"""What a build writes: the files of one skill alone, the pages of one skill in the set, the files about the set."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import msgspec

from skillpack.catalog import paths
from skillpack.check.judge import judge
from skillpack.check.run import rule_pages
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Overview, Prepared, Surroundings
from skillpack.model.finding import Judged
from skillpack.model.output import OutputFile
from skillpack.model.release import History
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.prepare import Product
from skillpack.pipeline.settle import is_published
from skillpack.prompt.formats import FORMATS
from skillpack.registry import catalog_json, discovery, headers, llms, marketplace, schemas, skill_json, versions_json
from skillpack.site.agents_page import PromptFile
from skillpack.site.catalog_pages import CatalogView, catalog_pages
from skillpack.site.skill_page import skill_pages
from skillpack.site.text_pages import TextPage, read_page

_RELEASED = ("archives/",)
"""Where the files of a release lie: a withheld skill has none."""


def own_key(prepared: Prepared, inputs: Inputs) -> str:
    """Return the key of the files that depend on one skill and the catalog's settings, not on other skills."""
    return sha256(f"{prepared.key} {inputs.digest} {is_published(prepared, inputs)}".encode())


def own_files(product: Product, prepared: Prepared, inputs: Inputs) -> Iterator[OutputFile]:
    """Yield archives, raw files and the pages of text files of one skill."""
    published = is_published(prepared, inputs)
    for path, content in product.files:
        released = path.startswith(_RELEASED) or path == paths.skill_checksums(prepared.entry.name)
        if published or not released:
            yield OutputFile(path, (content,))
    around = Surroundings((), History(), (), (), (), ())
    pages = skill_pages(prepared, around, dict(product.texts), inputs.theme, inputs.configuration, ())
    yield from islice(pages, 1, None)


def skill_key(key: str, entry: Entry, around: Surroundings, inputs: Inputs) -> str:
    """Return the key of a skill's page: of all that it shows."""
    return sha256(msgspec.msgpack.encode([key, entry, around, inputs.digest]))


def skill_files(prepared: Prepared, entry: Entry, around: Surroundings, inputs: Inputs) -> Iterator[OutputFile]:
    """Yield the page of a skill, its record, and the discovery index that holds it alone."""
    settled = replace(prepared, entry=entry)
    shown = frozenset(
        r.path for r in prepared.files if r.text and r.kind != "skill" and r.size <= inputs.settings.limits.viewer
    )
    profiles = tuple(inputs.profiles.values())
    pages = skill_pages(
        settled, around, dict.fromkeys(shown, ""), inputs.theme, inputs.configuration, profiles, agents=inputs.agents
    )
    yield next(pages)
    record = skill_json.write(settled, around.releases, entry=entry)
    yield OutputFile(paths.skill_record(entry.name), (record,))
    if not discovery.exclusion(entry):
        yield OutputFile(paths.skill_discovery(entry.name), (discovery.write_single(entry),))


def set_key(cache: Cache, inputs: Inputs) -> str:
    """Return the key of everything about the set."""
    digest = hashlib.sha256(inputs.digest.encode())
    for blob in cache.set_blobs():
        digest.update(len(blob).to_bytes(8, "big"))
        digest.update(blob)
    return digest.hexdigest()


def set_files(cache: Cache, overview: Overview, inputs: Inputs) -> Iterator[OutputFile]:
    """Yield pages and indexes of the whole catalog; entries are streamed, again for each."""
    configuration = inputs.configuration
    yield from _prompt_files(cache)
    yield OutputFile(paths.CATALOG, catalog_json.write(cache.entries(), configuration, overview.tombstones))
    yield OutputFile(paths.VERSIONS, versions_json.write(cache.entries()))
    yield OutputFile(paths.DISCOVERY, discovery.write(cache.entries()))
    if configuration.legacy_discovery:
        yield from _legacy(cache)
    if configuration.site_url and not marketplace.refusal(configuration):
        yield OutputFile(paths.MARKETPLACE, marketplace.write(cache.entries(), configuration, overview.tombstones))
    yield OutputFile(paths.LLMS, (llms.write(cache.entries(), configuration),))
    yield from headers.host_files(configuration)
    yield from schemas.schema_files()
    yield from catalog_pages(_view(cache, overview, inputs), configuration, inputs.theme)


def _prompt_files(cache: Cache) -> Iterator[OutputFile]:
    for form in FORMATS.values():
        pieces = (piece.text for piece in cache.pieces(form.name))
        yield OutputFile(paths.prompt(form.file), (text.encode() for text in form.index(pieces)))


def _legacy(cache: Cache) -> Iterator[OutputFile]:
    listed = (
        (entry, [record.path for record in cache.prepared(place).files]) for place, entry, _ in cache.surrounded()
    )
    yield OutputFile(paths.DISCOVERY_LEGACY, discovery.write_legacy(listed))


def _view(cache: Cache, overview: Overview, inputs: Inputs) -> CatalogView:
    sizes = {name: (characters, tokens) for name, characters, tokens in overview.index_sizes}
    return CatalogView(
        entries=cache.entries,
        findings=lambda: _findings(cache, inputs),
        overview=overview,
        rules=tuple(rule_pages()),
        profiles=tuple(inputs.profiles.values()),
        agents=inputs.agents,
        prompts=tuple(PromptFile(form.name, form.title, form.file, *sizes[form.name]) for form in FORMATS.values()),
        pages=_text_pages(inputs),
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

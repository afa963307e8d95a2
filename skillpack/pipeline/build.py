"""The main job, top to bottom: places -> prepared skills -> the set -> files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import islice

from skillpack.archive.read import read_archive
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.precedence import contender_order, is_named_after, name_key
from skillpack.files.discover import Location, discover
from skillpack.files.output import Output
from skillpack.files.read import read
from skillpack.files.skipped import Skipped
from skillpack.files.staging import WorkerFile, WorkerStaging
from skillpack.files.trace import Trace
from skillpack.model.entry import Overview, PageRecord
from skillpack.model.finding import Judged
from skillpack.model.limits import Limits
from skillpack.model.progress import Progress, Report
from skillpack.model.selection import SetVisibility
from skillpack.model.settings import SkillNote
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.pipeline.cache import Cache
from skillpack.pipeline.carrying import Carrying
from skillpack.pipeline.executor import CHUNK, Workers, run_chunks, run_tasks
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.inspection import where_found
from skillpack.pipeline.judging import fails, found, known_versions
from skillpack.pipeline.lineage import carried_release, lineages
from skillpack.pipeline.look import Look, PageChunk, look_of, render_skills
from skillpack.pipeline.overview import take_overview, take_visibility
from skillpack.pipeline.pages import own_files, own_made
from skillpack.pipeline.prepare import Product
from skillpack.pipeline.previous import read_previous
from skillpack.pipeline.set_parts import ListPart, SetPart, set_parts
from skillpack.pipeline.settle import settle
from skillpack.pipeline.settled import Claim
from skillpack.pipeline.shelf import Shelf
from skillpack.pipeline.standing import Standing, own_key, stand
from skillpack.pipeline.worker import Chunk
from skillpack.pipeline.written import Written
from skillpack.sources.published_site import PublishedCatalog

Pool = Callable[[int], Executor | None]
"""Number of skills to prepare -> who prepares them; None for this process."""

_WINDOW = 8  # chunks in flight


@dataclass(frozen=True, slots=True)
class Built:
    """What the command line prints and decides by.

    Attributes:
        prepared: How many skills were read and prepared in this build.
        findings: Judged and not suppressed today, sorted.
        failed: True when one of them reaches `[policy] fail_on`.
        names: Of all skills, sorted.
        kept: Published versions that were carried over.
        where: In which folders skills were found, where they are several, and what was not looked into: lines.
    """

    overview: Overview
    prepared: int
    findings: tuple[Judged, ...]
    failed: bool
    names: tuple[str, ...]
    kept: int = 0
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Build:
    """What all steps of one build share."""

    inputs: Inputs
    cache: Cache
    written: Written
    workers: Workers
    look: Look
    report: Report
    shelf: Shelf
    places: Mapping[str, Location]
    notes: Mapping[str, SkillNote]

    def key(self, content: str) -> str:
        """Return the key of a part of the site: of what it is made of, and how it looks."""
        return f"{content} {self.inputs.digest}"

    def workplace(self, executor: Executor | None) -> WorkerStaging | None:
        """Return where an executor may write, if anywhere; what travels to it is packed while it starts."""
        if executor is not None:
            self.look.packed()
        return self.written.workplace(executor)

    def stand(self, claim: Claim, prepared: PageRecord) -> Standing:
        """Return what the catalog makes of a skill whose place was read before."""
        place = self.places[self.cache.place_path(claim.place)]
        return self.stand_with(prepared, lambda: published_tree(read(place, self.inputs.settings.limits)))

    def stand_with(self, prepared: PageRecord, tree: Callable[[], Tree]) -> Standing:
        """Return what the catalog makes of a skill; its files are asked for only where they must be compared."""
        past = self.cache.past(name_key(prepared.entry.name))
        return stand(
            prepared, past, self.inputs, lambda old, new: self.shelf.changes(old, new, tree), self.shelf.is_clean
        )


def build_site(
    inputs: Inputs,
    output: Output,
    cache: Cache,
    *,
    folder: str,
    pool: Pool,
    report: Report,
    previous: PublishedCatalog | None = None,
    trace: Trace | None = None,
    verify: bool = False,
) -> Built:
    """Build a catalog into an output, and show it only when all of it is there.

    Findings never stop a build; they set `failed` alone (decisions 1).

    Args:
        folder: What the cache knows the output by; empty where the output has no past.
        previous: The site that was published last; None where nothing was (decisions 3).
        trace: Notes what was asked of the sources.
        verify: Read every file of the output, whatever its size and time say.

    Raises:
        SkillpackError: The job could not be done; the output is as it was before.
    """
    cache.begin()
    read_previous(previous, cache, inputs.settings, report)
    skipped = Skipped()
    found_places = discover(inputs.configuration.sources, inputs.root, trace=trace, skipped=skipped)
    places = {place.path: place for place in found_places}
    shelf, notes = Shelf(previous, cache, inputs.settings), notes_by_name(inputs.configuration.skills)
    workers, written = Workers(pool), Written(output, cache, folder, verify=verify)
    build = Build(inputs, cache, written, workers, look_of(inputs), report, shelf, places, notes)
    due = cache.due(places.values(), inputs.settings.digest)
    # So that whoever wins a name comes before those that lose it, whatever their paths are.
    due.sort(key=lambda place: contender_order("", place.origin))
    try:
        prepare_places(build, due, frozenset((each.origin.rank, name_key(each.origin.stem)) for each in due))
        _settle(build)
        lost = _lost_places(build)
        if lost:
            prepare_places(build, lost)
            _settle(build)
        overview = take_overview(cache, inputs)
        visibility, of_visibility = take_visibility(cache, inputs)
        write_pages(build, overview, visibility)
        carrying = Carrying(written, shelf, inputs, build.look)
        carrying.run(lineages(cache, inputs, overview.tombstones), workers.enough_for(0))
    finally:
        workers.close()
    versions = known_versions(cache, inputs, previous)
    findings = tuple(found(inputs, cache, overview, versions, of_visibility))
    names = cache.names()
    output.commit()
    build.written.remember()
    cache.commit()
    failed = fails(findings, inputs.configuration.policy.fail_on)
    where = where_found((place.origin for place in places.values()), skipped)
    return Built(overview, len(due), findings, failed, names, carrying.kept, where=where)


_Called = frozenset[tuple[int, str]]
"""Rank of the source, and name of the folder or file, of places whose skill may be called so."""


def prepare_places(build: Build, places: list[Location], called: _Called = frozenset()) -> None:
    """Prepare places, remember what they gave, and write what depends on one skill alone.

    Args:
        build: What all steps share.
        places: In the order of precedence.
        called: Of all places, where nobody knows yet who wins which name.
    """
    executor = build.workers.enough_for(len(places))
    groups = [places[start : start + CHUNK] for start in range(0, len(places), CHUNK)]
    settings, workplace = build.inputs.settings, build.workplace(executor)
    chunks = (Chunk(settings, tuple(group), (), build.cache.path, workplace) for group in groups)
    ready = 0
    for group, done in zip(groups, run_chunks(chunks, executor, window=_WINDOW), strict=True):
        build.cache.put_fragments(done.fragments)
        for place, product, made in zip(group, done.products, done.made, strict=True):
            _take(build, place, product, made, called)
        ready += len(group)
        build.report(Progress("skills", ready, len(places)))


def _take(build: Build, place: Location, product: Product, made: WorkerFile | None, called: _Called) -> None:
    """Remember one product, and write its own files if it wins its name.

    Places come in the order of precedence but for their names, which nobody knows before they are read: what another
    place of the source is called by may be that one's, and is written when all are known.
    """
    number = build.cache.put(place, build.inputs.settings.digest, product)
    prepared = product.prepared
    if prepared is None or not build.cache.wins(number) or is_hidden(prepared.entry.name, build.notes):
        return
    name, origin = prepared.entry.name, place.origin
    if not is_named_after(name, origin) and (origin.rank, name_key(name)) in called:
        return
    standing = build.stand_with(prepared, lambda: _packed(product, made, build.inputs.settings.limits))
    part, key = f"{prepared.entry.name}/own", own_key(prepared, standing)
    if made is None:
        build.written.put(part, key, own_files(product, prepared, standing))
    else:
        build.written.adopt(part, key, own_made(made, prepared, standing))


def _packed(product: Product, made: WorkerFile | None, limits: Limits) -> Tree:
    """Return the files of a skill that was just packed."""
    path = product.prepared.entry.release.archive if product.prepared is not None else ""
    return read_archive(dict(product.files)[path] if made is None else made.read(path), limits)


def _settle(build: Build) -> None:
    carry = partial(carried_release, build.shelf, build.cache, build.inputs.settings)
    settle(build.cache, build.inputs, build.stand, carry)


def _lost_places(build: Build) -> list[Location]:
    """Return the places of skills whose own files are not in the output as they should be."""
    lost = []
    for name, place, own in build.cache.owned():
        part = f"{name}/own"
        if not build.written.has(part) and not build.written.keep(part, own):
            lost.append(build.places[build.cache.place_path(place)])
    return lost


def write_pages(build: Build, overview: Overview, visibility: SetVisibility) -> None:
    """Write the pages of every skill that are due, and everything about the set while others render them."""
    inputs, cache, written = build.inputs, build.cache, build.written
    due = list(_due_pages(build))
    executor = build.workers.enough_for(len(due))
    groups = [due[start : start + CHUNK] for start in range(0, len(due), CHUNK)]
    chunks = _page_chunks(build, groups, build.workplace(executor))
    ready, parts = 0, set_parts(cache, overview, inputs, visibility)
    for group, rendered in zip(groups, run_tasks(render_skills, chunks, executor, window=_WINDOW), strict=True):
        cache.put_fragments(rendered.fragments)
        for page, each, current in zip(group, rendered.files, rendered.current, strict=True):
            key = page.key if current else ""  # no key equals it: these pages are due again
            if isinstance(each, WorkerFile):
                written.adopt(f"{page.name}/page", key, each)
            else:
                written.put(f"{page.name}/page", key, each)
        ready += len(group)
        build.report(Progress("pages", ready, len(due)))
        _write_parts(written, islice(parts, 1))
    _write_parts(written, parts)


def _write_parts(written: Written, parts: Iterable[SetPart | ListPart]) -> None:
    """Write what is due of the set."""
    for part in parts:
        part.write(written)


@dataclass(frozen=True, slots=True)
class DuePage:
    """A skill whose page must be written."""

    name: str
    place: int
    key: str


def _due_pages(build: Build) -> Iterator[DuePage]:
    """Yield the skills whose pages are not in the output as they should be; the others are kept."""
    for name, place, shown in build.cache.shown():
        key = build.key(shown)
        if not build.written.keep(f"{name}/page", key):
            yield DuePage(name, place, key)


def _page_chunks(
    build: Build, groups: Sequence[Sequence[DuePage]], workplace: WorkerStaging | None
) -> Iterator[PageChunk]:
    """Yield chunks of skills as the catalog sees them."""
    cache = build.cache
    for group in groups:
        skills = tuple((cache.sheet(page.name), build.places[cache.place_path(page.place)]) for page in group)
        yield PageChunk(build.look, build.inputs.settings, skills, cache.path, workplace)

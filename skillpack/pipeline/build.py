"""The main job, top to bottom: places -> prepared skills -> the set -> files."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

from skillpack.archive.read import read_archive
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.overview import survey
from skillpack.catalog.precedence import claim_order, name_key
from skillpack.check.fix import with_offers
from skillpack.check.judge import judge, open_findings
from skillpack.check.rules.catalog import mentioned_names
from skillpack.check.run import check_catalog
from skillpack.check.subject import CatalogSubject
from skillpack.fetch.catalog import PublishedCatalog
from skillpack.files.discover import Place, discover
from skillpack.files.output import Output
from skillpack.files.read import read
from skillpack.model.entry import Overview, Prepared, Surroundings
from skillpack.model.finding import Judged, Severity, finding_order
from skillpack.model.limits import Limits
from skillpack.model.progress import Progress, Report
from skillpack.model.settings import SkillNote
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.pipeline.auditing import audit_written
from skillpack.pipeline.cache import Cache, Claim
from skillpack.pipeline.carrying import Carrying
from skillpack.pipeline.executor import CHUNK, Workers, run_chunks, run_tasks
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.lineage import carried_release, lineages
from skillpack.pipeline.look import Look, PageChunk, look_of, render_skills
from skillpack.pipeline.pages import own_files, own_key, set_files, set_key, skill_files, skill_key
from skillpack.pipeline.prepare import Product
from skillpack.pipeline.previous import read_previous
from skillpack.pipeline.settle import claimed_profiles, settle, tombstones, winners
from skillpack.pipeline.shelf import Shelf
from skillpack.pipeline.standing import Standing, stand
from skillpack.pipeline.worker import Chunk
from skillpack.pipeline.written import Written
from skillpack.prompt.formats import FORMATS

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
    """

    overview: Overview
    prepared: int
    findings: tuple[Judged, ...]
    failed: bool
    names: tuple[str, ...]
    kept: int = 0


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
    places: Mapping[str, Place]
    notes: Mapping[str, SkillNote]

    def stand(self, claim: Claim, prepared: Prepared) -> Standing:
        """Return what the catalog makes of a skill whose place was read before."""
        place = self.places[self.cache.place_path(claim.place)]
        return self.stand_with(prepared, lambda: published_tree(read(place, self.inputs.settings.limits)))

    def stand_with(self, prepared: Prepared, tree: Callable[[], Tree]) -> Standing:
        """Return what the catalog makes of a skill; its files are asked for only where they must be compared."""
        past = self.cache.past(name_key(prepared.entry.name))
        return stand(prepared, past, self.inputs, lambda old, new: self.shelf.changes(old, new, tree))


def build_site(
    inputs: Inputs,
    output: Output,
    cache: Cache,
    *,
    folder: str,
    pool: Pool,
    report: Report,
    previous: PublishedCatalog | None = None,
) -> Built:
    """Build a catalog into an output, and show it only when all of it is there.

    Findings never stop a build; they set `failed` alone (decisions 1).

    Args:
        folder: What the cache knows the output by; empty where the output has no past.
        previous: The site that was published last; None where nothing was (decisions 3).

    Raises:
        SkillpackError: The job could not be done; the output is as it was before.
    """
    cache.begin()
    read_previous(previous, cache, inputs.settings, report)
    places = {place.path: place for place in discover(inputs.configuration.sources, inputs.root)}
    shelf, notes = Shelf(previous, cache, inputs.settings), notes_by_name(inputs.configuration.skills)
    workers, written = Workers(pool), Written(output, cache, folder)
    build = Build(inputs, cache, written, workers, look_of(inputs), report, shelf, places, notes)
    due = cache.due(places.values(), inputs.settings.digest)
    # So that whoever wins a name comes before those that lose it, whatever their paths are.
    due.sort(key=lambda place: claim_order("", place.origin))
    try:
        prepare_places(build, due)
        prepare_places(build, _lost_places(build))
        settle(cache, inputs, build.stand, partial(carried_release, shelf, cache, inputs.settings))
        overview = take_overview(cache, inputs)
        write_pages(build, overview)
        carrying = Carrying(written, shelf, inputs, build.look)
        carrying.run(lineages(cache, inputs, overview.tombstones), workers.enough_for(0))
    finally:
        workers.close()
    findings = (*found(inputs, cache, overview), *audit_written(build.written, output, inputs))
    names = tuple(entry.name for entry in cache.entries())
    output.commit()
    build.written.remember()
    cache.commit()
    failed = fails(findings, inputs.configuration.policy.fail_on)
    return Built(overview, len(due), findings, failed, names, carrying.kept)


def prepare_places(build: Build, places: list[Place]) -> None:
    """Prepare places, remember what they gave, and write what depends on one skill alone."""
    executor = build.workers.enough_for(len(places))
    groups = [places[start : start + CHUNK] for start in range(0, len(places), CHUNK)]
    chunks = (Chunk(build.inputs.settings, tuple(group), (), build.cache.path, build.look) for group in groups)
    ready = 0
    for group, done in zip(groups, run_chunks(chunks, executor, window=_WINDOW), strict=True):
        build.cache.put_fragments(done.fragments)
        for place, product in zip(group, done.products, strict=True):
            _take(build, place, product)
        ready += len(group)
        build.report(Progress("skills", ready, len(places)))


def _take(build: Build, place: Place, product: Product) -> None:
    """Remember one product, and write its own files if it wins its name; places come in the order of precedence."""
    number = build.cache.put(place, build.inputs.settings.digest, product)
    prepared = product.prepared
    if prepared is None or not build.cache.wins(number) or is_hidden(prepared.entry.name, build.notes):
        return
    standing = build.stand_with(prepared, lambda: _packed(product, prepared, build.inputs.settings.limits))
    part, key = f"{prepared.entry.name}/own", own_key(prepared, standing, build.inputs)
    build.written.put(part, key, own_files(product, prepared, standing))


def _packed(product: Product, prepared: Prepared, limits: Limits) -> Tree:
    """Return the files of a skill that was just packed."""
    return read_archive(dict(product.files)[prepared.entry.release.archive], limits)


def _lost_places(build: Build) -> list[Place]:
    """Return the places of unchanged winners whose own files are not in the output as they should be."""
    lost = []
    for winner, _ in winners(build.cache):
        part = f"{winner.name}/own"
        if build.written.has(part) or is_hidden(winner.name, build.notes):
            continue
        prepared = build.cache.prepared(winner.place)
        if not build.written.keep(part, own_key(prepared, build.stand(winner, prepared), build.inputs)):
            lost.append(build.places[build.cache.place_path(winner.place)])
    return lost


def take_overview(cache: Cache, inputs: Inputs) -> Overview:
    """Return the facts about the set, in one pass over entries and one over each prompt index."""
    sizes = []
    for form in FORMATS.values():
        characters = sum(map(len, form.index(piece.text for piece in cache.pieces(form.name))))
        sizes.append((form.name, characters, characters // 4))
    duplicates = (
        (winner.name, (winner.origin.locate("SKILL.md"), *(loser.origin.locate("SKILL.md") for loser in losers)))
        for winner, losers in winners(cache)
        if losers
    )
    nameless = ((path, reason) for path, reason, _ in cache.nameless())
    ended = tombstones(cache, inputs)
    return survey(cache.entries(), duplicates=duplicates, index_sizes=sizes, nameless=nameless, tombstones=ended)


def write_pages(build: Build, overview: Overview) -> None:
    """Write the pages of every skill that are due, then everything about the set."""
    inputs, cache, written = build.inputs, build.cache, build.written
    due = list(_due_pages(build))
    waiting: deque[tuple[DuePage, Prepared, Surroundings]] = deque()
    chunks = _page_chunks(build, due, waiting)
    for pages in run_tasks(render_skills, chunks, build.workers.enough_for(len(due)), window=_WINDOW):
        for page in pages:
            skill, prepared, around = waiting.popleft()
            past, offered = cache.past(name_key(skill.name)), cache.carried(skill.name)
            written.put(f"{skill.name}/page", skill.key, skill_files(page, prepared, around, past, offered))
        build.report(Progress("pages", len(due) - len(waiting), len(due)))
    key = set_key(cache, overview, inputs)
    if not written.keep("", key):
        written.put("", key, set_files(cache, overview, inputs))


@dataclass(frozen=True, slots=True)
class DuePage:
    """A skill whose page must be written."""

    name: str
    place: int
    key: str


def _due_pages(build: Build) -> Iterator[DuePage]:
    """Yield the skills whose pages are not in the output as they should be; the others are kept."""
    for place, entry, around in build.cache.surrounded():
        past = build.cache.past(name_key(entry.name))
        key = skill_key(build.cache.key(place), entry, around, past, build.inputs)
        if not build.written.keep(f"{entry.name}/page", key):
            yield DuePage(entry.name, place, key)


def _page_chunks(
    build: Build, due: Sequence[DuePage], waiting: deque[tuple[DuePage, Prepared, Surroundings]]
) -> Iterator[PageChunk]:
    """Yield chunks of skills as the catalog sees them; each skill waits for its page."""
    for start in range(0, len(due), CHUNK):
        skills = []
        for page in due[start : start + CHUNK]:
            entry, around = build.cache.settled(page.name)
            prepared = replace(build.cache.prepared(page.place), entry=entry)
            skills.append((prepared, around))
            waiting.append((page, prepared, around))
        yield PageChunk(build.look, tuple(skills))


def found(inputs: Inputs, cache: Cache, overview: Overview) -> tuple[Judged, ...]:
    """Return every finding that is open today: of skills, of nameless folders, of the set."""
    judged: list[Judged] = []
    suppressions = inputs.configuration.suppressions
    for place, _, around in cache.surrounded():
        judged.extend(around.findings)
        claimed = claimed_profiles(cache.prepared(place), inputs)
        if claimed:
            judged.extend(_more(judge(cache.prepared(place).findings, claimed, suppressions), around.findings))
    for _, _, findings in cache.nameless():
        judged.extend(judge(findings, inputs.gate, suppressions))
    absent = mentioned_names(inputs.configuration) - {entry.name for entry in cache.entries()}
    subject = CatalogSubject(overview, inputs.configuration, inputs.profiles, absent)
    judged.extend(judge(check_catalog(subject), inputs.gate, suppressions))
    hosts = [inputs.profiles[name] for name in inputs.configuration.hosts]
    standing = with_offers(open_findings(judged, today=inputs.today), inputs.gate, hosts)
    return tuple(sorted(standing, key=lambda each: finding_order(each.finding)))


def _more(claimed: Iterable[Judged], known: Iterable[Judged]) -> Iterator[Judged]:
    """Yield the errors by a skill's own claims that the catalog's profiles do not call errors."""
    errors = {each.finding for each in known if each.severity is Severity.ERROR}
    return (each for each in claimed if each.severity is Severity.ERROR and each.finding not in errors)


def fails(findings: Iterable[Judged], fail_on: str) -> bool:
    """Return whether findings reach a policy's limit: `error`, `warning` or `never`."""
    fatal = {"error": {Severity.ERROR}, "warning": {Severity.ERROR, Severity.WARNING}, "never": set()}[fail_on]
    return any(each.severity in fatal for each in findings)

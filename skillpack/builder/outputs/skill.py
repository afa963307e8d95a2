"""What one skill is on the site: its own files, its page with its record, a page for each of its texts."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.outputs.output import RenderInputs, TaskOutput, cards_key, digest, drawn
from skillpack.builder.record.signature import signature_of_retained
from skillpack.builder.record.summary import FileFragments, Summary
from skillpack.builder.resolve import Catalog, CatalogEntry
from skillpack.builder.store import BuildStore, decode, encode
from skillpack.catalog import paths
from skillpack.catalog.hosts import shown_hosts
from skillpack.files.staging import Files, WorkerFile
from skillpack.model.entry import Entry, PageRecord, Relations
from skillpack.model.finding import AlarmLevel
from skillpack.model.output import OutputFile
from skillpack.model.release import Release
from skillpack.prompt.formats import shown_formats
from skillpack.registry import discovery, skill_json
from skillpack.registry.badges import skill_badge
from skillpack.registry.feeds import skill_feed
from skillpack.registry.skill_json import PublishedVersion
from skillpack.site.card import has_card, shown_on_card, skill_card
from skillpack.site.frame import Frame
from skillpack.site.pages.file import FileText, InFiles, file_pages
from skillpack.site.pages.markdown import skill_summary
from skillpack.site.pages.skill import skill_page
from skillpack.site.search_data import search_lines
from skillpack.site.skill.facts import has_version_pages
from skillpack.site.skill.findings import host_rows

_ARCHIVES = "archives/"
_BESIDE = ("SHA256SUMS", "md")
"""Ends of the names of what follows from an archive and lies beside it."""


AlarmLevels = Mapping[str, tuple[AlarmLevel | None, ...]]
"""Name of a skill -> the alarm that each of its releases raises, None for one that raises none."""


class SkillContext(Struct, frozen=True):
    """All that the page of a skill shows but its record, which its key names, and the inputs.

    Attributes:
        record: Key of the record.
        texts: The fragments of each file with a page.
        entry: As the catalog shows it.
        versions: What was published under the name, with its records.
        offered: The entry of what is offered, where that is an earlier version.
    """

    record: str
    texts: tuple[FileFragments, ...]
    entry: Entry
    relations: Relations
    versions: tuple[PublishedVersion, ...]
    offered: Entry | None


class SkillTask(Struct, frozen=True):
    """A skill whose pages are due.

    Attributes:
        context: A `SkillContext`, encoded.
        record: The rest of its record, encoded.
        texts: Key of a fragment -> HTML; of those that are shown.
        parts: Those that are due.
    """

    context: bytes
    record: bytes
    texts: Mapping[str, str]
    parts: tuple[str, ...]

    def render(self, shared: RenderInputs) -> Iterator[tuple[str, Iterable[OutputFile]]]:
        """Yield each part with its files."""
        context = decode(self.context, SkillContext)
        record = replace(decode(self.record, PageRecord), entry=context.entry)
        if record.signature is not None and record.signature.state != context.entry.signature:
            record = replace(record, signature=signature_of_retained(record.signature, record.files))
        for part in self.parts:
            yield part, _PARTS[part.rpartition("/")[2]](record, context, self.texts, shared)


def skill_context(each: CatalogEntry, levels: tuple[AlarmLevel | None, ...]) -> SkillContext:
    """Return the context of the pages of a skill; `levels` are the alarms of its releases."""
    relations = replace(each.relations, release_alarms=levels)
    texts = _fragments(each.record.summary)
    return SkillContext(
        each.record.summary.key, texts, each.entry, relations, each.history.versions, _retained_entry(each)
    )


def _fragments(summary: Summary) -> tuple[FileFragments, ...]:
    return decode(summary.texts, tuple[FileFragments, ...]) if summary.texts else ()


def _retained_entry(each: CatalogEntry) -> Entry | None:
    return each.retained.entry if each.retained is not None else None


def context_key(each: CatalogEntry, levels: tuple[AlarmLevel | None, ...], inputs_digest: str) -> str:
    """Return the digest of the inputs and of all that the context of a skill's pages follows from.

    That is the skill's summary and its publication, each named by its digest, and what the set adds.
    """
    of_set = replace(each.relations, releases=(), purged=(), findings=(), alarms=(), release_alarms=levels, results=())
    return digest(*_of_skill(each), of_set, each.history.versions, _retained_entry(each), inputs_digest)


def _of_skill(each: CatalogEntry) -> tuple[str, str, Entry | None]:
    """Return the digests that name a skill's summary and its publication, and its entry where a note changed that."""
    publication = each.publication
    return each.record.digest, publication.mark, None if each.entry is publication.entry else each.entry


def skill_outputs(
    catalog: Catalog, levels: AlarmLevels, store: BuildStore, inputs: Inputs, *, draws: bool
) -> Iterator[TaskOutput]:
    """Yield the page of each skill with its records, the pages of its texts, and its card where cards are drawn.

    Args:
        catalog: Whose skills they are.
        levels: Name -> the alarm of each of its releases, of names whose releases were compared.
        store: Has the records.
        inputs: Of the build.
        draws: Whether cards are drawn.
    """
    inputs_digest, cards = inputs.digest, cards_key(inputs) if draws else ""
    for each in catalog.entries:
        name, summary = each.entry.name, each.record.summary
        alarms = levels.get(name, each.relations.release_alarms)
        keys = {f"{name}/page": context_key(each, alarms, inputs_digest)}
        if summary.texts:
            # A page of a text shows nothing of other skills.
            keys[f"{name}/files"] = digest("files", *_of_skill(each), inputs_digest)
        if draws and has_card(each.entry, inputs.configuration):
            keys[f"{name}/card"] = digest(shown_on_card(each.entry), cards)
        yield TaskOutput(keys, partial(_task, each, alarms, store))


def _task(
    each: CatalogEntry, levels: tuple[AlarmLevel | None, ...], store: BuildStore, due: Collection[str]
) -> SkillTask:
    record, parts, context = each.record, tuple(sorted(due, reverse=True)), skill_context(each, levels)
    shown = [key for text in context.texts for key in text.keys] if f"{each.entry.name}/files" in due else []
    return SkillTask(encode(context), store.column("records", record.key), store.fragments(shown), parts)


def own_key(each: CatalogEntry) -> str:
    """Return the key of the files that follow from one skill and what was published of it, from no other skill."""
    return each.publication.served


def own_files(each: CatalogEntry, files: Files) -> Files:
    """Return those of the files that follow from a skill alone which are published."""
    if isinstance(files, WorkerFile):
        return files.only([path for path, _ in files.files if _is_published(path, each)])
    return tuple(file for file in files if _is_published(file.path, each))


def _is_published(path: str, each: CatalogEntry) -> bool:
    """Return whether a file that follows from a skill alone is published; of a withheld one, the earlier one is."""
    entry, publication = each.record.entry, each.publication
    if path.startswith(_ARCHIVES):
        beside = {f"{entry.release.archive.removesuffix('zip')}{suffix}" for suffix in _BESIDE}
        return path in publication.own or (path in beside and entry.release.archive in publication.own)
    if path == paths.skill_checksums(entry.name) or path.startswith(paths.legacy_file(entry.name, "")):
        return publication.offered is not None and publication.is_current
    if path == paths.skill_markdown(entry.name):
        return publication.is_current
    return True


def _page(
    record: PageRecord, context: SkillContext, _texts: Mapping[str, str], shared: RenderInputs
) -> Iterator[OutputFile]:
    """Yield the page of a skill, its record, and what lists and feeds of one skill hold."""
    entry, relations, offered = context.entry, context.relations, context.offered or context.entry
    theme, configuration, agents = shared.theme, shared.configuration, shared.agents
    shown = frozenset(text.path for text in context.texts)
    formats = {form.name for form in shown_formats(shared.profiles, configuration)}
    page = replace(record, prompts=tuple(prompt for prompt in record.prompts if prompt.format in formats))
    yield skill_page(page, relations, shown, theme, configuration, shared.profiles, agents=agents)
    if not record.secret:
        yield search_lines(entry.name, record.html)
    written = skill_json.write(
        record,
        relations.releases,
        context.versions,
        entry=entry,
        offered=offered,
        purged=relations.purged,
        results=relations.results,
        coverage=relations.coverage,
    )
    yield OutputFile(paths.skill_record(entry.name), (written,))
    if not discovery.exclusion(offered):
        yield OutputFile(paths.skill_discovery(entry.name), (discovery.write_single(offered),))
    frame = Frame(theme, configuration)
    yield skill_summary(record, relations, frame, agents)
    yield from _for_others(entry, relations.releases, shared, frame)


def _for_others(entry: Entry, releases: Sequence[Release], shared: RenderInputs, frame: Frame) -> Iterator[OutputFile]:
    """Yield the badge and the feed of a skill; a feed of several versions lies with their pages."""
    hosts = host_rows(entry, shown_hosts(shared.profiles, shared.configuration))
    loading = sum(host.loads for host in hosts)
    yield OutputFile(paths.skill_badge(entry.name), (skill_badge(entry, loading, len(hosts), frame.plain),))
    if not has_version_pages(releases):
        yield from skill_feed(entry.name, releases, (), shared.configuration, paged=False)


def _file_pages(
    record: PageRecord, context: SkillContext, texts: Mapping[str, str], shared: RenderInputs
) -> Iterator[OutputFile]:
    """Yield a page for each text of a skill."""
    shown = {text.path: FileText(*(texts[key] for key in text.keys)) for text in context.texts}
    yield from file_pages(record, shown, _in_files(context.relations), shared.theme, shared.configuration)


def _in_files(relations: Relations) -> InFiles:
    """Return the findings that pages of files show."""
    judged = (each for each in relations.findings if each.suppression is None and each.finding.span.line)
    return InFiles(relations.alarms, tuple(judged))


def _card(
    _record: PageRecord, context: SkillContext, _texts: Mapping[str, str], shared: RenderInputs
) -> Iterator[OutputFile]:
    """Yield the picture of a skill."""
    card = skill_card(Frame(shared.theme, shared.configuration), context.entry)
    yield OutputFile(paths.skill_card(context.entry.name), (drawn(card),))


_PARTS = {"page": _page, "files": _file_pages, "card": _card}

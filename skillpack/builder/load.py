"""Sources -> records: a location with the signature that it had is not read, the others are, here or by workers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.executor import CHUNK, run_tasks, shares_disks, window_of
from skillpack.builder.record.fragments import Fragments
from skillpack.builder.record.record import LoadedSkill, load_skill
from skillpack.builder.record.summary import FileFragments, SkillRecord, Summary
from skillpack.builder.related import related_terms, used_names
from skillpack.builder.store import BuildStore, RecordRow, decode, encode
from skillpack.catalog import paths
from skillpack.catalog.precedence import name_key
from skillpack.check.siblings import depends_on_set
from skillpack.errors import SkillpackError
from skillpack.files.location import Location
from skillpack.files.output import Output
from skillpack.files.read import read
from skillpack.files.staging import Files, WorkerFile, WorkerOutput, WorkerStaging
from skillpack.model.digest import sha256
from skillpack.model.entry import PageRecord, Spread
from skillpack.model.output import OutputFile
from skillpack.model.progress import Progress, Report
from skillpack.model.selection import SelectionInput
from skillpack.model.settings import Settings
from skillpack.model.tree import SourceTree
from skillpack.registry.skill_json import permissions_of

_ELSEWHERE = (Spread(b"", b""), SelectionInput("", ""))
"""In place of what the summary and the columns of a record hold."""

_HEAVY = 2**23  # bytes of skills after which no further one joins those that travel


class LoadChunk(Struct, frozen=True):
    """About 32 locations to read.

    Attributes:
        store: Path of the cache whose fragments may be read; empty for none.
        worker_staging: Where the files of the skills are written; None leaves their bytes to the caller.
        trees: What lies at each location, for a worker that does not see it; None where it reads that itself.
    """

    settings: Settings
    locations: tuple[Location, ...]
    store: str
    worker_staging: WorkerStaging | None = None
    trees: tuple[SourceTree, ...] | None = None


class LoadedChunk(Struct, frozen=True):
    """What came of a chunk, in its order.

    Attributes:
        files: For each location the files that follow from its skill alone.
        fragments: Pairs of key and HTML that were not stored before.
    """

    rows: tuple[RecordRow, ...]
    files: tuple[Files, ...]
    fragments: tuple[tuple[str, str], ...]


class Loaded(Struct, frozen=True):
    """The records of a catalog.

    Attributes:
        records: Of every location, in its order.
        own: Path of each location that was read now -> the files that follow from its skill alone.
    """

    records: tuple[SkillRecord, ...]
    own: Mapping[str, Files]


class _Summarized(Struct, frozen=True):
    """A summary, and the digest of it as it is stored."""

    summary: Summary
    digest: str


class Loader:
    """The reading of locations, by an executor or here.

    Args:
        settings: Of the build.
        store: Where records are remembered.
        output: Beside which files are staged until it is known which of them are published.
        workers: Number of skills -> an executor, or None for this process.
        report: Told how far the work is.
    """

    def __init__(
        self,
        settings: Settings,
        store: BuildStore,
        output: Output,
        workers: Callable[[int], Executor | None],
        report: Report,
    ) -> None:
        self._settings, self._store, self._output = settings, store, output
        self._workers, self._report = workers, report

    def load_and_store(self, locations: Sequence[Location]) -> Loaded:
        """Return the record of every location, and store it; what did not change since that was made is not read."""
        known = {
            key: (signature, _Summarized(decode(summary, Summary), digest))
            for key, signature, digest, summary in self._store.summaries(self._settings.digest)
        }
        summaries: dict[str, _Summarized] = {}
        keys, changed = [], []
        for location in locations:
            # A path that is a key holds no credential: it was looked at when it became one.
            key = location.path if location.path in known else location.key
            keys.append(key)
            before = known.get(key)
            if before is not None and before[0] == location.signature and not location.racy:
                summaries[key] = before[1]
            else:
                changed.append(location)
        own: dict[str, Files] = {}
        for row, files in self._read_and_store(changed):
            summaries[row.location] = _Summarized(decode(row.summary, Summary), row.digest)
            own[row.location] = files
        self._store.forget_records(summaries.keys())
        records = (
            SkillRecord(each, summaries[key].summary, key, summaries[key].digest)
            for each, key in zip(locations, keys, strict=True)
        )
        return Loaded(tuple(records), own)

    def reload_own_files(self, records: Sequence[SkillRecord]) -> dict[str, Files]:
        """Return the files that follow from each skill alone, by its location: the output has lost them.

        Raises:
            SkillpackError: A skill is not what its record says any more.
        """
        found: dict[str, Files] = {}
        for record, (row, files) in zip(
            records, self._read_and_store([each.location for each in records]), strict=True
        ):
            if decode(row.summary, Summary).key != record.summary.key:
                self._store.commit()  # so that the next build knows the skill as it is
                raise SkillpackError(f"`{record.entry.path}` changed during the build", hint="build again")
            found[row.location] = files
        return found

    def _read_and_store(self, locations: Sequence[Location]) -> Iterator[tuple[RecordRow, Files]]:
        """Read locations, store their records, and yield these with the files of each."""
        executor = self._workers(len(locations))
        worker_staging = self._output.worker_staging if locations else None
        chunks = self._chunks(locations, worker_staging) if shares_disks(executor) else self._read_chunks(locations)
        ready = 0
        for done in run_tasks(load_chunk, chunks, executor, window=window_of(executor)):
            self._store.put_records(self._settings.digest, done.rows)
            self._store.put_fragments(done.fragments)
            for row, files in zip(done.rows, done.files, strict=True):
                # Until names are resolved nobody knows who needs them: they wait in staging, where there is one.
                if worker_staging is not None and files and not isinstance(files, WorkerFile):
                    yield row, WorkerOutput(worker_staging).make(files)
                else:
                    yield row, files
            ready += len(done.rows)
            self._report(Progress("skills", ready, len(locations)))

    def _chunks(self, locations: Sequence[Location], worker_staging: WorkerStaging | None) -> Iterator[LoadChunk]:
        """Yield chunks for workers that see the sources, the cache and the staging folder."""
        for start in range(0, len(locations), CHUNK):
            group = tuple(locations[start : start + CHUNK])
            yield LoadChunk(self._settings, group, self._store.path, worker_staging)

    def _read_chunks(self, locations: Iterable[Location]) -> Iterator[LoadChunk]:
        """Yield chunks for workers that see nothing of it; each skill is read when its chunk is due."""
        group: list[tuple[Location, SourceTree]] = []
        size = 0
        for location in locations:
            tree = read(location, self._settings.limits)
            group.append((location, tree))
            size += sum(map(len, tree.tree.files.values()))
            if len(group) == CHUNK or size > _HEAVY:
                yield self._packed(group)
                group, size = [], 0
        if group:
            yield self._packed(group)

    def _packed(self, group: Sequence[tuple[Location, SourceTree]]) -> LoadChunk:
        locations, trees = zip(*group, strict=True)
        return LoadChunk(self._settings, locations, store="", trees=trees)


def load_chunk(chunk: LoadChunk) -> LoadedChunk:
    """Load one skill after the other, so that only one tree is held where they are read here."""
    with Fragments(chunk.store) as fragments:
        rows, files = [], []
        output = _ChunkOutput(chunk.worker_staging)
        trees = chunk.trees or (read(location, chunk.settings.limits) for location in chunk.locations)
        for location, tree in zip(chunk.locations, trees, strict=True):
            skill = load_skill(tree, chunk.settings, fragments.remember)
            rows.append(_row(location, skill))
            files.append(output.take(skill))
        return LoadedChunk(tuple(rows), tuple(files), fragments.new())


class _ChunkOutput:
    """Where a chunk puts its files: who wins a name is not known yet, so skills of one name get different folders."""

    def __init__(self, worker_staging: WorkerStaging | None) -> None:
        self._worker_staging = worker_staging
        self._outputs: list[tuple[WorkerOutput, set[str]]] = []

    def take(self, skill: LoadedSkill) -> Files:
        """Write the files of a skill, or return them where nothing can be written."""
        files = tuple(OutputFile(path, (content,)) for path, content in skill.files)
        if self._worker_staging is None or skill.record is None:
            return files
        name = skill.record.entry.name
        free = next((each for each in self._outputs if name_key(name) not in each[1]), None)
        if free is None:
            free = WorkerOutput(self._worker_staging), set()
            self._outputs.append(free)
        output, names = free
        names.add(name_key(name))
        return output.make(files, homes=paths.skill_homes(name))


def _row(location: Location, skill: LoadedSkill) -> RecordRow:
    """Return a record as it is stored."""
    # A signature that was taken too early proves nothing later (git's racy rule).
    signature = b"" if location.racy else location.signature
    record = skill.record
    if record is None:
        nameless = encode(Summary("", "", skill.nameless, b"", encode(skill.findings)))
        return RecordRow(location.key, signature, nameless, sha256(nameless))
    terms, listing = _ELSEWHERE
    rest = replace(record, terms=terms, findings=(), own_terms=(), mentions=(), listed=listing, reported=())
    summary, prompts = encode(summary_of(record, skill.texts)), encode(record.prompts)
    return RecordRow(location.key, signature, summary, sha256(summary), record.terms.text, prompts, encode(rest))


def summary_of(record: PageRecord, texts: tuple[FileFragments, ...] = ()) -> Summary:
    """Return the part of a record that is read in every build.

    Args:
        record: Of a skill with a usable name.
        texts: As in `LoadedSkill`.
    """
    return Summary(
        name=record.entry.name,
        key=record.key,
        nameless="",
        own_entry=encode(record.entry),
        found=encode(record.findings),
        links_out=depends_on_set(record.findings),
        profiles=record.details.profiles,
        related=encode(related_terms(record)),
        uses=encode(used_names(record)),
        texts=encode(texts) if texts else b"",
        prompts=sha256(encode(record.prompts)),
        marks=record.terms.marks,
        listing=encode(record.listed),
        own_permissions=encode(permissions_of(record)),
        secret=record.secret,
        unsigned=record.unsigned,
        own_reported=encode(record.reported) if record.reported else b"",
    )

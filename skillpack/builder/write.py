"""Outputs -> the site: what has the key that it had stays, the rest is rendered, here or by workers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from functools import cache, partial

from msgspec.structs import replace

from skillpack.builder.executor import CHUNK, run_tasks, shares_disks, window_of
from skillpack.builder.history.previous import PublishedArchives
from skillpack.builder.outputs.output import RenderInputs, SiteOutput, Task, TaskChunk, TaskOutput, render_tasks
from skillpack.builder.outputs.releases import RetainedOutput
from skillpack.builder.outputs.skill import own_files, own_key
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.resolve import Catalog, CatalogEntry
from skillpack.builder.store import BuildStore, OutputRow
from skillpack.files.output import Output
from skillpack.files.staging import Files, WorkerFile
from skillpack.model.output import OutputFile
from skillpack.model.progress import Progress, Report


class SiteWriter:
    """The parts of a site: each has a name, a key of all it depends on, and its files.

    Args:
        target: Where the files go.
        store: Remembers names, keys and paths from build to build.
        folder: What the store knows the site by; empty for one that is not remembered.
        verify: Read every file that may stay, whatever its size and time say.
    """

    def __init__(self, target: Output, store: BuildStore, folder: str, *, verify: bool = False) -> None:
        self._target, self._store, self._folder, self._verify = target, store, folder, verify
        # Another cache may have written the output since: then what this one knows of it counts for nothing.
        self._known = bool(folder) and bool(target.state) and store.state(folder) == target.state
        self._before = store.output_keys(folder) if self._known else {}
        self._unsigned = store.unsigned_outputs(folder) if self._known else set()
        self._private = target.private
        self._kept: set[str] = set()
        self._resigned: dict[str, OutputRow] = {}
        self._put: dict[str, OutputRow] = {}
        self._is_written = cache(self._is_as_written)  # nobody but `commit` changes what is there

    def keep(self, part: str, key: str) -> bool:
        """Return whether a part stays as it is: same key, and every file as it was written.

        Size and time are trusted; files that have others are read, and stay where their bytes are the same.
        """
        if not self.stays(part, key):
            return False
        self._kept.add(part)
        return True

    def stays(self, part: str, key: str) -> bool:
        """Return whether a part would be kept; unlike `keep`, it decides nothing."""
        if self._before.get(part) != key:
            return False
        return (self._private and part not in self._unsigned) or self._is_written(part)

    def _is_as_written(self, part: str) -> bool:
        """Return whether a part has the bytes that were written."""
        before = self._store.outputs(self._folder, [part])[part]
        paths = _paths(before)
        signature = self._target.signature(paths) if paths else ""
        if (self._verify or signature != before.signature) and not self._target.verify(paths):
            return False
        if not self._target.has(*paths):
            return False
        if signature != before.signature:
            self._resigned[part] = replace(before, signature=signature)
        return True

    def put(self, part: str, key: str, files: WorkerFile | Iterable[OutputFile]) -> None:
        """Write the files of a part, or take them where they were written in staging."""
        if isinstance(files, WorkerFile):
            self._target.adopt(files)
            paths = [path for path, _ in files.files]
        else:
            paths = []
            for file in files:
                self._target.put(file)
                paths.append(file.path)
        self._put[part] = OutputRow(key, "\n".join(paths), "")

    def write(self, outputs: Iterable[SiteOutput]) -> None:
        """Write the parts that are due."""
        for _ in self._steps(outputs):
            pass

    def _steps(self, outputs: Iterable[SiteOutput]) -> Iterator[None]:
        """Write the parts that are due, one a step."""
        for output in outputs:
            due = [part for part, key in output.keys.items() if not self.keep(part, key)]
            for part, files in output.render(due) if due else ():
                self.put(part, output.keys[part], files)
                yield

    def write_retained(self, outputs: Iterable[RetainedOutput], archives: PublishedArchives) -> None:
        """Write what was published before, as soon as its archives are at hand."""
        due = (each for each in outputs if not all(self.keep(*part) for part in each.output.keys.items()))
        for each in archives.ready(due, lambda output: output.wanted):
            for part, files in each.output.render(each.output.keys.keys()):
                self.put(part, each.output.keys[part], files)

    def lost_records(self, catalog: Catalog, own: Mapping[str, Files]) -> list[SkillRecord]:
        """Return the skills whose own files neither stay nor were made in this build: the output has lost them.

        Args:
            catalog: Whose skills are published.
            own: Location -> files of the skills that were read in this build.
        """
        unread = (each for each in catalog.entries if each.record.key not in own)
        return [each.record for each in unread if not self.stays(_own_part(each), own_key(each))]

    def write_own_files(self, catalog: Catalog, own: Mapping[str, Files]) -> None:
        """Write the files that follow from each skill alone, but for those that stay.

        Args:
            catalog: Whose skills are published.
            own: Location -> files of the skills that were read, the lost ones included.
        """
        for each in catalog.entries:
            part, key = _own_part(each), own_key(each)
            if not self.keep(part, key):
                self.put(part, key, own_files(each, own[each.record.key]))

    def write_tasks(
        self,
        outputs: Iterable[TaskOutput],
        meanwhile: Iterable[SiteOutput],
        shared: RenderInputs,
        workers: Callable[[int], Executor | None],
        report: Report,
    ) -> None:
        """Write the parts that are due of what workers render, and other outputs while they do."""
        keys: dict[str, str] = {}
        tasks = list(self._due_tasks(outputs, keys))
        executor = workers(len(tasks))
        # This process needs no staging beside it: it puts files where they belong.
        near = executor is not None and shares_disks(executor)
        worker_staging = self._target.worker_staging if near else None
        groups = [tasks[start : start + CHUNK] for start in range(0, len(tasks), CHUNK)]
        chunks = (TaskChunk(shared, tuple(make() for make in group), worker_staging) for group in groups)
        ready, others = 0, self._steps(meanwhile)
        rendered = run_tasks(render_tasks, chunks, executor, window=window_of(executor))
        for group, done in zip(groups, rendered, strict=True):
            for part, files in done:
                self.put(part, keys[part], files)
            ready += len(group)
            report(Progress("pages", ready, len(tasks)))
            next(others, None)
        for _ in others:
            pass

    def _due_tasks(self, outputs: Iterable[TaskOutput], keys: dict[str, str]) -> Iterator[Callable[[], Task]]:
        """Yield the maker of the task of each output that is due; the keys of their parts are added."""
        for output in outputs:
            due = [part for part, key in output.keys.items() if not self.keep(part, key)]
            if due:
                keys.update((part, output.keys[part]) for part in due)
                yield partial(output.task, due)

    def commit(self) -> None:
        """Show the site, and store what it holds now.

        What an output knows of its past holds the files of all parts before and no others: of those that stay nothing
        need be said one by one.
        """
        made = [part for part in self._before if part not in self._kept]
        if self._known:
            rows = self._store.outputs(self._folder, made)
            self._target.keep_rest(path for part in made for path in _paths(rows[part]))
        self._target.commit()
        if not self._folder:
            return
        if not self._known:
            self._store.forget_outputs(self._folder)
        changed = {part: row for part, row in self._resigned.items() if part in self._kept}
        for part, row in self._put.items():
            changed[part] = replace(row, signature=self._target.signature(_paths(row)) if row.paths else "")
        gone = [part for part in made if part not in self._put]
        self._store.put_outputs(self._folder, self._target.state, changed, gone=gone)


def _paths(row: OutputRow) -> list[str]:
    return row.paths.split("\n") if row.paths else []


def _own_part(each: CatalogEntry) -> str:
    return f"{each.entry.name}/own"

"""What was published before, written to the site again: archives byte for byte, and the pages about versions anew."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass

import msgspec

from skillpack.catalog import paths
from skillpack.model.digest import checksums, sha256
from skillpack.model.output import OutputFile
from skillpack.model.release import Artifact
from skillpack.model.tree import Tree
from skillpack.build.history.comparison import EditionChunk, Editions, EditionTask, render_editions
from skillpack.build.executor import run_tasks
from skillpack.build.inputs.inputs import Inputs
from skillpack.build.history.releases import Lineage, changes_between, to_compare
from skillpack.build.context import Look
from skillpack.build.history.history import beside
from skillpack.build.record.files import is_servable
from skillpack.build.history.archives import Shelf
from skillpack.build.written import Written
from skillpack.registry import skill_json

_SKILL_FILE = "SKILL.md"
_TOGETHER = 16  # skills whose versions travel together
_HEAVY = 2**23  # bytes of archives after which no further skill joins them
_WINDOW = 4  # chunks in flight


@dataclass(frozen=True, slots=True)
class _Due:
    """What of a lineage must be written: the keys of its files and of its pages, empty where they are there."""

    lineage: Lineage
    files: str
    pages: str


class Carrying:
    """The writing of what was published before.

    Args:
        written: What the output holds.
        shelf: What was published, with its bytes.
        inputs: Of the build.
        look: How pages look.

    Attributes:
        kept: Versions that were carried over so far.
    """

    def __init__(self, written: Written, shelf: Shelf, inputs: Inputs, look: Look) -> None:
        self.kept = 0
        self._written, self._shelf, self._inputs, self._look = written, shelf, inputs, look
        self._waiting: deque[list[_Due]] = deque()

    def run(self, lineages: Iterable[Lineage], executor: Executor | None) -> None:
        """Write everything of these names; their versions are compared and shown by an executor, or here."""
        for done in run_tasks(render_editions, self._chunks(lineages), executor, window=_WINDOW):
            for due, editions in zip(self._waiting.popleft(), done, strict=True):
                for found in editions.changes:
                    self._shelf.remember(found)
                self._written.put(_pages_part(due.lineage), due.pages, _pages(due.lineage, editions))

    def _chunks(self, lineages: Iterable[Lineage]) -> Iterator[EditionChunk]:
        """Yield what workers are given; the files are written on the way, once their archives are at hand."""
        group: list[_Due] = []
        tasks: list[EditionTask] = []
        for due in self._shelf.ready(map(self._due, lineages), self._wanted):
            if due.files:
                self._written.put(_files_part(due.lineage), due.files, self._files(due.lineage))
            if due.pages:
                group.append(due)
                tasks.append(self._task(due.lineage))
            if len(group) == _TOGETHER or sum(task.size for task in tasks) > _HEAVY:
                self._waiting.append(group)
                yield EditionChunk(self._look, tuple(tasks))
                group, tasks = [], []
        if group:
            self._waiting.append(group)
            yield EditionChunk(self._look, tuple(tasks))

    def _due(self, lineage: Lineage) -> _Due:
        """Keep what the output holds as it should be, and return the rest."""
        self.kept += len(lineage.carried)
        legacy = self._inputs.configuration.legacy_discovery
        stands_in = (lineage.offered, legacy) if lineage.stands_in else None
        files = pages = ""
        if lineage.carried or stands_in:
            key = sha256(msgspec.msgpack.encode([[files for _, files in lineage.carried], stands_in]))
            files = "" if self._written.keep(_files_part(lineage), key) else key
        if lineage.has_pages:
            shown = [
                lineage.releases,
                lineage.offered,
                lineage.stone,
                lineage.published,
                lineage.purged,
                self._inputs.digest,
            ]
            key = sha256(msgspec.msgpack.encode(shown))
            pages = "" if self._written.keep(_pages_part(lineage), key) else key
        return _Due(lineage, files, pages)

    def _wanted(self, due: _Due) -> Iterator[Artifact]:
        """Yield the archives that must be at hand to write what is due."""
        if due.files:
            for _, files in due.lineage.carried:
                yield from files
        if due.pages:
            yield from (artifact for _, artifact in to_compare(due.lineage, self._shelf))

    def _task(self, lineage: Lineage) -> EditionTask:
        """Return what a worker needs to make the version pages of a name."""
        shelf = self._shelf
        opened = dict(to_compare(lineage, shelf))
        return EditionTask(
            releases=lineage.releases,
            known=changes_between(lineage, shelf),
            archives={each.digest: (shelf.content(at), shelf.where(at)) for each, at in opened.items()},
            offered=lineage.offered,
            stone=lineage.stone,
        )

    def _files(self, lineage: Lineage) -> Iterator[OutputFile]:
        """Yield archives byte for byte, with what follows from them."""
        shelf = self._shelf
        for release, files in lineage.carried:
            for each in files:
                yield OutputFile(each.path, (shelf.content(each),))
            if files[0].path == release.archive:
                tree = shelf.tree(release)
                yield OutputFile(beside(release, "SHA256SUMS"), (_sums(tree),))
                if len(tree.files) == 1:
                    yield OutputFile(beside(release, "md"), (tree.files[_SKILL_FILE],))
        if lineage.stands_in and lineage.offered is not None:
            yield from self._served(lineage.name, shelf.tree(lineage.offered))

    def _served(self, name: str, tree: Tree) -> Iterator[OutputFile]:
        """Yield what agents read of a release in place of the tree as it is now."""
        yield OutputFile(paths.skill_checksums(name), (_sums(tree),))
        yield OutputFile(paths.skill_markdown(name), (tree.files[_SKILL_FILE],))
        if self._inputs.configuration.legacy_discovery:
            for path, content in tree.files.items():
                if is_servable(path):
                    yield OutputFile(paths.legacy_file(name, path), (content,))


def _files_part(lineage: Lineage) -> str:
    return f"{lineage.name}/past"


def _pages_part(lineage: Lineage) -> str:
    return f"{lineage.name}/versions"


def _sums(tree: Tree) -> bytes:
    return checksums(tree).encode("utf-8", "surrogateescape")


def _pages(lineage: Lineage, editions: Editions) -> Iterator[OutputFile]:
    """Yield the page of each version, and the record of a name that ended."""
    for path, content in editions.pages:
        yield OutputFile(path, (content,))
    if lineage.stone is not None:
        record = skill_json.write_tombstone(lineage.stone, lineage.published, lineage.purged)
        yield OutputFile(paths.skill_record(lineage.name), (record,))

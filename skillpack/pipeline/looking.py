"""Asking for the files of single skills in other processes, where these see the disk; part of `auditing`."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from skillpack.audit.known import Known
from skillpack.audit.run import Looks, look_at_names
from skillpack.files.apart import Workplace, read_either
from skillpack.files.output import Output
from skillpack.model.finding import Finding
from skillpack.pipeline.executor import CHUNK, run_tasks
from skillpack.pipeline.written import Written

_WINDOW = 8  # chunks in flight


@dataclass(frozen=True, slots=True)
class LookChunk:
    """Some skills to look at, and a site that holds their files alone.

    Attributes:
        digests: Path -> SHA-256 of every file of these skills.
    """

    workplace: Workplace
    names: tuple[str, ...]
    digests: dict[str, str]

    def get(self, path: str) -> bytes | None:
        """Return the bytes at a path; None where nothing is."""
        return read_either(self.workplace, path) if path in self.digests else None

    def fingerprint(self, path: str) -> str:
        """Return the SHA-256 of a file; empty where nothing is."""
        return self.digests.get(path, "")


def looks_by(executor: Executor | None, written: Written, output: Output) -> Looks | None:
    """Return what looks at skills in the processes of an executor; None where that cannot be."""
    workplace = written.workplace(executor)
    if workplace is None:
        return None

    def looks(names: Sequence[str]) -> Iterator[tuple[Known, tuple[Finding, ...]]]:
        files = written.paths(names)
        groups = (names[start : start + CHUNK] for start in range(0, len(names), CHUNK))
        chunks = (
            LookChunk(
                workplace,
                tuple(group),
                {path: output.fingerprint(path) for name in group for path in files[name]},
            )
            for group in groups
        )
        for looked in run_tasks(look, chunks, executor, window=_WINDOW):
            yield from looked

    return looks


def look(chunk: LookChunk) -> tuple[tuple[Known, tuple[Finding, ...]], ...]:
    """Return what a site says of each name, and what is wrong with its files."""
    return tuple(look_at_names(chunk, chunk.names))

"""Files that are rendered together, with a key of all that they show: here, or by workers.

A task travels to a worker with all that its files show, and its files come back.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from skillpack.builder.outputs.render_inputs import RenderInputs
from skillpack.builder.store import encode
from skillpack.files.staging import Files, WorkerOutput, WorkerStaging
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

Rendered = Iterator[tuple[str, Iterable[OutputFile]]]
"""Parts with their files, which are made as they are asked for."""


class SiteOutput(Struct, frozen=True):
    """Parts of a site that one call renders.

    Attributes:
        keys: Part -> digest of its context and of the inputs, theme included: equal keys mean equal bytes.
        render: Some of the parts -> these with their files.
    """

    keys: Mapping[str, str]
    render: Callable[[Collection[str]], Rendered]


def digest(*context: object) -> str:
    """Return the digest of a context."""
    return sha256(encode(context))


def single(part: str, key: str, files: Callable[[], Iterable[OutputFile]]) -> SiteOutput:
    """Return an output of one part."""
    return SiteOutput({part: key}, lambda _: iter([(part, files())]))


def paged(keys: Mapping[str, str], pages: Callable[[Collection[str]], Iterable[OutputFile]]) -> SiteOutput:
    """Return an output of which each page is a part, called by its path with a `/` before it.

    Args:
        keys: Path of each page -> its key.
        pages: Some of the paths -> their pages.
    """

    def render(due: Collection[str]) -> Rendered:
        for file in pages({part.removeprefix("/") for part in due}):
            yield f"/{file.path}", (file,)

    return SiteOutput({f"/{path}": key for path, key in keys.items()}, render)


class Task(Protocol):
    """Parts of a site that are due, as a value that can be pickled."""

    def render(self, shared: RenderInputs) -> Iterator[tuple[str, Iterable[OutputFile]]]:
        """Yield each part with its files."""


class TaskOutput(Struct, frozen=True):
    """Parts of a site that a worker renders.

    Attributes:
        keys: Part -> digest of its context and of the inputs, theme included: equal keys mean equal bytes.
        task: Some of the parts -> the task that renders these.
    """

    keys: Mapping[str, str]
    task: Callable[[Collection[str]], Task]


class TaskChunk(Struct, frozen=True):
    """Some tasks, with what their pages have in common.

    Attributes:
        worker_staging: Where their files are written; None leaves the bytes to the caller.
    """

    shared: RenderInputs
    tasks: tuple[Task, ...]
    worker_staging: WorkerStaging | None = None


def render_tasks(chunk: TaskChunk) -> tuple[tuple[str, Files], ...]:
    """Return the parts of all tasks of a chunk, each with its files."""
    # The name that a task is about is no other task's: its files may be made where they belong.
    staging = chunk.worker_staging
    output = WorkerOutput(staging, staging.site) if staging is not None else None
    parts = (part for task in chunk.tasks for part in task.render(chunk.shared))
    return tuple((part, output.make(files) if output is not None else tuple(files)) for part, files in parts)

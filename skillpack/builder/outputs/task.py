"""Outputs that workers render: a task travels there with all that its files show, and its files come back."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from skillpack.builder.outputs.render_inputs import RenderInputs
from skillpack.builder.staging import Files
from skillpack.files.staging import WorkerOutput, WorkerStaging
from skillpack.model.output import OutputFile


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

"""Outputs that workers render: a task travels there with all that its files show, and its files come back."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from skillpack.build.outputs.context import RenderContext
from skillpack.build.staging import Files
from skillpack.files.apart import Room, Workplace
from skillpack.model.output import OutputFile


class Task(Protocol):
    """Parts of a site that are due, as a value that can be pickled."""

    def render(self, shared: RenderContext) -> Iterator[tuple[str, Iterable[OutputFile]]]:
        """Yield each part with its files."""


@dataclass(frozen=True, slots=True)
class TaskOutput:
    """Parts of a site that a worker renders.

    Attributes:
        keys: Part -> digest of its context and of the theme: equal keys mean equal bytes.
        task: Some of the parts -> the task that renders these.
    """

    keys: Mapping[str, str]
    task: Callable[[Collection[str]], Task]


@dataclass(frozen=True, slots=True)
class TaskChunk:
    """Some tasks, with what their pages have in common.

    Attributes:
        workplace: Where their files are written; None leaves the bytes to the caller.
    """

    context: RenderContext
    tasks: tuple[Task, ...]
    workplace: Workplace | None = None


def render_tasks(chunk: TaskChunk) -> tuple[tuple[str, Files], ...]:
    """Return the parts of all tasks of a chunk, each with its files."""
    # The name that a task is about is no other task's: its files may be made where they belong.
    room = Room(chunk.workplace, chunk.workplace.site) if chunk.workplace is not None else None
    parts = (part for task in chunk.tasks for part in task.render(chunk.context))
    return tuple((part, room.make(files) if room is not None else tuple(files)) for part, files in parts)

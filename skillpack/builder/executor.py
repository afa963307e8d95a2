"""Any `concurrent.futures.Executor`, a bounded window, results in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from typing import Any, TypeVar

from skillpack.builder.local_executor import LocalExecutor
from skillpack.errors import SkillpackError, UsageError

T = TypeVar("T")
R = TypeVar("R")

CHUNK = 32
"""Skills in one task: about 80 ms of work."""

WINDOW = 8
"""Tasks in flight."""

_REMOTE_WINDOW = 32
"""Tasks in flight where nobody knows how many workers there are."""

WORTH_PROCESSES = 64
"""Skills from which starting processes pays."""

_DASK = "dask://"


def chosen(name: str, jobs: int, skills: int) -> Executor | None:
    """Return the executor for a number of skills, or None for this process.

    Args:
        name: `inline`, `processes`, `auto` for processes where they pay, or `dask://HOST:PORT` for the workers of a
            cluster.
        jobs: Number of processes; a cluster has its own.
        skills: How many skills have to be loaded.

    Raises:
        UsageError: The name is unknown, or the extra `dask` is missing.
        UnreachableError: There is no such cluster.
    """
    if name.startswith(_DASK):
        from skillpack.builder import dask_cluster  # with asyncio, which no other build needs

        return dask_cluster.connect(name)
    if name not in {"auto", "inline", "processes"}:
        raise UsageError(
            f"unknown executor `{name}`", hint="known executors: auto, inline, processes, dask://HOST:PORT"
        )
    if name == "inline" or jobs < 2 or (name == "auto" and skills < WORTH_PROCESSES):
        return None
    from skillpack.builder import processes  # with multiprocessing, which an edit of a few skills does not need

    return processes.start(jobs)


def shares_disks(executor: Executor | None) -> bool:
    """Return whether tasks see the disks of this machine: in this process, and in those that it started.

    Every other executor is given bytes and gives bytes back, wherever its workers are.
    """
    return executor is None or isinstance(executor, LocalExecutor)


def window_of(executor: Executor | None) -> int:
    """Return how many tasks an executor is given at a time."""
    return WINDOW if shares_disks(executor) else _REMOTE_WINDOW


def run_tasks(task: Callable[[T], R], chunks: Iterable[T], executor: Executor | None, *, window: int) -> Iterator[R]:
    """Yield results in the order of the chunks; never more than `window` chunks are in flight.

    Args:
        task: A function of a module, so that it can be found in another process.

    Raises:
        SkillpackError: A worker died, such as for want of memory, or the executor failed otherwise.
    """
    if executor is None:
        yield from map(task, chunks)
        return
    submit, result = _ways(task, executor)
    waiting: deque[Future[Any]] = deque()
    coming = iter(chunks)
    try:
        waiting.extend(map(submit, islice(coming, window)))
        while waiting:
            future = waiting.popleft()
            done = result(future)
            waiting.extend(map(submit, islice(coming, 1)))
            yield done
    except BrokenExecutor as error:
        hint = "memory may be low; `--jobs 1` needs less"
        raise SkillpackError("a worker process died", hint=hint) from error
    finally:
        for future in waiting:
            future.cancel()


def _ways(task: Callable[[T], R], executor: Executor) -> tuple[Callable[[T], Future[Any]], Callable[[Future[Any]], R]]:
    """Return how a chunk is handed to an executor, and how its result is had."""
    if shares_disks(executor):
        return lambda chunk: executor.submit(task, chunk), Future.result
    from skillpack.builder import remote  # with what packs bytes, which no worker of this machine needs

    return lambda chunk: remote.submit(executor, task, chunk), remote.result


class Workers:
    """The executor of one build, started when enough work comes and kept for what follows.

    Args:
        choose: Number of skills -> an executor, or None where this process does as well.
        meanwhile: Called while an executor starts.
    """

    def __init__(self, choose: Callable[[int], Executor | None], meanwhile: Callable[[], object]) -> None:
        self._choose, self._meanwhile = choose, meanwhile
        self._executor: Executor | None = None

    def enough_for(self, skills: int) -> Executor | None:
        """Return the executor for a number of skills."""
        if self._executor is None and skills:
            self._executor = self._choose(skills)
            if self._executor is not None:
                self._meanwhile()
        return self._executor

    def close(self) -> None:
        """Let the workers go, once all is done."""
        if self._executor is not None:
            self._executor.shutdown()

    def end(self) -> None:
        """Let the workers go at once: what they do is broken off, since nothing of it will be used.

        Others than ours may finish what they do: they write nothing here.
        """
        if isinstance(self._executor, LocalExecutor):
            self._executor.end()
        elif self._executor is not None:
            self._executor.shutdown(wait=False)

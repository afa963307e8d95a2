"""Any `concurrent.futures.Executor`, a bounded window, results in order."""

import _thread
import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import forkserver, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

from skillpack.builder import remote
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

_SAFE_PATH = "PYTHONSAFEPATH"
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
    return _processes(jobs)


def shares_disks(executor: Executor | None) -> bool:
    """Return whether tasks see the disks of this machine: in this process, and in those that it started.

    Every other executor is given bytes and gives bytes back, wherever its workers are.
    """
    return executor is None or isinstance(executor, _Processes)


def window_of(executor: Executor | None) -> int:
    """Return how many tasks an executor is given at a time."""
    return WINDOW if shares_disks(executor) else _REMOTE_WINDOW


class _TaskEndedError(BaseException):
    """The parent does not want what a worker is doing; raised in the worker."""


class _Worker:
    """What a worker knows of its task, for the thread that watches the parent.

    Attributes:
        busy: A task runs; what comes after it, the sending of its result, is never broken off: the parent would wait
            for the rest.
        ended: Nothing is wanted any more.
    """

    busy = False
    ended = False


class _Processes(ProcessPoolExecutor):
    """A pool of processes whose tasks can be broken off.

    Args:
        jobs: Number of processes.
        context: How they are started.
    """

    def __init__(self, jobs: int, context: BaseContext) -> None:
        ended, self._end = context.Pipe(duplex=False)
        super().__init__(jobs, mp_context=context, initializer=start_worker, initargs=(ended,))

    def submit(self, task: Callable[..., R], /, *args: object, **kwargs: object) -> "Future[R]":
        """Return the future of a task."""
        return super().submit(_run, task, args, kwargs)

    def end(self) -> None:
        """Break off every task, and wait until all processes are gone."""
        self._end.close()
        self.shutdown(cancel_futures=True)


def _run(task: Callable[..., R], args: Sequence[object], kwargs: Mapping[str, object]) -> R:
    """Return the result of a task in a worker."""
    _Worker.busy = True
    try:
        if _Worker.ended:
            raise _TaskEndedError
        return task(*args, **kwargs)
    finally:
        _Worker.busy = False


def _break_off(*_: object) -> None:
    """Break off the task that runs, where the parent asks for it; Ctrl-C is for the parent to answer."""
    if _Worker.ended and _Worker.busy:
        _Worker.busy = False  # once is enough
        raise _TaskEndedError


def _processes(jobs: int) -> Executor:
    """Return a pool of processes that are on their way."""
    # forkserver: no state of ours is inherited, and it starts fast; spawn where there is none.
    methods = get_all_start_methods()
    context = get_context("forkserver" if "forkserver" in methods else "spawn")
    with _safe_path(), _no_interrupts():
        pool = _Processes(jobs, context)
        if "forkserver" in methods:
            # It imports what workers need while we go on; they have its environment, whenever they start.
            context.set_forkserver_preload(["skillpack.builder.load", "skillpack.builder.outputs.skill"])
            forkserver.ensure_running()
        else:
            for _ in range(jobs):
                pool.submit(int)
    return pool


@contextmanager
def _safe_path() -> Iterator[None]:
    """Let new interpreters take no module from the folder where people stand: it may be anybody's."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        os.environ.pop(_SAFE_PATH)
        if before is not None:
            os.environ[_SAFE_PATH] = before


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Let new processes inherit that Ctrl-C, which reaches them all, is for this one alone to answer."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_worker(ended: Connection) -> None:
    """Leave Ctrl-C to the parent, end when it ends, break off when it asks for it, and make the garbage collector rare.

    Rendering makes many short-lived objects and no cycles worth finding.

    Args:
        ended: Can be read when the parent closes the other end.
    """
    signal.signal(signal.SIGINT, _break_off)
    threading.Thread(target=_end_with_parent, args=(ended,), daemon=True).start()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def _end_with_parent(ended: Connection) -> None:
    """Wait for the parent's end: one that was killed tells nobody, and a pool would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        if parent.sentinel not in wait([parent.sentinel, ended]):
            _Worker.ended = True
            _thread.interrupt_main()
            parent.join()
        os._exit(1)


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
    near, there = shares_disks(executor), executor

    def submit(chunk: T) -> Future[Any]:
        return there.submit(task, chunk) if near else remote.submit(there, task, chunk)

    waiting: deque[Future[Any]] = deque()
    coming = iter(chunks)
    try:
        waiting.extend(map(submit, islice(coming, window)))
        while waiting:
            future = waiting.popleft()
            done: R = future.result() if near else remote.result(future)
            waiting.extend(map(submit, islice(coming, 1)))
            yield done
    except BrokenExecutor as error:
        hint = "memory may be low; `--jobs 1` needs less"
        raise SkillpackError("a worker process died", hint=hint) from error
    finally:
        for future in waiting:
            future.cancel()


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
        if isinstance(self._executor, _Processes):
            self._executor.end()
        elif self._executor is not None:
            self._executor.shutdown(wait=False)

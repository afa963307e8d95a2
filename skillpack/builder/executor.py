"""Any `concurrent.futures.Executor`, a bounded window, results in order."""

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import forkserver, get_all_start_methods, get_context, parent_process
from typing import TypeVar

from skillpack.errors import SkillpackError, UsageError

T = TypeVar("T")
R = TypeVar("R")

CHUNK = 32
"""Skills in one task: about 80 ms of work."""

WINDOW = 8
"""Tasks in flight."""

WORTH_PROCESSES = 64
"""Skills from which starting processes pays ."""

_SAFE_PATH = "PYTHONSAFEPATH"


def chosen(name: str, jobs: int, skills: int) -> Executor | None:
    """Return the executor for a number of skills, or None for this process.

    Args:
        name: `inline`, `processes`, or `auto` for processes where they pay.
        jobs: Number of processes.
        skills: How many skills have to be prepared.

    Raises:
        UsageError: The name is unknown.
    """
    if name not in {"auto", "inline", "processes"}:
        raise UsageError(f"unknown executor `{name}`", hint="known executors: auto, inline, processes")
    if name == "inline" or jobs < 2 or (name == "auto" and skills < WORTH_PROCESSES):
        return None
    return _processes(jobs)


def _processes(jobs: int) -> Executor:
    """Return a pool of processes that are on their way."""
    # forkserver: no state of ours is inherited, and it starts fast; spawn where there is none.
    methods = get_all_start_methods()
    context = get_context("forkserver" if "forkserver" in methods else "spawn")
    with _safe_path(), _no_interrupts():
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=start_worker)
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


def start_worker() -> None:
    """Leave Ctrl-C to the parent, end when it ends, and make the garbage collector rare.

    Rendering makes many short-lived objects and no cycles worth finding.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def _end_with_parent() -> None:
    """Wait for the parent's end: one that was killed tells nobody, and a pool would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def run_tasks(task: Callable[[T], R], chunks: Iterable[T], executor: Executor | None, *, window: int) -> Iterator[R]:
    """Yield results in the order of the chunks; never more than `window` chunks are in flight.

    Args:
        task: A function of a module, so that it can be found in another process.

    Raises:
        SkillpackError: A worker died, such as for want of memory.
    """
    if executor is None:
        yield from map(task, chunks)
        return
    waiting: deque[Future[R]] = deque()
    coming = iter(chunks)
    try:
        waiting.extend(executor.submit(task, chunk) for chunk in islice(coming, window))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(executor.submit(task, chunk) for chunk in islice(coming, 1))
            yield done
    except BrokenExecutor as error:
        hint = "memory may be short; try `--jobs 1`, which needs less"
        raise SkillpackError("a process that prepares skills died", hint=hint) from error
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
        """Let the workers go; what they have not begun is dropped."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)

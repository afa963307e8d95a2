"""A pool of processes on this machine, whose tasks can be broken off."""

import _thread
import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import TypeVar

from skillpack.builder.local_executor import LocalExecutor

R = TypeVar("R")

_SAFE_PATH = "PYTHONSAFEPATH"


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


class Processes(LocalExecutor, ProcessPoolExecutor):
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


def start(jobs: int) -> Processes:
    """Return a pool of processes that are on their way."""
    # forkserver: no state of ours is inherited, and it starts fast; spawn where there is none.
    methods = get_all_start_methods()
    context = get_context("forkserver" if "forkserver" in methods else "spawn")
    with _safe_path(), _no_interrupts():
        pool = Processes(jobs, context)
        if "forkserver" in methods:
            # It imports what workers need while we go on; they have its environment, whenever they start.
            context.set_forkserver_preload([__name__, "skillpack.builder.load", "skillpack.builder.outputs.skill"])
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

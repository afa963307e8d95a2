"""Any `concurrent.futures.Executor`, a bounded window, results in order."""

import gc
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_all_start_methods, get_context

from skillpack.errors import UsageError
from skillpack.pipeline.worker import Chunk, Done, work

CHUNK = 32
"""Skills in one task: about 80 ms of work."""

WORTH_PROCESSES = 64
"""Skills from which starting processes pays (performance 6)."""


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
    if name == "inline" or jobs < 2 or (name == "auto" and skills < WORTH_PROCESSES):  # noqa: PLR2004 two make a pool
        return None
    # forkserver: no state of ours is inherited, and it starts fast; spawn where there is none.
    methods = get_all_start_methods()
    context = get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        context.set_forkserver_preload(["skillpack.pipeline.worker"])
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=quiet_collector)


def quiet_collector() -> None:
    """Make the garbage collector rare: rendering makes many short-lived objects and no cycles worth finding."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def run_chunks(chunks: Iterable[Chunk], executor: Executor | None, *, window: int) -> Iterator[Done]:
    """Yield results in the order of the chunks; never more than `window` chunks are in flight."""
    if executor is None:
        yield from map(work, chunks)
        return
    waiting: deque[Future[Done]] = deque()
    coming = iter(chunks)
    try:
        waiting.extend(executor.submit(work, chunk) for chunk in islice(coming, window))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(executor.submit(work, chunk) for chunk in islice(coming, 1))
            yield done
    finally:
        for future in waiting:
            future.cancel()

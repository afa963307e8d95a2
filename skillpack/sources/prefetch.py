"""Work done by a few threads a little ahead of who asks for it, in its order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def prefetch(
    work: Callable[[T], R], items: Iterable[T], *, threads: int, stop: Callable[[], None]
) -> Iterator[tuple[T, R]]:
    """Yield each item with what the work makes of it; of the items, only a few are taken in advance.

    Args:
        work: Done in one of the threads.
        items: Taken by the caller's thread.
        threads: How many; 1 does everything in the caller's.
        stop: Called when the end comes too early; it must make running work end.
    """
    if threads == 1:
        for item in items:
            yield item, work(item)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="fetch")
    waiting: deque[tuple[T, Future[R]]] = deque()
    finished = False
    try:
        for item in items:
            waiting.append((item, pool.submit(work, item)))
            if len(waiting) >= 2 * threads:
                first, future = waiting.popleft()
                yield first, future.result()
        for first, future in waiting:
            yield first, future.result()
        finished = True
    finally:
        if not finished:
            stop()
        pool.shutdown(cancel_futures=True)

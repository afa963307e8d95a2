import threading
import time
from collections.abc import Iterator
from itertools import count

import pytest

from skillpack.sources.prefetch import prefetch


@pytest.mark.parametrize("threads", [1, 4])
def test_keeps_the_order(threads) -> None:
    def work(number: int) -> int:
        time.sleep(0.001 * (number % 3))
        return number * number

    assert list(prefetch(work, range(50), threads=threads, stop=lambda: None)) == [(n, n * n) for n in range(50)]


@pytest.mark.parametrize("threads", [1, 3])
def test_takes_only_a_few_in_advance(threads) -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    stream = prefetch(lambda number: number, items(), threads=threads, stop=lambda: None)
    assert next(stream) == (0, 0)
    assert len(taken) <= 2 * threads
    stream.close()


def test_items_are_taken_in_the_thread_that_asks() -> None:
    here = threading.get_ident()
    where = []

    def items() -> Iterator[int]:
        for number in range(9):
            where.append(threading.get_ident())
            yield number

    list(prefetch(lambda number: number, items(), threads=3, stop=lambda: None))
    assert set(where) == {here}


def test_a_failure_stops_the_others_and_is_raised() -> None:
    stopped = threading.Event()

    def work(number: int) -> None:
        if number == 1:
            raise ValueError("no")
        assert stopped.wait(60), "nobody stops the others"

    with pytest.raises(ValueError, match="no"):
        list(prefetch(lambda n: work(n + 1), range(9), threads=3, stop=stopped.set))

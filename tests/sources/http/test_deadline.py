import socket
import threading
import time
from types import SimpleNamespace

import pytest

from skillpack.sources.http.deadline import Deadlines


def waiting(deadlines: Deadlines, seconds: float) -> bytes:
    """Wait for what never comes, until the deadline."""
    here, there = socket.socketpair()
    with here, there, deadlines.deadline(time.monotonic() + seconds):
        deadlines.watch(here)
        return here.recv(1)


def test_what_waits_ends() -> None:
    with pytest.raises(TimeoutError):
        waiting(Deadlines(), 0.05)


def test_what_ended_before_is_left_alone() -> None:
    deadlines, (here, there) = Deadlines(), socket.socketpair()
    with here, there:
        with deadlines.deadline(time.monotonic() + 0.05):
            deadlines.watch(here)
        time.sleep(0.1)
        there.sendall(b"x")
        assert here.recv(1) == b"x"


def test_who_connects_too_late_is_ended_at_once() -> None:
    with pytest.raises(TimeoutError):
        waiting(Deadlines(), -1)


def test_each_thread_has_its_own() -> None:
    deadlines, ended = Deadlines(), []

    def ask(seconds: float) -> None:
        with pytest.raises(TimeoutError):
            waiting(deadlines, seconds)
        ended.append(seconds)

    threads = [threading.Thread(target=ask, args=(seconds,)) for seconds in (0.3, 0.05)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert ended == [0.05, 0.3]


def test_closing_ends_them_all_and_what_comes_later() -> None:
    deadlines = Deadlines()
    threading.Timer(0.05, deadlines.close).start()
    assert waiting(deadlines, 5) == b""
    assert waiting(deadlines, 5) == b""


def test_tls_within_tls_ends_at_its_socket() -> None:
    deadlines, (here, there) = Deadlines(), socket.socketpair()

    def wait() -> bytes:
        with deadlines.deadline(time.monotonic() + 0.05):
            deadlines.watch(SimpleNamespace(socket=here))
            return here.recv(1)

    with here, there, pytest.raises(TimeoutError):
        wait()


def test_a_piece_that_does_not_come_ends_it_before_all_of_it_is_due() -> None:
    with pytest.raises(TimeoutError):
        waiting(Deadlines(0.05), 600)


def test_each_piece_has_its_own_time() -> None:
    deadlines, (here, there) = Deadlines(1), socket.socketpair()
    with here, there, deadlines.deadline(time.monotonic() + 600):
        for _ in range(4):
            deadlines.watch(here)
            time.sleep(0.4)
            there.sendall(b"x")
            assert here.recv(1) == b"x"

"""One moment by which an answer has to be whole: a server that gives one byte at a time cannot hold us."""

import math
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class _Request:
    """A request under way.

    Attributes:
        until: Moment of the monotonic clock.
        due: The same of the next piece.
        connected: The socket for which it waits; None until it is connected.
        is_late: Whether it was ended, because a piece or all of it was due.
    """

    until: float
    due: float
    connected: socket.socket | None = None
    is_late: bool = False

    def end(self) -> None:
        """End every operation that waits for its socket; TLS stays as it is, for another thread is in it."""
        if self.connected is not None:
            # TLS within TLS, to a proxy, is not a socket, but has one.
            plain = getattr(self.connected, "socket", self.connected)
            with suppress(OSError):  # the other side was quicker
                socket.socket.shutdown(plain, socket.SHUT_RDWR)


class Deadlines:
    """The deadlines of requests under way, one for each thread that asks.

    A socket's own timeout begins anew with every byte. So one more thread shuts the socket down when the time is up,
    wherever it is waited for: for headers, for the body, or for what follows the body.

    Args:
        piece: Seconds until the first piece of an answer, and between two.
    """

    def __init__(self, piece: float = math.inf) -> None:
        self._piece = piece
        self._changed = threading.Condition()
        self._thread = threading.local()
        self._running: set[_Request] = set()
        self._next = math.inf  # when the clock looks
        self._clock: threading.Thread | None = None
        self._is_closed = False

    @contextmanager
    def deadline(self, until: float) -> Iterator[None]:
        """Let the request that this thread makes end by a moment of the monotonic clock.

        Raises:
            TimeoutError: It did not; this comes in place of whatever it failed with then.
        """
        request = self._thread.request = _Request(until, until)
        with self._changed:
            self._running.add(request)
            if self._clock is None:
                self._clock = threading.Thread(target=self._run, name="deadlines", daemon=True)
                self._clock.start()
            elif until < self._next:
                self._changed.notify_all()
        try:
            yield
        except Exception as error:
            if request.is_late or time.monotonic() >= until:
                raise TimeoutError("timed out") from error
            raise
        finally:
            with self._changed:
                self._running.discard(request)
        if request.is_late or time.monotonic() >= until:
            raise TimeoutError("timed out")

    def watch(self, connected: socket.socket) -> None:
        """Note the socket that the request of this thread waits for, from now on for another piece."""
        request: _Request = self._thread.request
        with self._changed:
            now = time.monotonic()
            request.connected, request.due = connected, min(request.until, now + self._piece)
            if self._is_closed or now >= request.until:
                request.end()
            elif request.due < self._next:
                self._changed.notify_all()

    def close(self) -> None:
        """End every request, also those of other threads, and all that come later."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            for request in self._running:
                request.end()

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                now = time.monotonic()
                for request in self._running:
                    if request.due <= now and not request.is_late:
                        request.is_late = True
                        request.end()
                self._next = min((each.due for each in self._running if not each.is_late), default=math.inf)
                self._changed.wait(None if self._next == math.inf else self._next - now)

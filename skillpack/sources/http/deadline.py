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
        connected: The socket for which it waits; None until it is connected.
    """

    until: float
    connected: socket.socket | None = None


class Deadlines:
    """The deadlines of requests under way, one for each thread that asks.

    A socket's own timeout begins anew with every byte. So one more thread shuts the socket down when the time is up,
    wherever it is waited for: for headers, for the body, or for what follows the body.
    """

    def __init__(self) -> None:
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
        request = self._thread.request = _Request(until)
        self._begin(request)
        try:
            yield
        except Exception as error:
            if time.monotonic() >= until:
                raise TimeoutError("the time is up") from error
            raise
        finally:
            with self._changed:
                self._running.discard(request)
        if time.monotonic() >= until:
            raise TimeoutError("the time is up")

    def watch(self, connected: socket.socket) -> None:
        """Note the socket that the request of this thread waits for."""
        request: _Request = self._thread.request
        with self._changed:
            request.connected = connected
            if self._is_closed or time.monotonic() >= request.until:
                _shut(connected)

    def close(self) -> None:
        """End every request, also those of other threads, and all that come later."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            for request in self._running:
                _shut(request.connected)

    def _begin(self, request: _Request) -> None:
        with self._changed:
            self._running.add(request)
            if self._clock is None:
                self._clock = threading.Thread(target=self._run, name="deadlines", daemon=True)
                self._clock.start()
            elif request.until < self._next:
                self._changed.notify_all()

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                now = time.monotonic()
                for request in self._running:
                    if request.until <= now:
                        _shut(request.connected)
                self._next = min((each.until for each in self._running if each.until > now), default=math.inf)
                self._changed.wait(None if self._next == math.inf else self._next - now)


def _shut(connected: socket.socket | None) -> None:
    """End every operation that waits for a socket; TLS stays as it is, for another thread is in it."""
    if connected is not None:
        plain = getattr(connected, "socket", connected)  # TLS within TLS, to a proxy, is not a socket, but has one
        with suppress(OSError):  # the other side was quicker
            socket.socket.shutdown(plain, socket.SHUT_RDWR)

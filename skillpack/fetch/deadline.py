"""One moment by which an answer has to be whole: a server that gives one byte at a time cannot hold us."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Deadlines:
    """The deadlines of requests under way, one for each thread that asks.

    A socket's own timeout begins anew with every byte. So the socket is shut down when the time is up, wherever the
    thread waits for it: for headers, for the body, or for what follows the body.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread = threading.local()
        self._running: set[_Request] = set()
        self._is_closed = False

    @contextmanager
    def deadline(self, until: float) -> Iterator[None]:
        """Let the request that this thread makes end by a moment of the monotonic clock.

        Raises:
            TimeoutError: It did not; this comes in place of whatever it failed with then.
        """
        request = self._thread.request = _Request()
        timer = threading.Timer(max(0.0, until - time.monotonic()), self._expire, [request])
        timer.daemon = True
        timer.start()
        try:
            yield
        except Exception as error:
            if request.is_late:
                raise TimeoutError("the time is up") from error
            raise
        finally:
            timer.cancel()
            with self._lock:
                self._running.discard(request)
        if request.is_late:
            raise TimeoutError("the time is up")

    def watch(self, connected: socket.socket) -> None:
        """Note the socket that the request of this thread waits for."""
        request: _Request = self._thread.request
        with self._lock:
            request.socket = connected
            self._running.add(request)
            if self._is_closed or request.is_late:
                _shut(connected)

    def close(self) -> None:
        """End every request, also those of other threads, and all that come later."""
        with self._lock:
            self._is_closed = True
            for request in self._running:
                _shut(request.socket)

    def _expire(self, request: "_Request") -> None:
        with self._lock:
            request.is_late = True
            if request in self._running:
                _shut(request.socket)


class _Request:
    """A request under way."""

    def __init__(self) -> None:
        self.socket: socket.socket | None = None
        self.is_late = False


def _shut(connected: socket.socket | None) -> None:
    """End every operation that waits for a socket; TLS stays as it is, for another thread is in it."""
    if connected is not None:
        with suppress(OSError):  # the other side was quicker
            socket.socket.shutdown(connected, socket.SHUT_RDWR)

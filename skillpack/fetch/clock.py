"""A socket whose operations all together end at one moment: a site that gives one byte at a time cannot hold us."""

import io
import socket
import time
from contextlib import suppress


class Clocked:
    """A connected socket as `http.client` uses it.

    Args:
        wrapped: The connected socket, which this one closes.
        silence: Seconds that one operation may take.
    """

    def __init__(self, wrapped: socket.socket, silence: float) -> None:
        self.wrapped = wrapped
        self._silence = silence
        self._until = 0.0

    def start(self, seconds: float) -> None:
        """Let everything from now on end within so many seconds."""
        self._until = time.monotonic() + seconds

    def allow(self) -> None:
        """Give the next operation the time that is left.

        Raises:
            TimeoutError: None is.
        """
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time is up")
        self.wrapped.settimeout(min(left, self._silence))

    def sendall(self, content: bytes) -> None:
        """Send some bytes."""
        self.allow()
        self.wrapped.sendall(content)

    def makefile(self, mode: str) -> io.BufferedReader:  # noqa: ARG002 http.client asks for "rb" alone
        """Return a file that reads from the socket."""
        return io.BufferedReader(_Reader(self, self.wrapped.makefile("rb", buffering=0)))

    def close(self) -> None:
        """Close the socket, as soon as no file reads from it."""
        self.wrapped.close()

    def cut(self) -> None:
        """End every operation that waits, also one of another thread."""
        with suppress(OSError):  # the other side was quicker
            self.wrapped.shutdown(socket.SHUT_RDWR)
        self.wrapped.close()


class _Reader(io.RawIOBase):
    """A socket's own file, each reading of which gets the time that is left."""

    def __init__(self, clock: Clocked, file: socket.SocketIO) -> None:
        self._clock, self._file = clock, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]  # all that a reader gives
        self._clock.allow()
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()

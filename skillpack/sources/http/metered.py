"""An answer whose bytes beside the file are counted: headers, chunk sizes, trailers and interim answers have an end."""

import io
import socket
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MOST_BESIDE = 2**18
"""Bytes that may come before the file, between two pieces of it, and after it."""

_BESIDE_EACH = 16  # bytes that may come with each byte of the file: a chunk of one byte takes five


class BesideError(HTTPException):
    """More comes beside the file than any honest site sends."""


class MeteredResponse(HTTPResponse):
    """An answer that is refused when it goes on without its file.

    The standard library reads trailers, and answers that only say to go on, for as long as they come.
    """

    def __init__(self, sock: socket.socket, *args: Any, watch: Callable[[socket.socket], None], **options: Any) -> None:
        """Begin to read.

        Args:
            watch: Told of the socket now, and whenever a piece of the file came over it.
        """
        self._socket, self._watch = sock, watch
        self._source = _Source(sock)
        super().__init__(self._source, *args, **options)  # type: ignore[arg-type]  # it wants `makefile` alone
        watch(sock)

    def read1(self, n: int = -1) -> bytes:
        """Return the next piece of the file; nothing at its end."""
        piece = super().read1(n)
        if piece:
            self._source.allow(len(piece))
            self._watch(self._socket)
        return piece


class _Source(io.RawIOBase):
    """What comes over a socket, counted."""

    def __init__(self, sock: socket.socket) -> None:
        self._raw = sock.makefile("rb", buffering=0)
        self._left = MOST_BESIDE

    def makefile(self, _: str) -> io.BufferedReader:
        """Return the same, buffered, as the standard library asks a socket for it."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        size = self._raw.readinto(buffer) or 0
        self._left -= size
        if self._left < 0:
            raise BesideError(f"it sends more than {MOST_BESIDE} bytes beside the file")
        return size

    def allow(self, size: int) -> None:
        """Take note that a piece of the file came."""
        self._left = min(MOST_BESIDE, self._left + size * (1 + _BESIDE_EACH))

    def close(self) -> None:
        self._raw.close()
        super().close()

"""What a build gives: a stream of files, each a stream of bytes."""

from collections.abc import Iterable

from msgspec import Struct


class OutputFile(Struct, frozen=True):
    """One file of the output.

    Attributes:
        path: Posix, relative to the output folder.
        chunks: Bytes, perhaps lazy; read once.
    """

    path: str
    chunks: Iterable[bytes]

"""What a build gives: a stream of files, each a stream of bytes."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file of the output.

    Attributes:
        path: Posix, relative to the output folder.
        chunks: Bytes, perhaps lazy; read once.
    """

    path: str
    chunks: Iterable[bytes]

"""An index around its pieces, as a stream."""

from collections.abc import Iterable, Iterator


def framed(head: str, pieces: Iterable[str], tail: str, *, empty: str = "") -> Iterator[str]:
    """Yield a head, the pieces line by line, and a tail; for no pieces at all only `empty`."""
    some = False
    for piece in pieces:
        if not some:
            yield head
            some = True
        yield piece + "\n"
    yield tail if some else empty

"""What long work tells the one who started it."""

from collections.abc import Callable

from msgspec import Struct


class Progress(Struct, frozen=True):
    """A step and how far it is; a total of 0 means unknown."""

    step: str
    done: int
    total: int


Report = Callable[[Progress], None]


def silent(progress: Progress) -> None:
    """Say nothing."""

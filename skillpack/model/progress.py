"""What long work tells the one who started it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """A step and how far it is; a total of 0 means unknown."""

    step: str
    done: int
    total: int


Report = Callable[[Progress], None]


def silent(progress: Progress) -> None:
    """Say nothing."""

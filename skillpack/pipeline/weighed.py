"""A skill as selection takes it."""

from dataclasses import dataclass

from skillpack.model.document import Span
from skillpack.model.selection import Described


@dataclass(frozen=True, slots=True)
class Weighed:
    """A skill of the set, as selection takes it.

    Attributes:
        path: Of its skill file, as people write it.
        at: Where its description stands in that.
    """

    described: Described
    path: str
    at: Span

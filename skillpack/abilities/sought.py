"""Patterns that hardly any text holds: each with words of which one stands in all that it matches (pure)."""

import re
from collections.abc import Callable

from msgspec import Struct

from skillpack.abilities.texts import TextFile


class Sought(Struct, frozen=True):
    """A pattern, for which only texts are searched that hold one of its words.

    To find a word costs a small part of what a pattern of many alternatives costs, and nearly every text holds none.

    Attributes:
        pattern: Compiled when a text is searched first.
        words: In small letters; one of them stands, in letters of any case, in each match.
    """

    pattern: Callable[[], re.Pattern[bytes]]
    words: tuple[bytes, ...]

    def may_be_in(self, file: TextFile) -> bool:
        """Tell whether a text holds one of the words."""
        lower = file.lower
        return any(word in lower for word in self.words)

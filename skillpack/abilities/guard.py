"""Readers that give up on hostile text: what one did not read is named, and the others go on (pure)."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from skillpack.abilities.source_text import SourceText
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Unlooked
from skillpack.model.document import Span
from skillpack.model.finding import Position

_Item = TypeVar("_Item", TextFile, SourceText)
_Found = TypeVar("_Found")

GIVES_UP = (RecursionError, MemoryError, ValueError)
"""The ways in which a reader gives up on what is nested too deeply, too large, or no text."""


def guarded(
    search: str, reader: Callable[[tuple[_Item, ...]], Iterable[_Found]], items: tuple[_Item, ...]
) -> list[_Found | Unlooked]:
    """Return the readings of a reader; where it gives up, those of each text alone, and the texts that it did not read.

    Args:
        search: Name of the rule that would say what it finds.
        reader: Of all the texts together.
        items: The texts; none where it reads only the skill file.
    """
    try:
        return list(reader(items))
    except GIVES_UP:
        if len(items) > 1:
            return [found for each in items for found in guarded(search, reader, (each,))]
        return [given_up(items[0].path if items else "", search)]


def given_up(path: str, search: str, line: int = 1) -> Unlooked:
    """Return that a reader gave up on a file, or on what starts on a line of it."""
    return Unlooked(Position(path, Span(line, 1, line, 1)), search, whole=True, gave_up=True)

"""A text that a reader of one language reads, and what every such reader yields."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, Concern, Unlooked
from skillpack.model.document import Span
from skillpack.model.finding import Position


class SourceText(Struct, frozen=True, dict=True):
    """A script, or a stretch of instructions that tells an agent to run something.

    Attributes:
        path: Of the file, relative to the skill; empty for the skill file.
        text: Without byte-order mark, LF.
        language: `python`, `shell`, `javascript` or `powershell`.
        first_line: The line of the file on which the text starts, from 1.
        origin: `SCRIPT`, or `COMMAND` for a stretch of instructions.
        beside: Path -> text of the other scripts of the same language in the skill, which this one may load.
    """

    path: str
    text: str
    language: str
    first_line: int = 1
    origin: AbilityOrigin = AbilityOrigin.SCRIPT
    beside: Mapping[str, str] = {}

    def ability(self, kind: AbilityKind, line: int, words: str, target: str = "") -> Ability:
        """Return an ability that stands on a line of the text, from 1."""
        return Ability(kind, self.path, self.first_line + line - 1, words, target, self.origin)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text."""
        return tuple(self.text.split("\n"))

    def position(self, line: int, last: int = 0) -> Position:
        """Return the place of a line of the text, from 1, or of all lines up to the last."""
        end = max(line, last)
        width = len(self.lines[end - 1]) if end <= len(self.lines) else 0
        return Position(self.path, Span(self.first_line + line - 1, 1, self.first_line + end - 1, width + 1))

    def line(self, number: int) -> str:
        """Return a line of the text, from 1, without the blanks around it."""
        return self.lines[number - 1].strip() if number <= len(self.lines) else ""


Reading = Ability | Concern | Unlooked | SourceText
"""What a reader yields; a source is a text in another language that the one it reads runs."""

Reader = Callable[[SourceText], Iterator[Reading]]
"""Yields what a source can do, in no order, some of it twice.

Raises:
    SyntaxError: The text is not of its language.
    RecursionError: It is nested too deeply.
"""

"""A text that a reader of one language reads, and what every such reader yields."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, Concern, Place, Unlooked
from skillpack.model.document import Span

Reading = Ability | Concern | Unlooked


class Source(Struct, frozen=True):
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

    def place(self, line: int, last: int = 0) -> Place:
        """Return the place of a line of the text, from 1, or of all lines up to the last."""
        first, end = self.first_line + line - 1, self.first_line + max(line, last) - 1
        lines = self.text.split("\n", max(line, last))
        width = len(lines[max(line, last) - 1]) if len(lines) >= max(line, last) else 0
        return Place(self.path, Span(first, 1, end, width + 1))

    def line(self, number: int) -> str:
        """Return a line of the text, from 1, without the blanks around it."""
        lines = self.text.split("\n", number)
        return lines[number - 1].strip() if len(lines) >= number else ""


Reader = Callable[[Source], Iterator[Reading]]
"""Yields what a source can do, in no order, some of it twice.

Raises:
    SyntaxError: The text is not of its language.
    RecursionError: It is nested too deeply.
"""

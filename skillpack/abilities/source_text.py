"""A text that a reader of one language reads, and what every such reader yields."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from skillpack.abilities.flow import Stored, Used, Verification
from skillpack.abilities.syntax_tree import SyntaxTree, parse_python, python_words
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, Concern, Unlooked
from skillpack.model.document import Span
from skillpack.model.finding import Position

_QUOTE = 100  # characters


class SourceText(Struct, frozen=True, dict=True):
    """A script, a stretch of instructions that tells an agent to run something, or a text in one that is run.

    Attributes:
        path: Of the file, relative to the skill; empty for the skill file.
        text: Without byte-order mark, LF.
        language: `python`, `shell`, `javascript` or `powershell`.
        first_line: The line of the file on which the text starts, from 1.
        origin: `SCRIPT`, or `COMMAND` for a stretch of instructions.
        beside: Path -> text of the other scripts of the same language in the skill, which this one may load.
        last_line: The line of the file on which it ends, where its lines may be others; else 0.
        quote: The line of the file on which all of it stands, where it has more lines or other words; else empty.
        depth: In how many other texts it stands.
    """

    path: str
    text: str
    language: str
    first_line: int = 1
    origin: AbilityOrigin = AbilityOrigin.SCRIPT
    beside: Mapping[str, str] = {}
    last_line: int = 0
    quote: str = ""
    depth: int = 0

    def __hash__(self) -> int:
        return hash((self.path, self.text, self.first_line))

    @property
    def is_file(self) -> bool:
        """Whether it is a script, as a whole."""
        return self.origin is AbilityOrigin.SCRIPT and not self.depth

    def inner(self, text: str, language: str, first: int, last: int | None = None) -> "SourceText":
        """Return a text in this one that is run, too.

        Args:
            text: As it is run.
            language: Of it.
            first: The line of this text on which it starts, from 1.
            last: The line on which it ends, where lines of it may be no lines of this text.
        """
        start, end = self._line(first), self._line(last) if last else self.last_line
        quote = self.quote or (self.line(first) if first == last else "")
        return SourceText(self.path, text, language, start, self.origin, {}, end, quote, self.depth + 1)

    def placed(self, reading: "Reading") -> "Reading":
        """Return a reading of this text as it stands in the file."""
        if not self.last_line or isinstance(reading, SourceText | Stored | Verification):
            return reading
        if isinstance(reading, Ability):
            return replace(reading, line=min(reading.line, self.last_line))
        if not self.quote:
            return reading
        at = Position(self.path, Span(self.first_line, 1, self.first_line, len(self.quote) + 1))
        if isinstance(reading, Unlooked):
            return replace(reading, at=at)
        whole = " ".join(self.quote.split())
        cut = whole if len(whole) <= _QUOTE else f"{whole[: _QUOTE - 1]}…"
        quote = reading.quote if reading.quote.rstrip("…") in whole else cut
        if isinstance(reading, Used):
            return replace(reading, at=at, quote=quote)
        return replace(reading, at=at, quote=quote, other=at if reading.other else None)

    def ability(self, kind: AbilityKind, line: int, words: str, target: str = "") -> Ability:
        """Return an ability that stands on a line of the text, from 1."""
        return Ability(kind, self.path, self._line(line), words, target, self.origin)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text."""
        return tuple(self.text.split("\n"))

    @cached_property
    def tree(self) -> SyntaxTree:
        """A text in Python, parsed.

        Raises:
            SyntaxError: It does not parse; the parser has other ways to say so, too.
            RecursionError: It is nested too deeply.
        """
        return parse_python(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of a text in Python: all names and parts of names in it, and those in its literals."""
        return python_words(self.text)

    def position(self, line: int, last: int = 0) -> Position:
        """Return the place of a line of the text, from 1, or of all lines up to the last."""
        end = max(line, last)
        width = len(self.lines[end - 1]) if end <= len(self.lines) else 0
        return Position(self.path, Span(self._line(line), 1, self._line(end), width + 1))

    def line(self, number: int) -> str:
        """Return a line of the text, from 1, without the blanks around it."""
        return self.lines[number - 1].strip() if number <= len(self.lines) else ""

    def _line(self, line: int) -> int:
        """Return the line of the file for one of the text, from 1."""
        there = self.first_line + line - 1
        return min(there, self.last_line) if self.last_line else there


Reading = Ability | Concern | Unlooked | SourceText | Stored | Used | Verification
"""What a reader yields; a source is a text that the one it reads runs, for the reader of its own language."""

Reader = Callable[[SourceText], Iterator[Reading]]
"""Yields what a source can do, in no order, some of it twice.

Raises:
    SyntaxError: The text is not of its language.
    RecursionError: It is nested too deeply.
"""

"""How a text report may draw: colours, lines and width, as values that the command line chooses."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TextIO

from msgspec import Struct

from skillpack.model.finding import Severity
from skillpack.report.terminal.stream import wants_colour, wants_unicode
from skillpack.report.terminal.visible_text import visible

_WIDEST = 120


class Style(StrEnum):
    """What a stretch of text is; the value is its ANSI code."""

    ERROR = "1;31"
    WARNING = "1;33"
    INFO = "1;36"
    GOOD = "32"
    STRONG = "1"
    FAINT = "90"


SEVERITY_STYLE = {
    Severity.ERROR: Style.ERROR,
    Severity.WARNING: Style.WARNING,
    Severity.INFO: Style.INFO,
    Severity.OFF: Style.FAINT,
}


class Glyphs(Struct, frozen=True):
    """The signs that reports draw with.

    Attributes:
        place: Leads to the file.
        bar: Between line numbers and source.
        first, inner, last, end: The bracket along a span of several lines.
        gap: Stands for lines left out, one column.
    """

    place: str
    bar: str
    first: str
    inner: str
    last: str
    end: str
    gap: str
    ellipsis: str
    yes: str
    no: str
    unknown: str


UNICODE = Glyphs("╭─", "│", "╭─▶ ", "│   ", "├─▶ ", "╰─── ", "⋮", "…", "✓", "✗", "·")
ASCII = Glyphs("-->", "|", ",-> ", "|   ", "|-> ", "`--- ", ":", "...", "+", "x", ".")


class Paint(Struct, frozen=True):
    """What the terminal can do.

    Attributes:
        color: Write ANSI colours.
        unicode: Draw with Unicode; else everything is ASCII, source text included.
        width: Columns; quoted lines and tables are cut to it, at least 40.
    """

    color: bool = False
    unicode: bool = True
    width: int = 100

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return UNICODE if self.unicode else ASCII

    @property
    def columns(self) -> int:
        """The width that is drawn for."""
        return max(self.width, 40)

    def styled(self, style: Style | None, text: str) -> str:
        """Return a text in a style, or as it is where there are no colours."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.color and style and text else text

    def tinted(self, colour: str, text: str) -> str:
        """Return a text in a colour such as `#D97706`, or as it is where there are no colours."""
        red, green, blue = bytes.fromhex(colour.removeprefix("#"))
        return f"\x1b[38;2;{red};{green};{blue}m{text}\x1b[0m" if self.color and text else text

    def show(self, text: str) -> str:
        """Return a foreign text on one line, fit to be shown."""
        return visible(text, ascii_only=not self.unicode)


PLAIN = Paint()
"""No colours: what a file or a pipe gets."""


def paint_of(stream: TextIO, env: Mapping[str, str], *, columns: int = 100) -> Paint:
    """Return how a report may draw on a stream, at most 120 columns wide."""
    return Paint(wants_colour(env, stream), wants_unicode(stream), min(columns, _WIDEST))

"""A line of Markdown while its containers are peeled off: block quotes and items of lists (CommonMark 5)."""

import re
from collections.abc import Sequence

QUOTE = 0
"""A block quote among containers; any other number is the indentation of a list item's content."""

CODE = 4
"""Columns of indentation that make a line code."""

_MARKERS = re.compile(r"[ \t>*+\-0-9.)]*", re.ASCII)

Piece = tuple[int, int, str]
"""A line without what belongs to its containers: its index, the column from 1 on which it starts, its text."""


class Line:
    """A line while its containers are peeled off.

    Attributes:
        text: With blanks for the tabs in front of its words.
        shift: Columns that these blanks have added.
        depth: How many of the open containers the line continues.
        at: Index where the content of the innermost container starts.
        here: Index of the first character that is no blank.
    """

    __slots__ = ("at", "depth", "here", "index", "shift", "text")

    def __init__(self, index: int, text: str) -> None:
        self.index = index
        self.text = text
        self.shift = 0
        self.depth = self.at = self.here = 0
        if "\t" in text:
            markers = _MARKERS.match(text)
            leading = markers[0] if markers else ""
            expanded = leading.expandtabs(CODE)
            self.text = expanded + text[len(leading) :]
            self.shift = len(expanded) - len(leading)

    def enter(self, containers: Sequence[int]) -> None:
        """Go on to where the content starts, through as many of the containers as the line continues."""
        text, at, here = self.text, 0, first_visible(self.text, 0)
        for width in containers:
            if width == QUOTE:
                if here - at >= CODE or not text.startswith(">", here):
                    break
                at = here + 2 if text.startswith(" ", here + 1) else here + 1
                here = first_visible(text, at)
            elif here - at >= width:
                at += width
            elif here == len(text):  # an empty line belongs to any list item
                at = here
            else:
                break
            self.depth += 1
        self.at, self.here = at, here

    def go(self, at: int) -> None:
        """Go on into a container that the line itself has opened."""
        self.depth += 1
        self.at = at
        self.here = first_visible(self.text, at)

    def piece(self) -> Piece:
        """Return the line from its first visible character on."""
        return self.index, self.here - self.shift + 1, self.text[self.here :]


def first_visible(text: str, at: int) -> int:
    """Return the index of the first character from there on that is no blank; the length where there is none."""
    return len(text) - len(text[at:].lstrip(" "))

"""A finder's way through a text: each candidate with what stands around it, up to a bound of work, and where it ended.

Finders find candidates quickly and read the line around each. Both are bounded, so that a hostile file costs
milliseconds; where a bound is met, it says so.
"""

import re
from collections.abc import Callable, Iterator

from skillpack.abilities.sought import Sought
from skillpack.abilities.texts import TextFile

Finder = Callable[[TextFile, "Scan"], Iterator[tuple[int, int]]]
"""Yields where each stretch starts and ends that it looks for."""

REACH = 4096
"""Bytes of a line that are read to each side of a candidate."""

_WORK = 4 * 2**20  # bytes that are read around the candidates of one finder in one file
_LEAST = 64  # bytes that a candidate counts at least
_WORDS = 512  # bytes before its last word in which a phrase starts
_LINE_END = re.compile(rb"(?<!\\)(?<!\\\r)\n")


class Scan:
    """One finder's way through one text.

    Args:
        content: The text.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._read = 0
        self._stopped = self._cut = -1

    def matches(self, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
        """Yield the matches, until too much was read around them."""
        for found in pattern.finditer(self.content):
            if self._read >= _WORK:
                self._stopped = found.start() if self._stopped < 0 else min(self._stopped, found.start())
                return
            self._read += _LEAST
            yield found

    def sought(self, file: TextFile, each: Sought) -> Iterator[re.Match[bytes]]:
        """Yield the matches in the text of a file that a pattern has where one of its words stands (`matches`)."""
        return self.matches(each.pattern()) if each.may_be_in(file) else iter(())

    def before(self, position: int) -> bytes:
        """Return the text before a position on its line, lines that a shell would join included."""
        low = start = max(0, position - REACH)
        newline = self.content.rfind(b"\n", low, position)
        while newline >= 0:
            start = newline + 1
            if not self.content[max(low, newline - 2) : newline].rstrip(b"\r").endswith(b"\\"):
                return self._taken(start, position)
            start, newline = low, self.content.rfind(b"\n", low, newline)
        if low > 0:
            self._note(position)
        return self._taken(start, position)

    def after(self, position: int) -> bytes:
        """Return the text behind a position on its line, lines that a shell would join included."""
        high = min(position + REACH, len(self.content))
        end = _LINE_END.search(self.content, position, high)
        if end is None and high < len(self.content):
            self._note(position)
        return self._taken(position, end.start() if end else high)

    def words_before(self, position: int) -> bytes:
        """Return the words before a position, whatever the lines."""
        return self._taken(max(0, position - _WORDS), position)

    def around(self, start: int, end: int, reach: int) -> bytes:
        """Return a stretch with so many bytes to both sides, whatever the lines."""
        return self._taken(max(0, start - reach), end + reach)

    @property
    def stopped(self) -> int | None:
        """Where it stopped, because what comes before holds too many candidates; None where it looked at all."""
        return self._stopped if self._stopped >= 0 else None

    @property
    def cut(self) -> int | None:
        """The first place whose line is longer than what is read of it; None where there is none."""
        return self._cut if self._cut >= 0 else None

    def _taken(self, start: int, end: int) -> bytes:
        taken = self.content[start:end]
        self._read += len(taken)
        return taken

    def _note(self, position: int) -> None:
        if self._cut < 0:
            self._cut = position

"""A rule's way through a text: each candidate with what stands around it, up to a bound of work, and where it ended.

Rules find candidates quickly and read the line around each. Both are bounded, so that a hostile file costs
milliseconds; where a bound is met, a finding says so (SF018).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from skillpack.check.rule import Hit
from skillpack.check.rules.places import MOST, shown, span_in_file
from skillpack.check.rules.quoted import is_quoted
from skillpack.check.texts import TextFile, files_with

Finder = Callable[[TextFile, "Scan"], Iterator[tuple[int, int]]]

REACH = 4096
"""Bytes of a line that are read to each side of a candidate."""

NOT_ALL_CHECKED = "SF018"
_WORK = 4 * 2**20  # bytes that are read around the candidates of one rule in one file
_LEAST = 64  # bytes that a candidate counts at least
_WORDS = 512  # bytes before its last word in which a phrase starts
_LINE_END = re.compile(rb"(?<!\\)(?<!\\\r)\n")


class Scan:
    """One rule's way through one text.

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

    def not_checked(self, file: TextFile, name: str) -> Iterator[Hit]:
        """Yield where the rule of a name did not look at everything."""
        if self._stopped >= 0:
            why = "what comes before it holds too many places to look at"
            yield _hit(file, self._stopped, f"the rest of the file is not checked for `{name}`: {why}")
        elif self._cut >= 0:
            why = f"only {REACH:,} bytes to each side are read"
            yield _hit(file, self._cut, f"this line is not checked whole for `{name}`: {why}")

    def _taken(self, start: int, end: int) -> bytes:
        taken = self.content[start:end]
        self._read += len(taken)
        return taken

    def _note(self, position: int) -> None:
        if self._cut < 0:
            self._cut = position


def scanned_hits(
    texts: tuple[TextFile, ...],
    signs: frozenset[str],
    find: Finder,
    rule: str,
    message: str,
    hint: str,
    *,
    shows: int = 60,
) -> Iterator[Hit]:
    """Yield the hits of a rule, as `hits_in` does, in texts with a sign that it waits for; quoted examples are none."""
    yield from hits_in(files_with(texts, signs), find, rule, message, hint, shows=shows, quoted=False)


def hits_in(
    texts: Iterable[TextFile],
    find: Finder,
    rule: str,
    message: str,
    hint: str,
    *,
    shows: int = 60,
    quoted: bool = True,
) -> Iterator[Hit]:
    """Yield a hit for each stretch that a rule finds in some texts, and for what was not looked at.

    Args:
        texts: Those that are looked at.
        find: Yields where each stretch starts and ends that the rule is about.
        rule: Its name.
        message: What stands before the stretch.
        hint: What to do.
        shows: Characters of the stretch that are shown.
        quoted: Whether what prose quotes counts too (`is_quoted`).
    """
    for file in texts:
        scan = Scan(file.content)
        found = (each for each in find(file, scan) if quoted or not is_quoted(file, each[0]))
        for start, end in islice(found, MOST):
            quote = shown(file.content[start:end], shows)
            words, facts = f"{message}: `{quote}`", (("quote", quote),)
            yield Hit(words, at=span_in_file(file, start, end), path=file.path, hint=hint, facts=facts)
        yield from scan.not_checked(file, rule)


def _hit(file: TextFile, position: int, message: str) -> Hit:
    at = span_in_file(file, position, min(position + 1, len(file.content)))
    hint = "read it yourself: break long lines, take out what is repeated"
    return Hit(message, at=at, path=file.path, hint=hint, rule=NOT_ALL_CHECKED)

"""What finders find in texts -> concerns, and where they did not look at everything."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from skillpack.abilities.places import MOST, shown, span_in_file
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.scan import Finder, Scan
from skillpack.abilities.source import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern, ConcernKind, Place, Unlooked
from skillpack.model.finding import AlarmLevel

_STOP = AlarmLevel.STOP, ()
Grading = Callable[[Scan, int, int], tuple[AlarmLevel, tuple[tuple[str, str], ...]]]
"""Returns how grave a stretch is, and its facts."""


def _always_stop(_scan: Scan, _start: int, _end: int) -> tuple[AlarmLevel, tuple[tuple[str, str], ...]]:
    return _STOP


def scanned(
    texts: Iterable[TextFile],
    find: Finder,
    kind: ConcernKind,
    search: str,
    *,
    shows: int = 60,
    quoted: bool = False,
    grade: Grading = _always_stop,
) -> Iterator[Reading]:
    """Yield a concern for each stretch that a search finds in some texts, and what it did not look at.

    Args:
        texts: Those that are looked at.
        find: Yields where each stretch starts and ends.
        kind: Of the concerns.
        search: Name of the rule that says them.
        shows: Characters of the stretch that are quoted.
        quoted: Whether what prose quotes counts too (`is_quoted`).
        grade: Says how grave a stretch is; by default all are reasons to stop.
    """
    for file in texts:
        scan = Scan(file.content)
        found = (each for each in find(file, scan) if quoted or not is_quoted(file, each[0]))
        for start, end in islice(found, MOST):
            level, facts = grade(scan, start, end)
            at = Place(file.path, span_in_file(file, start, end))
            yield Concern(kind, level, at, shown(file.content[start:end], shows), facts)
        yield from unlooked(scan, file, search)


def unlooked(scan: Scan, file: TextFile, search: str) -> Iterator[Unlooked]:
    """Yield where a search did not look at everything."""
    position = scan.stopped if scan.stopped is not None else scan.cut
    if position is not None:
        at = Place(file.path, span_in_file(file, position, min(position + 1, len(file.content))))
        yield Unlooked(at, search, whole=scan.stopped is not None)

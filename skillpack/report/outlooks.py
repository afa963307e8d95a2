"""How installed skills stand to their sources, as a table."""

from collections.abc import Iterator, Sequence

from skillpack.report.paint import Paint
from skillpack.report.table import Column, table

_COLUMNS = (Column("name"), Column("installed"), Column("offered"), Column("what", shrinks=True))
_WORDS = {
    "newer": "a newer version",
    "held": "held back",
    "yanked": "yanked",
    "withdrawn": "withdrawn",
    "renamed": "renamed",
    "removed": "no longer there",
    "unreachable": "cannot be asked",
}


def standing_words(standing: str, *, reason: str, successor: str, yanked: str) -> str:
    """Return in words how an installed version stands to its source; the arguments are those of an `Outlook`."""
    words = _WORDS.get(standing, standing)
    if successor:
        words += f" to {successor}"
    if yanked and standing != "yanked":
        words += f"; the installed one was yanked: {yanked}"
    return f"{words}: {reason}" if reason else words


def outlook_lines(rows: Sequence[tuple[str, str, str, str]], paint: Paint) -> Iterator[str]:
    """Yield a table of name, installed version, offered version and words; nothing where there are no rows."""
    if rows:
        yield from table(_COLUMNS, rows, paint)

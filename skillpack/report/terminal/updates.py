"""How installed skills stand to their sources, as a table."""

from collections.abc import Iterator, Sequence

from skillpack.report.terminal.paint import Paint
from skillpack.report.terminal.table import Column, table

_COLUMNS = (Column("name"), Column("installed"), Column("offered"), Column("what", shrinks=True))
_WORDS = {
    "newer": "a newer version",
    "older": "older",
    "changed": "other files under the same version",
    "republished": "other files under the same version",
    "held": "held back",
    "yanked": "yanked",
    "withdrawn": "withdrawn",
    "renamed": "renamed",
    "removed": "no longer there",
    "unreachable": "cannot be asked",
    "sourceless": "adopted, source not known",
    "damaged": "its receipt is damaged",
}
_HELP = {
    "newer": "`skillpack update` installs what is newer",
    "older": "`skillpack update NAME --allow-downgrade NAME` goes back to it",
    "changed": "`skillpack update NAME` shows what differs, and asks",
    "republished": "a published version never changes; `skillpack update NAME --allow-downgrade NAME` takes it",
    "held": "`skillpack update NAME --min-age 0` takes it all the same",
    "yanked": "its publisher takes it back and offers nothing newer: `skillpack uninstall NAME`, or wait",
    "withdrawn": "it stays as it is, and nobody fixes it any more: `skillpack uninstall NAME`",
    "removed": "it stays as it is; install it from where it is now, or `skillpack uninstall NAME`",
    "unreachable": "nothing changes; try again later",
    "sourceless": "it stays as it is; `skillpack adopt NAME` looks for its source again, or `skillpack install` it",
}


def update_words(standing: str, *, reason: str, successor: str, yanked: str) -> str:
    """Return in words how an installed version stands to its source; the arguments are those of an `Outlook`."""
    words = _WORDS.get(standing, standing)
    if successor:
        words += f" to {successor}"
    if yanked and standing != "yanked":
        words += f"; the installed one was yanked: {yanked}"
    return f"{words}: {reason}" if reason else words


def update_help(standing: str, *, name: str, successor: str) -> str:
    """Return the advice for a skill in this state, a clause; empty where nothing is to be done."""
    if standing == "renamed" and successor:
        return f"`skillpack install {successor}`, then `skillpack uninstall {name}`"
    return _HELP.get(standing, "").replace("NAME", name)


def outlook_lines(rows: Sequence[tuple[str, str, str, str]], paint: Paint) -> Iterator[str]:
    """Yield a table of name, installed version, offered version and words; nothing where there are no rows."""
    if rows:
        yield from table(_COLUMNS, rows, paint)

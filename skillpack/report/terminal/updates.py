"""How installed skills stand to their sources, as a table."""

from collections.abc import Iterator, Sequence

from skillpack.report.terminal.paint import Paint
from skillpack.report.terminal.table import Column, table

_COLUMNS = (Column("name"), Column("installed"), Column("offered"), Column("what", shrinks=True))
_WORDS = {
    "newer": "a newer version",
    "older": "older",
    "changed": "different files under the same version",
    "republished": "different files under the same version",
    "signed": "the same files, with a new signature",
    "held": "too new, skipped",
    "rolled-back": "rolled back; not updated",
    "yanked": "yanked",
    "withdrawn": "withdrawn",
    "renamed": "renamed",
    "removed": "no longer in its source",
    "unreachable": "source unreachable",
    "sourceless": "adopted; source unknown",
    "damaged": "receipt damaged",
}
_HELP = {
    "newer": "`skillpack update` installs newer versions",
    "older": "`skillpack update NAME --allow-downgrade NAME` goes back to it",
    "changed": "`skillpack update NAME` shows the difference and asks first",
    "republished": "published versions never change; `skillpack update NAME --allow-downgrade NAME` installs it",
    "signed": "`skillpack update` takes the signatures",
    "held": "`skillpack update NAME --min-age 0` installs it anyway",
    "rolled-back": "`skillpack update NAME --unhold` allows updates again",
    "yanked": "the publisher withdrew this version and has no newer one: `skillpack uninstall NAME`, or wait",
    "withdrawn": "it keeps working but gets no more fixes: `skillpack uninstall NAME` removes it",
    "removed": "install it from its new source, or `skillpack uninstall NAME`",
    "unreachable": "check your network, or try again later",
    "sourceless": "`skillpack adopt NAME` looks for its source again; `skillpack install` replaces it",
}


def update_words(standing: str, *, reason: str, successor: str, yanked: str) -> str:
    """Return in words how an installed version stands to its source; the arguments are those of an `Outlook`."""
    words = _WORDS.get(standing, standing)
    if successor:
        words += f" to {successor}"
    if yanked and standing != "yanked":
        words += f"; your version was yanked: {yanked}"
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

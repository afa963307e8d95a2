"""What is known of folders that may be taken over, for people who decide."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from msgspec import Struct

from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.visible_text import clip
from skillpack.report.terminal.visible_text import width as columns_of

_WIDEST = 20  # columns of a name


class AdoptionRow(Struct, frozen=True):
    """One folder.

    Attributes:
        match: As `install.adopting.Match` has it, or `link`.
        label: What people would see as its version.
        source: In words; empty where none is known.
        differs: In words, each one file.
        reason: A clause, or empty.
        hint: What helps, or empty.
    """

    name: str
    match: str
    label: str = ""
    source: str = ""
    differs: tuple[str, ...] = ()
    reason: str = ""
    hint: str = ""


_WORDS = {
    "same": "matches its source",
    "marked": "matches its source, except for lines the other installer added",
    "moved-on": "matches an earlier version of its source; `skillpack update` installs the current one",
    "differs": "differs from its source",
    "not-asked": "adopted without a source: its source is unreachable",
    "unknown": "adopted without a source",
    "ours": "already installed by skillpack",
}
_MARKS = {
    **dict.fromkeys(("same", "marked", "moved-on"), Style.GOOD),
    **dict.fromkeys(("differs", "link", "no-skill", "refused"), Style.WARNING),
}
_MOST = 4  # files that are named


def adoption_lines(rows: Sequence[AdoptionRow], paint: Paint) -> Iterator[str]:
    """Yield two lines or three for each folder: what it is, and how it stands to its source.

    Of those with nothing to be said but that no source is known, the names alone are told, together.
    """
    plain = [row for row in rows if row.match == "unknown" and not row.reason]
    rows = [row for row in rows if row not in plain]
    if plain:
        yield f"{paint.styled(Style.FAINT, paint.glyphs.unknown)} source unknown, adopted without one:"
        yield from (f"  {line}" for line in _wrapped([paint.show(row.name) for row in plain], paint.columns - 4))
    names = {row.name: clip(paint.show(row.name), paint.columns // 2, paint.glyphs.ellipsis) for row in rows}
    width = min(max((columns_of(name) for name in names.values()), default=0), _WIDEST)
    for row in rows:
        style = _MARKS.get(row.match, Style.FAINT)
        glyphs = paint.glyphs
        mark = {Style.GOOD: glyphs.yes, Style.WARNING: "!"}.get(style, glyphs.unknown)
        name = paint.styled(Style.STRONG, names[row.name]) + " " * max(0, width - columns_of(names[row.name]))
        where = f"from {paint.show(row.source)}" if row.source else paint.show(row.label)
        yield f"{paint.styled(style, mark)} {name}  {where}".rstrip()
        for line in _about(row, paint, paint.columns - width - 6):
            yield f"  {' ' * width}  {line}"


def _wrapped(names: Sequence[str], room: int) -> Iterator[str]:
    line = ""
    for name in names:
        longer = f"{line}, {name}" if line else name
        if line and columns_of(longer) > room:
            yield f"{line},"
            longer = name
        line = longer
    yield line


def _about(row: AdoptionRow, paint: Paint, room: int) -> Iterator[str]:
    words = _WORDS.get(row.match, "")
    reason = paint.show(row.reason)
    yield from wrap(
        f"{words} ({reason})" if words and reason else words or reason, max(room, 30), break_on_hyphens=False
    )
    if row.differs:
        more = f" and {len(row.differs) - _MOST} more" if len(row.differs) > _MOST else ""
        yield paint.show(", ".join(row.differs[:_MOST])) + more
    if row.hint:
        yield paint.styled(Style.FAINT, row.hint)

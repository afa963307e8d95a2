"""How the skills of a machine are, in a few lines for people."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.finding import Severity
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style
from skillpack.report.terminal.table import Cell, Column, table
from skillpack.report.terminal.visible_text import width


class FolderRow(Struct, frozen=True):
    """A folder of skills.

    Attributes:
        agents: Who reads it, in words.
        place: As people write it.
        skills, ours, links: How many.
    """

    agents: str
    place: str
    skills: int
    ours: int
    links: int


class HealthProblem(Struct, frozen=True):
    """One thing to say about skills, of as many as it is true of.

    Attributes:
        kind: One word, for programs.
        text: A clause without the skills.
        items: The skills, each with what matters of it in brackets.
        command: Which helps, or empty.
    """

    kind: str
    severity: Severity
    text: str
    items: tuple[str, ...] = ()
    command: str = ""


_FOLDERS = (Column("", shrinks=True), Column(""), Column("", right=True), Column(""))
_INDENT = "  "
_MOST = 6  # items that are named


def some(words: Iterable[str], most: int) -> str:
    """Return some words, the rest as a number."""
    kept = list(words)
    return ", ".join(kept[:most]) + (f" and {len(kept) - most} more" if len(kept) > most else "")


def health_lines(folders: Sequence[FolderRow], problems: Sequence[HealthProblem], paint: Paint) -> Iterator[str]:
    """Yield the lines: folders, then problems, the gravest first as they are given."""
    if not folders:
        yield "no agent's skill folder found; `skillpack doctor --agents` lists where agents look"
        return
    total = sum(row.skills for row in folders)
    yield paint.styled(Style.STRONG, f"{quantity(total, 'skill')} in {quantity(len(folders), 'folder')}")
    narrower = replace(paint, width=paint.columns - len(_INDENT))
    yield from (f"{_INDENT}{line}" for line in table(_FOLDERS, map(_folder, folders), narrower))
    if problems:
        yield ""
    for problem in problems:
        mark = {Severity.ERROR: paint.glyphs.no, Severity.WARNING: "!"}.get(problem.severity, paint.glyphs.unknown)
        style = SEVERITY_STYLE[problem.severity] if problem.severity is not Severity.INFO else Style.FAINT
        text = paint.show(problem.text)
        items = _items(problem.items, paint.columns - width(text) - len("! : "), paint)
        yield f"{paint.styled(style, mark)} {text}{items}"
        if problem.command:
            yield f"  {paint.styled(Style.FAINT, paint.show(problem.command))}"


def _folder(row: FolderRow) -> tuple[Cell | str, ...]:
    ours = "all by skillpack" if row.ours == row.skills else f"{row.ours:,} by skillpack"
    more = [ours] if row.ours else []
    more += [quantity(row.links, "link")] if row.links else []
    return row.agents, row.place, quantity(row.skills, "skill"), Cell(", ".join(more), Style.FAINT)


def _items(items: Sequence[str], room: int, paint: Paint) -> str:
    """Return as many items as there is room for, at least one."""
    shown: list[str] = []
    for item in map(paint.show, items[:_MOST]):
        rest = len(items) - len(shown) - 1
        tail = len(f" and {rest} more") if rest else 0
        if shown and width(", ".join([*shown, item])) + tail > room:
            break
        shown.append(item)
    left = len(items) - len(shown)
    return (f": {', '.join(shown)}" if shown else "") + (f" and {left} more" if left else "")

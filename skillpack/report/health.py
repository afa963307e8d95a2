"""How the skills of a machine are, in a few lines for people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from skillpack.model.finding import Severity
from skillpack.report.paint import SEVERITY_STYLE, Paint, Style
from skillpack.report.table import Cell, Column, table
from skillpack.report.visible import width


@dataclass(frozen=True, slots=True)
class FolderRow:
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


@dataclass(frozen=True, slots=True)
class SkillRow:
    """A skill, for who wants to see all of them; `notes` in words."""

    name: str
    label: str
    place: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to be said; see `install.complaint.Complaint`."""

    severity: Severity
    text: str
    items: tuple[str, ...] = ()
    command: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """How the skills of a machine are.

    Attributes:
        remarks: The gravest first.
        skills: Told one by one; empty where nobody asked.
        bare: Agents that are here and have no skills.
    """

    folders: tuple[FolderRow, ...]
    remarks: tuple[Remark, ...]
    skills: tuple[SkillRow, ...] = ()
    bare: tuple[str, ...] = ()


_FOLDERS = (Column("", shrinks=True), Column(""), Column("", right=True), Column(""))
_INDENT = "  "
_SKILLS = (Column("name"), Column("version"), Column("where", shrinks=True), Column("notes", shrinks=True))
_MOST = 6  # items that are named


def health_lines(health: Health, paint: Paint) -> Iterator[str]:
    """Yield the lines."""
    total = sum(row.skills for row in health.folders)
    count, places = len(health.folders), f"{len(health.folders):,}"
    head = f"{total:,} {'skill' if total == 1 else 'skills'} in {places} {'folder' if count == 1 else 'folders'}"
    if not count:
        yield "no agent's folder of skills is here; `skillpack doctor --agents` lists where they look"
        return
    yield paint.styled(Style.STRONG, head)
    narrower = replace(paint, width=paint.columns - len(_INDENT))
    yield from (f"{_INDENT}{line}" for line in table(_FOLDERS, map(_folder, health.folders), narrower))
    if health.bare:
        yield paint.styled(Style.FAINT, f"  {paint.show(', '.join(health.bare))}: here, and without skills")
    yield ""
    if health.skills:
        yield from table(_SKILLS, (_skill(row, paint) for row in health.skills), paint)
        yield ""
    for remark in health.remarks:
        yield from _remark(remark, paint)
    if all(each.severity is Severity.INFO for each in health.remarks):
        yield f"{paint.styled(Style.GOOD, paint.glyphs.yes)} nothing is wrong"


def _folder(row: FolderRow) -> tuple[Cell | str, ...]:
    ours = "all by skillpack" if row.ours == row.skills else f"{row.ours:,} by skillpack"
    more = [ours] if row.ours else []
    more += [f"{row.links:,} {'link' if row.links == 1 else 'links'}"] if row.links else []
    skills = f"{row.skills:,} {'skill' if row.skills == 1 else 'skills'}"
    return row.agents, row.place, skills, Cell(", ".join(more), Style.FAINT)


def _skill(row: SkillRow, paint: Paint) -> tuple[Cell | str, ...]:
    return row.name, row.label, row.place, Cell(paint.show("; ".join(row.notes)))


def _remark(remark: Remark, paint: Paint) -> Iterator[str]:
    mark = {Severity.ERROR: paint.glyphs.no, Severity.WARNING: "!"}.get(remark.severity, paint.glyphs.unknown)
    style = SEVERITY_STYLE[remark.severity] if remark.severity is not Severity.INFO else Style.FAINT
    text = paint.show(remark.text)
    yield f"{paint.styled(style, mark)} {text}{_items(remark.items, paint.columns - width(text) - len('! : '), paint)}"
    if remark.command:
        yield f"  {paint.styled(Style.FAINT, paint.show(remark.command))}"


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

"""Several skills that are installed at once, for people: one a line, then where they come from."""

from collections import Counter
from collections.abc import Iterator, Sequence
from posixpath import dirname

from msgspec.structs import replace

from skillpack.model.finding import Severity, group_findings
from skillpack.model.installed import Provenance, SourceKind
from skillpack.report.terminal.introduction import Introduction, trust
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.table import Cell, Column, table

_MOST = 3  # places that are named
_COLUMNS = (
    Column("name"),
    Column("version"),
    Column("published"),
    Column("may", shrinks=True),
    Column("look at", shrinks=True),
)


def download_lines(skills: Sequence[Introduction], paint: Paint) -> Iterator[str]:
    """Yield a table of what each may do and what is to be looked at, then where they come from, each source once."""
    yield from table(_COLUMNS, (_row(each, paint) for each in skills), paint)
    for line in origin_lines([each.provenance for each in skills], paint):
        yield f"  {line}"


def _row(skill: Introduction, paint: Paint) -> Sequence[Cell]:
    powers = ", ".join(skill.powers)
    return (
        Cell(paint.show(skill.name), Style.STRONG),
        Cell(paint.show(skill.label)),
        Cell(_age(skill)),
        Cell(paint.show(powers), Style.WARNING),
        Cell(paint.show(", ".join(_worth(skill))), Style.WARNING),
    )


def _age(skill: Introduction) -> str:
    if skill.age is None:
        return skill.date or "unknown"
    return "today" if skill.age <= 0 else "yesterday" if skill.age == 1 else f"{skill.age:,} days ago"


def _worth(skill: Introduction) -> Iterator[str]:
    """Yield the points that a person should look at before saying yes."""
    if skill.hidden:
        yield f"hides {skill.hidden[0]}" if len(skill.hidden) == 1 else f"hides {len(skill.hidden):,} things"
    yield from skill.needs
    groups = group_findings(skill.findings)
    worth = [each for each in groups if each.first.severity in {Severity.ERROR, Severity.WARNING}]
    if worth:
        yield f"{len(worth):,} {'finding' if len(worth) == 1 else 'findings'}"


def origin_lines(sources: Sequence[Provenance], paint: Paint) -> Iterator[str]:
    """Yield places and what was checked of what came from there, with the number of skills where there are several.

    Folders that lie side by side are one place, and so is a repository at one commit.
    """
    alone = len(sources) == 1
    counted = Counter(trust(each if alone else _around(each)) for each in sources)
    for sentence, count in counted.most_common(_MOST):
        yield f"{'' if len(counted) == 1 else f'{count:,} '}from {paint.show(sentence)}"
    left = len(counted) - _MOST
    if left > 0:
        yield f"and from {left:,} more {'place' if left == 1 else 'places'}"


def _around(source: Provenance) -> Provenance:
    """Return the place in which a skill lies beside others."""
    if source.kind is SourceKind.FOLDER:
        return replace(source, location=dirname(source.location))
    return replace(source, path="")

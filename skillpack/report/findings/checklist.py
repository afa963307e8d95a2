"""The ten points of the formal guide for every skill (boxxy, part 6)."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from skillpack.model.profile import UNREAD_RULES
from skillpack.report.findings.report import CheckedSkill, Report, by_skill
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint, Style


class PointState(StrEnum):
    """What became of a point; UNKNOWN where something before it could not be read."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


class Point(Struct, frozen=True):
    """One point of one skill.

    Attributes:
        number: 1 to 10.
        codes: The rules that found something, sorted, each once.
    """

    number: int
    words: str
    mark: PointState
    codes: tuple[str, ...]


class Checklist(Struct, frozen=True):
    """The ten points of a skill."""

    skill: CheckedSkill
    points: tuple[Point, ...]

    @property
    def passed(self) -> int:
        """How many of the ten points hold."""
        return sum(point.mark is PointState.PASSED for point in self.points)


# Reading stopped before or within the fields.
_UNREADABLE = frozenset({"LY013", "FM001", "FM002", "FM003", "FM004", "FM007"}) | UNREAD_RULES
_DEMANDS = (
    ("the skill has a `SKILL.md`", "LY001 LY004 LY005", False),
    (
        "the front matter is valid YAML",
        "LY013 FM001 FM002 FM003 FM004 FM005 FM007 FM010 FM011 FM012 FM013 FM014 FM015 FM016 FM017 FM018",
        False,
    ),
    (
        "`name` is there and valid",
        "NM001 NM002 NM003 NM004 NM005 NM006 NM007 NM008 NM009 NM010 NM011 NM012",
        True,
    ),
    ("`description` is there, 1 to 1024 characters", "DS001 DS002 DS003 DS005", True),
    ("`compatibility` has at most 500 characters", "OP002 OP003 OP004", True),
    ("no unknown fields", "FM006", True),
    ("the body has at most 500 lines", "BD002", False),
    ("the body has less than about 5000 tokens", "BD003", False),
    ("no reference leaves the skill", "LY008 RS002 PG001", False),
    ("`metadata` has no duplicate keys", "MD005", True),
)
"""The points: words, the rules that watch over them, and whether they are read from the front matter."""


def checklists(report: Report) -> tuple[Checklist, ...]:
    """Return the ten points of every skill of a report whose findings profile `formal` judged.

    A suppressed finding fails no point. Without a skill file no other point can be told, without readable front
    matter none of those that stand in it.
    """
    return tuple(
        Checklist(skill, _points(frozenset(judged.finding.rule for judged in group)))
        for skill, group in by_skill(report)
        if skill is not None
    )


def checklist_lines(report: Report, paint: Paint) -> Iterator[str]:
    """Yield for every skill its ten points, then how many skills pass them all."""
    lists = checklists(report)
    for entry in lists:
        style = Style.GOOD if entry.passed == len(entry.points) else Style.ERROR
        path = f" ({paint.show(entry.skill.path)})" if entry.skill.path else ""
        score = paint.styled(style, f"{entry.passed} of {len(entry.points)}")
        yield f"{paint.styled(Style.STRONG, paint.show(entry.skill.name))}{paint.styled(Style.FAINT, path)}  {score}"
        yield from (_line(point, paint) for point in entry.points)
        yield ""
    whole = sum(entry.passed == len(entry.points) for entry in lists)
    yield f"{whole} of {quantity(len(lists), 'skill')} pass all {len(_DEMANDS)} points"


def _points(found: frozenset[str]) -> tuple[Point, ...]:
    missing, unreadable = not found.isdisjoint(_DEMANDS[0][1].split()), bool(found & _UNREADABLE)
    points = []
    for number, (words, watching, in_fields) in enumerate(_DEMANDS, 1):
        codes = tuple(sorted(found.intersection(watching.split())))
        hidden = (missing and number > 1) or (unreadable and in_fields)
        mark = PointState.FAILED if codes else PointState.UNKNOWN if hidden else PointState.PASSED
        points.append(Point(number, words, mark, codes))
    return tuple(points)


def _line(point: Point, paint: Paint) -> str:
    sign, style = {
        PointState.PASSED: (paint.glyphs.yes, Style.GOOD),
        PointState.FAILED: (paint.glyphs.no, Style.ERROR),
        PointState.UNKNOWN: (paint.glyphs.unknown, Style.FAINT),
    }[point.mark]
    codes = f": {', '.join(point.codes)}" if point.codes else ""
    return f"  {paint.styled(style, sign)} {point.words}{codes}"

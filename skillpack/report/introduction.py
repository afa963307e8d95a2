"""A skill that is about to be installed, for people who decide: what it may do, who says so, what was found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillpack.model.finding import Judged, Severity
from skillpack.model.installed import Assurance, Kind, Provenance
from skillpack.report.paint import SEVERITY_STYLE, Paint, Style

_MOST = 6  # findings that are shown


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a first install shows (decisions 37).

    Attributes:
        powers: What it may do, in words.
        hidden: What readers of the page would not see: comments, invisible characters; in words.
        needs: What this machine lacks, in words.
        date: When it was published, an ISO date; empty where unknown.
        age: Days since then; None where unknown.
    """

    name: str
    label: str
    description: str
    provenance: Provenance
    powers: tuple[str, ...]
    hidden: tuple[str, ...]
    needs: tuple[str, ...]
    files: int
    size: int
    findings: tuple[Judged, ...]
    date: str = ""
    age: int | None = None


def introduction_lines(skill: Introduction, paint: Paint) -> Iterator[str]:
    """Yield the lines."""
    yield f"{paint.styled(Style.STRONG, paint.show(skill.name))} {paint.show(skill.label)}"
    yield f"  {paint.show(skill.description)}"
    yield f"  {paint.styled(Style.FAINT, 'from')}   {paint.show(trust(skill.provenance))}{_age(skill)}"
    files = f"{skill.files} {'file' if skill.files == 1 else 'files'}, {skill.size:,} bytes"
    yield f"  {paint.styled(Style.FAINT, 'brings')} {files}"
    yield from _block(
        "may", skill.powers or ("nothing beyond its text",), paint, Style.WARNING if skill.powers else None
    )
    yield from _block("hides", skill.hidden, paint, Style.WARNING)
    yield from _block("lacks", skill.needs, paint, Style.WARNING)
    yield from _findings(skill.findings, paint)


def trust(provenance: Provenance) -> str:
    """Return in one sentence where a skill comes from and what was checked."""
    if provenance.kind in {Kind.FOLDER, Kind.ARCHIVE} and "://" not in provenance.location:
        return f"{provenance.location}, on this machine"
    place = provenance.location.split("://", 1)[-1].rstrip("/")
    below = f"/{provenance.path}" if provenance.path else ""
    commit = f" at commit {provenance.revision[:12]}" if provenance.revision else ""
    checked = "digest checked" if provenance.assurance is Assurance.DIGEST else "not checked against a digest"
    return f"{place}{below}{commit}, {checked}, not signed"


def _age(skill: Introduction) -> str:
    if not skill.date:
        return ""
    days = "" if skill.age is None else ", today" if skill.age == 0 else f", {skill.age} days ago"
    return f"; published {skill.date}{days if skill.age != 1 else ', yesterday'}"


def _block(title: str, lines: Sequence[str], paint: Paint, style: Style | None) -> Iterator[str]:
    for index, line in enumerate(lines):
        head = paint.styled(Style.FAINT, title.ljust(6)) if index == 0 else " " * 6
        yield f"  {head} {paint.styled(style, paint.show(line))}"


def _findings(findings: Sequence[Judged], paint: Paint) -> Iterator[str]:
    worth = [each for each in findings if each.severity in {Severity.ERROR, Severity.WARNING}]
    for each in worth[:_MOST]:
        mark = paint.styled(SEVERITY_STYLE[each.severity], str(each.severity))
        yield f"  {mark} {each.finding.rule} {paint.show(each.finding.message)}"
    if len(worth) > _MOST:
        yield f"  and {len(worth) - _MOST} more findings"

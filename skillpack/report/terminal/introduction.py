"""A skill that is about to be installed, for people who decide: what it may do, who says so, what was found."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from skillpack.model.finding import Judged, Severity, group_findings
from skillpack.model.installed import Assurance, Provenance
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style
from skillpack.report.terminal.wrapped_text import beside, wrapped

_MOST = 6  # findings that are shown
_MARGIN = "  "
_KEY = 9  # columns before what a title is beside of
_SHA256_DIGITS = 64
_block = partial(beside, room=_KEY, margin=_MARGIN)


class Introduction(Struct, frozen=True):
    """What a first install shows.

    Attributes:
        powers: What it may do, in words.
        hidden: What readers of the page would not see: comments, invisible characters; in words.
        needs: What this machine lacks, in words.
        date: When it was published, an ISO date; empty where unknown.
        age: Days since then; None where unknown.
        compatibility: As its author wrote it, or empty.
        depends: What it depends on, in words.
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
    compatibility: str = ""
    depends: tuple[str, ...] = ()


def introduction_lines(skill: Introduction, paint: Paint) -> Iterator[str]:
    """Yield the lines; none is wider than the terminal, but for a path of this machine."""
    yield f"{paint.styled(Style.STRONG, paint.show(skill.name))} {paint.show(skill.label)}".rstrip()
    for line in wrapped(paint.show(skill.description), paint.columns - len(_MARGIN)):
        yield f"{_MARGIN}{line}"
    files = f"{skill.files} {'file' if skill.files == 1 else 'files'}, {skill.size:,} bytes"
    yield from _block("from", (trust(skill.provenance),), paint, whole=is_path(skill.provenance))
    yield from _block("dated", (published(skill.date, skill.age),), paint)
    yield from _block("brings", (files,), paint)
    yield from _block("may", skill.powers, paint, Style.WARNING)
    yield from _block("hides", skill.hidden, paint, Style.WARNING)
    yield from _block("needs", (skill.compatibility,), paint)
    yield from _block("lacks", skill.needs, paint, Style.WARNING)
    yield from _block("wants", skill.depends, paint)
    yield from _findings(skill.findings, paint)


def trust(provenance: Provenance) -> str:
    """Return in one sentence where a skill comes from and what was checked."""
    place = location_words(provenance)
    if provenance.is_local:
        return f"{place}, on this machine"
    checked = "digest checked" if provenance.assurance is Assurance.DIGEST else "not checked against a digest"
    if provenance.revision and provenance.assurance is Assurance.DIGEST:
        checked = f"checked against it ({'SHA-256' if len(provenance.revision) == _SHA256_DIGITS else 'SHA-1'})"
    return f"{place}, {checked}, not signed"


def is_path(provenance: Provenance) -> bool:
    """Return whether a skill comes from a path of this machine, whatever it is read by."""
    location = provenance.location
    return "://" not in location or location.startswith("file://")


def location_words(provenance: Provenance) -> str:
    """Return in words where a skill comes from: a host, a folder, a repository at a commit."""
    below = f"/{provenance.path}" if provenance.path else ""
    commit = f" at commit {provenance.revision[:12]}" if provenance.revision else ""
    return f"{provenance.location.split('://', 1)[-1].rstrip('/')}{below}{commit}" or str(provenance.kind)


def published(date: str, age: int | None) -> str:
    """Return a date with how long ago that is: `2026-11-02, 18 days ago`."""
    if age is None:
        return date
    return f"{date}, {'today' if age <= 0 else 'yesterday' if age == 1 else f'{age:,} days ago'}"


def _findings(findings: Sequence[Judged], paint: Paint) -> Iterator[str]:
    groups = group_findings(findings)
    worth = [each for each in groups if each.first.severity in {Severity.ERROR, Severity.WARNING}]
    for each in worth[:_MOST]:
        severity = str(each.first.severity)
        text = f"{severity} {each.first.finding.rule} {each.message}"
        first, *others = wrapped(paint.show(text), paint.columns - len(_MARGIN))
        yield f"{_MARGIN}{paint.styled(SEVERITY_STYLE[each.first.severity], severity)}{first.removeprefix(severity)}"
        yield from (f"{_MARGIN}{line}" for line in others)
    if len(worth) > _MOST:
        yield f"{_MARGIN}and {len(worth) - _MOST} more findings"

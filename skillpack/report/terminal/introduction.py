"""Skills that are about to be installed, for people who decide: what they may do, who says so, what was found."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from posixpath import dirname

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.alarm import gravest_level
from skillpack.model.finding import Finding, FindingGroup, Judged, Severity, group_findings
from skillpack.model.installed import Assurance, Provenance, SourceKind
from skillpack.model.skill import ParsedSkill
from skillpack.report.quantity import quantity
from skillpack.report.terminal.alarms import LEVEL_WORDS, by_gravity, grade
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.table import Cell, Column, table
from skillpack.report.terminal.visible_text import clip
from skillpack.report.terminal.wrapped_text import beside, wrapped

HIDDEN_TEXT_RULES = frozenset({"SF001", "SF011", "SF012"})
"""Rules about characters that nobody sees."""

_MOST_FINDINGS = 6  # that are shown
_MOST_HIDDEN = 3  # of each kind
_LONGEST_COMMENT = 60  # characters
_MOST_PLACES = 3  # that are named
_MARGIN = "  "
_KEY = 9  # columns before what a title is beside of
_SHA256_DIGITS = 64
_block = partial(beside, room=_KEY, margin=_MARGIN)
_COLUMNS = (
    Column("name"),
    Column("version"),
    Column("published"),
    Column("may", shrinks=True),
    Column("look at", shrinks=True),
)


class Introduction(Struct, frozen=True):
    """What a first install shows.

    Attributes:
        permissions: What it may do, in words.
        hidden: What readers of the page would not see: comments, invisible characters; in words.
        needs: What this machine lacks, in words.
        date: When it was published, an ISO date; empty where unknown.
        age: Days since then; None where unknown.
        compatibility: As its author wrote it, or empty.
        depends: What it depends on, in words.
        abilities: What it can do, a row each, in words.
        signature: Who signed it, of what, in sentences; none for a skill without a signature.
    """

    name: str
    label: str
    description: str
    provenance: Provenance
    permissions: tuple[str, ...]
    hidden: tuple[str, ...]
    needs: tuple[str, ...]
    files: int
    size: int
    findings: tuple[Judged, ...]
    date: str = ""
    age: int | None = None
    compatibility: str = ""
    depends: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    signature: tuple[str, ...] = ()


def introduction_lines(skill: Introduction, paint: Paint) -> Iterator[str]:
    """Yield the lines; none is wider than the terminal, but for a path of this machine."""
    yield f"{paint.styled(Style.STRONG, paint.show(skill.name))} {paint.show(skill.label)}".rstrip()
    for line in wrapped(paint.show(skill.description), paint.columns - len(_MARGIN)):
        yield f"{_MARGIN}{line}"
    files = f"{skill.files} {'file' if skill.files == 1 else 'files'}, {skill.size:,} bytes"
    come = trust(skill.provenance, signed=bool(skill.signature))
    yield from _block("from", (come,), paint, whole=is_path(skill.provenance))
    yield from _block("signed", skill.signature, paint)
    yield from _block("dated", (published(skill.date, skill.age),), paint)
    yield from _block("brings", (files,), paint)
    yield from _block("may", skill.permissions, paint, Style.WARNING)
    yield from _block("can", skill.abilities, paint)
    yield from _block("hides", skill.hidden, paint, Style.WARNING)
    yield from _block("needs", (skill.compatibility,), paint)
    yield from _block("lacks", skill.needs, paint, Style.WARNING)
    yield from _block("wants", skill.depends, paint)
    worth = _worth_reading(skill.findings)
    for each in worth[:_MOST_FINDINGS]:
        word, style = grade(each)
        text = f"{word} {each.first.finding.rule} {each.message}"
        first, *others = wrapped(paint.show(text), paint.columns - len(_MARGIN))
        yield f"{_MARGIN}{paint.styled(style, word)}{first.removeprefix(word)}"
        yield from (f"{_MARGIN}{line}" for line in others)
    if len(worth) > _MOST_FINDINGS:
        yield f"{_MARGIN}and {len(worth) - _MOST_FINDINGS} more findings"


def download_lines(skills: Sequence[Introduction], paint: Paint) -> Iterator[str]:
    """Yield a table of what each may do and what is to be looked at, then where they come from, each source once."""
    rows = (
        (
            Cell(paint.show(skill.name), Style.STRONG),
            Cell(paint.show(skill.label)),
            Cell(_days_ago(skill.age) if skill.age is not None else skill.date or "unknown"),
            Cell(paint.show(", ".join(skill.permissions)), Style.WARNING),
            Cell(paint.show(", ".join(_concerns(skill))), Style.WARNING),
        )
        for skill in skills
    )
    yield from table(_COLUMNS, rows, paint)
    for line in origin_lines([each.provenance for each in skills], paint, [bool(each.signature) for each in skills]):
        yield f"  {line}"


def _concerns(skill: Introduction) -> Iterator[str]:
    """Yield the points that a person should look at before saying yes."""
    if skill.hidden:
        yield f"hides {skill.hidden[0]}" if len(skill.hidden) == 1 else f"hides {len(skill.hidden):,} things"
    yield from skill.needs
    worth = _worth_reading(skill.findings)
    if worth:
        level = gravest_level(each.first.finding for each in worth)
        yield f"{f'{LEVEL_WORDS[level]}: ' if level else ''}{quantity(len(worth), 'finding')}"


def _worth_reading(findings: Sequence[Judged]) -> Sequence[FindingGroup]:
    """Return the errors and warnings, as people are shown them: alarms first."""
    return by_gravity(
        each for each in group_findings(findings) if each.first.severity in {Severity.ERROR, Severity.WARNING}
    )


def origin_lines(sources: Sequence[Provenance], paint: Paint, signed: Sequence[bool] = ()) -> Iterator[str]:
    """Yield places and what was checked of what came from there, with the number of skills where there are several.

    Folders that lie side by side are one place, and so is a repository at one commit.

    Args:
        sources: Where each skill came from.
        paint: For the terminal.
        signed: Whether each has a signature; without any, none has.
    """
    alone = len(sources) == 1
    shown = (each if alone else _shared_location(each) for each in sources)
    marks = (*signed, *[False] * (len(sources) - len(signed)))
    counted = Counter(trust(each, signed=is_signed) for each, is_signed in zip(shown, marks, strict=True))
    for sentence, count in counted.most_common(_MOST_PLACES):
        yield f"{'' if len(counted) == 1 else f'{count:,} '}from {paint.show(sentence)}"
    left = len(counted) - _MOST_PLACES
    if left > 0:
        yield f"and from {left:,} more {'place' if left == 1 else 'places'}"


def _shared_location(source: Provenance) -> Provenance:
    """Return the folder or repository in which a skill lies beside others."""
    if source.kind is SourceKind.FOLDER:
        return replace(source, location=dirname(source.location))
    return replace(source, path="")


def hidden_texts(skill: ParsedSkill, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the hidden texts: comments that the rendered page leaves out, invisible and turning characters."""
    comments = [" ".join(each.text.split()) for each in skill.document.body.comments]
    found = [f"a comment: {clip(text, _LONGEST_COMMENT, '…')}" for text in comments[:_MOST_HIDDEN]]
    if len(comments) > _MOST_HIDDEN:
        found.append(f"{len(comments) - _MOST_HIDDEN:,} more comments")
    characters = [each for each in findings if each.rule in HIDDEN_TEXT_RULES]
    found += [f"{each.message}, in {each.path}" for each in characters[:_MOST_HIDDEN]]
    if len(characters) > _MOST_HIDDEN:
        found.append(f"{len(characters) - _MOST_HIDDEN:,} more places with characters that nobody sees")
    return tuple(found)


def trust(provenance: Provenance, *, signed: bool = False) -> str:
    """Return in one sentence where a skill comes from and what was checked; nothing of a signature, if it has one."""
    place = location_words(provenance)
    if provenance.is_local:
        return f"{place}, on this machine"
    checked = "digest checked" if provenance.assurance is Assurance.DIGEST else "not checked against a digest"
    if provenance.revision and provenance.assurance is Assurance.DIGEST:
        checked = f"checked against it ({'SHA-256' if len(provenance.revision) == _SHA256_DIGITS else 'SHA-1'})"
    return f"{place}, {checked}" if signed else f"{place}, {checked}, not signed"


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
    return date if age is None else f"{date}, {_days_ago(age)}"


def _days_ago(age: int) -> str:
    return "today" if age <= 0 else "yesterday" if age == 1 else f"{age:,} days ago"

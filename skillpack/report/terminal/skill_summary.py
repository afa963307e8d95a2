"""Everything about one skill, as one calm page on a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.ability import Abilities
from skillpack.model.entry import Tokens
from skillpack.model.finding import FindingGroup, Severity, Verdict, group_findings
from skillpack.model.installed import Difference
from skillpack.model.requirements import Need
from skillpack.model.skill import Invocation
from skillpack.report.quantity import quantity
from skillpack.report.terminal.abilities import ability_rows, found_how
from skillpack.report.terminal.alarms import by_gravity, grade
from skillpack.report.terminal.introduction import Introduction, is_path, published, trust
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.table import Cell, Column, table
from skillpack.report.terminal.wrapped_text import beside, wrapped

_KEY = 12  # columns of the left margin
_FILES = 12  # that are named
_VERSIONS = 8
_FINDINGS = 8
_USUAL = Invocation()
_WEIGHTY = frozenset({Severity.ERROR, Severity.WARNING})
_rows = partial(beside, room=_KEY)


class InstalledCopy(Struct, frozen=True):
    """What is, or would be, in one root.

    Attributes:
        title: Of the root, as people call it.
        folder: Of the skill in it; empty for none.
        words: What would happen, or what is there, a clause.
        good: False where it would be refused, or is not as it was placed.
        edited: Files that are not as they were placed.
        previous: Label of the version that `rollback` brings back; empty for none.
    """

    title: str
    folder: str
    words: str
    good: bool = True
    edited: tuple[Difference, ...] = ()
    previous: str = ""


class SkillSummary(Struct, frozen=True):
    """What the page shows.

    Attributes:
        skill: What a first install shows too.
        source: Where it comes from, in words; empty where its provenance says it.
        digest: Of the tree, 64 hex digits.
        version: Metis's, of the body.
        tags, authors, license, role: Of the skill; empty for none.
        deprecated: The advice where it is deprecated; empty where it is not.
        yanked: Why this version is no longer offered; empty where it is.
        versions: Label and ISO date of what is offered under the name, newest first; none where the source has one.
        needs: What it requires, and whether this machine has it.
        signs: What its `compatibility` names, likewise.
        tokens: What it costs.
        files: Path and size in bytes.
        verdicts: Of the hosts that the page names.
        places: What is, or would be, where.
        command: What installs it; empty for what is installed.
        invocation: Who may start it, and how.
        abilities: What it can do.
        commands: Whether its program or its text runs commands, which its permissions name.
        tools_known: Whether its front matter was read to its end.
        reviews: Who looked at it, sentences; none where nobody did.
        helps: Whether it helps, in one sentence; empty where nobody measured it.
    """

    skill: Introduction
    source: str
    digest: str
    version: str
    tags: tuple[str, ...]
    authors: tuple[str, ...]
    license: str
    role: str
    deprecated: str
    yanked: str
    versions: tuple[tuple[str, str], ...]
    needs: tuple[Need, ...]
    signs: tuple[Need, ...]
    tokens: Tokens
    files: tuple[tuple[str, int], ...]
    verdicts: tuple[Verdict, ...]
    places: tuple[InstalledCopy, ...]
    command: str
    invocation: Invocation = _USUAL
    abilities: Abilities = Abilities()
    commands: bool = False
    tools_known: bool = True
    reviews: tuple[str, ...] = ()
    helps: str = ""


def summary_lines(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    """Yield the page: who it is, what it may do, what it needs, what it brings, what was found, what would happen."""
    skill = summary.skill
    yield f"{paint.styled(Style.STRONG, paint.show(skill.name))} {paint.show(skill.label)}".rstrip()
    yield from wrapped(paint.show(skill.description), paint.columns)
    for block in (_origin, _invocation, _permissions, _abilities, _machine, _weight, _judgement, _installing):
        lines = tuple(block(summary, paint))
        if lines:
            yield ""
            yield from lines


def _origin(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    skill = summary.skill
    local = not summary.source and is_path(skill.provenance)
    come = summary.source or trust(skill.provenance, signed=bool(skill.signature))
    yield from _row("from", come, paint, whole=local)
    yield from _rows("looked at", summary.reviews, paint)
    yield from _rows("signed", skill.signature, paint)
    yield from _row("helps", summary.helps, paint)
    if skill.date:
        yield from _row("published", published(skill.date, skill.age), paint)
    elif summary.versions:
        yield from _row("published", "unknown date", paint)
    yield from _row("yanked", summary.yanked, paint, Style.ERROR)
    yield from _row("deprecated", summary.deprecated, paint, Style.WARNING)
    labels = [label for label, _ in summary.versions[:_VERSIONS]]
    more = [f"and {len(summary.versions) - _VERSIONS:,} more"] if len(summary.versions) > _VERSIONS else []
    yield from _row("versions", ", ".join([*labels, *more]), paint)
    yield from _row("authors", ", ".join(summary.authors), paint)
    yield from _row("license", summary.license, paint)
    yield from _row("tags", ", ".join(summary.tags), paint)
    yield from _row("role", summary.role, paint)
    yield from _row("digest", summary.digest, paint, Style.FAINT)
    yield from _row("version", f"{summary.version} (hash of the instructions)", paint, Style.FAINT)


def _invocation(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    """Yield who may start the skill, with the switches that say so, and how."""
    how = summary.invocation
    yield from _row(
        "agents", "can start it" if how.by_model else "cannot start it (`disable-model-invocation: true`)", paint
    )
    yield from _row("people", "can start it" if how.by_user else "cannot start it (`user-invocable: false`)", paint)
    yield from _row("arguments", how.hint, paint)
    yield from _row("model", how.model, paint)
    yield from _row("context", f"{how.context}{f', agent {how.agent}' if how.agent else ''}", paint)


def _permissions(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    skill = summary.skill
    yield from _rows("may use", skill.permissions, paint, Style.WARNING)
    yield from _rows("hides", skill.hidden, paint, Style.WARNING)


def _abilities(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    rows = ability_rows(summary.abilities, commands=summary.commands, tools_known=summary.tools_known)
    for title, words, found in rows:
        yield from _row(title, words, paint, None if found else Style.FAINT)
    yield from _row("", found_how(summary.abilities), paint, Style.FAINT)


def _machine(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    skill = summary.skill
    for index, each in enumerate(summary.needs):
        yield from _row("needs" if index == 0 else "", _need(each, paint), paint, None if each.met else Style.WARNING)
    yield from _row("" if summary.needs else "needs", skill.compatibility, paint)
    yield from _row("", "; ".join(_need(each, paint) for each in summary.signs), paint, Style.FAINT)
    yield from _rows("depends on", skill.depends, paint)


def _need(need: Need, paint: Paint) -> str:
    if need.met:
        return f"{paint.glyphs.yes} {need.words}"
    return f"{paint.glyphs.no} {need.words}, {need.instead}"


def _weight(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    tokens = summary.tokens
    costs = f"{tokens.always:,} tokens always, {tokens.opened:,} when opened, {tokens.on_demand:,} on demand"
    yield from _row("costs", costs, paint)
    amount = f"{sum(size for _, size in summary.files):,} bytes"
    yield from _row("files", f"{quantity(len(summary.files), 'file')}, {amount}", paint)
    columns = (Column("", right=True), Column("", shrinks=True))
    rows = [(Cell(f"{size:,}", Style.FAINT), Cell(paint.show(path))) for path, size in summary.files[:_FILES]]
    for line in table(columns, rows, replace(paint, width=paint.columns - _KEY)):
        yield f"{' ' * _KEY}{line}"
    if len(summary.files) > _FILES:
        yield from _row("", f"and {len(summary.files) - _FILES:,} more", paint)


def _judgement(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    yield from _row("hosts", compatibility(summary.verdicts), paint)
    found = group_findings(summary.skill.findings)
    worth = by_gravity(each for each in found if each.first.severity in _WEIGHTY)
    for index, each in enumerate(worth[:_FINDINGS]):
        yield from _finding("findings" if index == 0 else "", each, paint)
    rest = [
        *([f"{len(worth) - _FINDINGS:,} more"] if len(worth) > _FINDINGS else []),
        *([f"{quantity(len(found) - len(worth), 'minor note')}"] if len(found) > len(worth) else []),
    ]
    yield from _row("" if worth else "findings", ", ".join(rest) or ("" if worth else "none"), paint, Style.FAINT)


def _finding(key: str, group: FindingGroup, paint: Paint) -> Iterator[str]:
    word, style = grade(group)
    first, *others = _row(key, f"{word} {group.first.finding.rule} {group.message}", paint)
    yield first.replace(word, paint.styled(style, word), 1)
    yield from others


def _installing(summary: SkillSummary, paint: Paint) -> Iterator[str]:
    for index, each in enumerate(summary.places):
        key = ("install" if summary.command else "installed") if index == 0 else ""
        style = None if each.good else Style.WARNING
        yield from _row(key, f"{each.title}: {each.words}", paint, style, whole=each.title.startswith("/"))
        if each.folder != each.title:
            yield from _row("", each.folder, paint, Style.FAINT, whole=True)
        for one in each.edited:
            yield from _row("", f"  {one.kind:<8} {one.path}", paint, Style.WARNING)
        if each.previous:
            yield from _row("", f"`skillpack rollback {summary.skill.name}` restores {each.previous}", paint)
    if summary.command:
        yield from _row("" if summary.places else "install", summary.command, paint, Style.STRONG)


def _row(key: str, value: str, paint: Paint, style: Style | None = None, *, whole: bool = False) -> Iterator[str]:
    """Yield a key and its value, nothing for an empty one."""
    return _rows(key, (value,), paint, style, whole=whole)


def compatibility(verdicts: Iterable[Verdict]) -> str:
    """Return where a skill loads as one sentence, or an empty text without verdicts.

    For example: `loads in metis and claude-code, not in agentskills: FM006`.
    """
    cells = tuple(verdicts)
    good = [verdict.profile for verdict in cells if verdict.loads]
    bad = [verdict for verdict in cells if not verdict.loads]
    reasons = sorted(bad, key=lambda verdict: verdict.codes)
    refused = "; ".join(
        f"not in {_joined([verdict.profile for verdict in bad if verdict.codes == codes])}: {', '.join(codes)}"
        for codes, _ in groupby(reasons, key=lambda verdict: verdict.codes)
    )
    if not bad:
        return f"loads in {_joined(good)}" if good else ""
    return f"loads in {_joined(good)}, {refused}" if good else f"loads nowhere: {refused}"


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)

"""What is wrong most, and the fewest commands that fix most of it."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, to_builtins

from skillpack.model.finding import SEVERITY_ORDER, FindingGroup, Severity
from skillpack.report.findings.report import (
    SAFE,
    UNSAFE,
    Report,
    counts,
    fix_option,
    open_groups,
    rule_name,
    summary,
)
from skillpack.report.json_text import json_document
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style
from skillpack.report.terminal.table import Cell, Column, table

_MOST = 3  # commands that are proposed
_SAFE, _UNSAFE, _EXPLAIN = f"check {SAFE}", f"check {UNSAFE}", "explain"


class RuleCount(Struct, frozen=True):
    """How often a rule found something.

    Attributes:
        severity: The strictest of its findings.
        count: Files in which it found something; findings about no file one by one.
        fixable: Of `count`, how many can be fixed, safely or not.
    """

    code: str
    name: str
    severity: Severity
    count: int
    skills: int
    fixable: int


class Remedy(Struct, frozen=True):
    """A command that fixes findings, or says how to.

    Attributes:
        command: Ready to be pasted into a shell.
        mends: What it fixes, counted as in `RuleCount`, beyond the remedies before it.
        words: What it does for you: `fixes 41`.
    """

    command: str
    mends: int
    words: str


def rule_counts(report: Report) -> tuple[RuleCount, ...]:
    """Return the rules with open findings: errors first, then by number, then by code."""
    rules: dict[str, list[FindingGroup]] = {}
    for group in open_groups(report):
        rules.setdefault(group.first.finding.rule, []).append(group)
    rows = [
        RuleCount(
            code=code,
            name=rule_name(report, code),
            severity=min((group.first.severity for group in groups), key=SEVERITY_ORDER.__getitem__),
            count=len(groups),
            skills=len({group.first.finding.subject for group in groups} - {""}),
            fixable=sum(bool(fix_option(group)) for group in groups),
        )
        for code, groups in rules.items()
    ]
    return tuple(sorted(rows, key=lambda row: (SEVERITY_ORDER[row.severity], -row.count, row.code)))


def remedies(groups: Iterable[FindingGroup], targets: tuple[str, ...] = ()) -> tuple[Remedy, ...]:
    """Return at most three commands that together fix most of these open findings.

    First those of everything that can be fixed, be it an info: the safe fixes, then the others, because
    `--unsafe-fixes` alone would fix both. Then the rules whose errors and warnings are fixed by hand, errors first;
    infos only where nothing else was found. Targets are the paths for `check`, as typed.
    """
    ranked = [(SEVERITY_ORDER[group.first.severity], _command(group)) for group in groups]
    least = max(SEVERITY_ORDER[Severity.WARNING], min((rank for rank, _ in ranked), default=0))
    sizes: Counter[str] = Counter()
    worst: dict[str, int] = {}
    for rank, command in ranked:
        if rank <= least or not command.startswith(_EXPLAIN):
            sizes[command] += 1
            worst[command] = min(worst.get(command, rank), rank)
    fixes = [command for command in (_SAFE, _UNSAFE) if command in sizes]
    by_hand = [command for command in sizes if command not in fixes]
    by_hand.sort(key=lambda command: (worst[command], -sizes[command], command))
    chosen = [*fixes, *by_hand[: _MOST - len(fixes)]]
    return tuple(_remedy(command, sizes, chosen, targets) for command in chosen)


def statistics(report: Report, paint: Paint) -> Iterator[str]:
    """Yield the counts by rule, the summary and the remedies (`check --statistics`)."""
    rows = rule_counts(report)
    if rows:
        cells = (
            (
                Cell(f"{row.count:,}"),
                Cell(f"{row.skills:,}" if row.skills else ""),
                Cell(row.severity.value, SEVERITY_STYLE[row.severity]),
                Cell(paint.show(row.code)),
                Cell(paint.show(row.name)),
                Cell(f"{row.fixable:,}" if row.fixable else ""),
            )
            for row in rows
        )
        yield from table(_COLUMNS, cells, paint)
        yield ""
    yield summary(counts(report), paint)
    proposed = remedies(open_groups(report), report.targets)
    if proposed:
        yield ""
        yield from remedy_lines(proposed, paint)


def statistics_json(report: Report) -> Iterator[str]:
    """Yield the lines of a JSON object with the same, one rule a line."""
    proposed = remedies(open_groups(report), report.targets)
    head = {
        "version": 1,
        "summary": to_builtins(counts(report)),
        "remedies": [to_builtins(remedy) for remedy in proposed],
    }
    return json_document(head, "rules", (to_builtins(row) for row in rule_counts(report)))


def remedy_lines(proposed: tuple[Remedy, ...], paint: Paint) -> Iterator[str]:
    """Yield a headline and each command with what it fixes; nothing where there is no remedy."""
    if not proposed:
        return
    shown = [paint.show(remedy.command) for remedy in proposed]
    size = max(map(len, shown))
    yield "To fix most of it:"
    for command, remedy in zip(shown, proposed, strict=True):
        yield f"  {paint.styled(Style.STRONG, command)}{' ' * (size - len(command))}  {remedy.words}"


_COLUMNS = (
    Column("count", right=True),
    Column("skills", right=True),
    Column("severity"),
    Column("code"),
    Column("rule", shrinks=True),
    Column("fixable", right=True),
)


def _command(group: FindingGroup) -> str:
    options = fix_option(group)
    return f"check {options}" if options else f"{_EXPLAIN} {group.first.finding.rule}"


def _remedy(command: str, sizes: Mapping[str, int], chosen: list[str], targets: tuple[str, ...]) -> Remedy:
    mends = sizes[command]
    if command.startswith(_EXPLAIN):
        return Remedy(f"skillpack {command}", mends, f"{quantity(mends, 'finding')}, by hand")
    more = " more" if command == _UNSAFE and _SAFE in chosen else ""
    line = " ".join(["skillpack", command, *map(shlex.quote, targets)])
    return Remedy(line, mends, f"fixes {mends:,}{more}")

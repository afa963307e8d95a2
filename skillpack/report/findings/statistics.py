"""What is wrong most, and the fewest commands that fix most of it."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, to_builtins

from skillpack.model.finding import SEVERITY_ORDER, Judged, Severity
from skillpack.report.findings.counts import counts, summary
from skillpack.report.findings.input import Report, fixable, open_findings, rule_name
from skillpack.report.json_text import json_document
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style
from skillpack.report.terminal.table import Cell, Column, table

_MOST = 3  # commands that are proposed
_SAFE, _UNSAFE, _EXPLAIN = "check --fix", "check --fix --unsafe-fixes", "explain"


class RuleCount(Struct, frozen=True):
    """How often a rule found something.

    Attributes:
        severity: The strictest of its findings.
        fixable: Of `count`, how many have a fix, safe or not.
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
        mends: Number of findings, beyond those of the remedies before it.
        words: What it does for you: `fixes 41`.
    """

    command: str
    mends: int
    words: str


def rule_counts(report: Report) -> tuple[RuleCount, ...]:
    """Return the rules with open findings: errors first, then by number, then by code."""
    groups: dict[str, list[Judged]] = {}
    for judged in open_findings(report):
        groups.setdefault(judged.finding.rule, []).append(judged)
    rows = [
        RuleCount(
            code=code,
            name=rule_name(report, code),
            severity=min((judged.severity for judged in group), key=SEVERITY_ORDER.__getitem__),
            count=len(group),
            skills=len({judged.finding.subject for judged in group} - {""}),
            fixable=sum(judged.finding.fix is not None for judged in group),
        )
        for code, group in groups.items()
    ]
    return tuple(sorted(rows, key=lambda row: (SEVERITY_ORDER[row.severity], -row.count, row.code)))


def remedies(findings: Iterable[Judged], targets: tuple[str, ...] = ()) -> tuple[Remedy, ...]:
    """Return at most three commands that together fix most of these open findings.

    Greedy over what no other command fixes: safe fixes, fixes that want a look, and each rule whose findings are
    fixed by hand. Only the gravest findings count: warnings where there is no error, infos where nothing else was
    found. The safe fixes come first, then the others, because `--unsafe-fixes` alone would fix both. Targets are the
    paths for `check`, as typed.
    """
    groups = Counter(_command(judged) for judged in _gravest(findings))
    best = sorted(groups, key=lambda command: (-groups[command], command))[:_MOST]
    chosen = sorted(best, key=lambda command: (command.startswith(_EXPLAIN), command != _SAFE, best.index(command)))
    return tuple(_remedy(command, groups, chosen, targets) for command in chosen)


def statistics(report: Report, paint: Paint) -> Iterator[str]:
    """Yield the counts by rule, the summary and the remedies (`check --statistics`)."""
    rows = rule_counts(report)
    if rows:
        yield from table(_COLUMNS, (_row(row, paint) for row in rows), paint)
        yield ""
    yield summary(counts(report), paint)
    proposed = remedies(open_findings(report), report.targets)
    if proposed:
        yield ""
        yield from remedy_lines(proposed, paint)


def statistics_json(report: Report) -> Iterator[str]:
    """Yield the lines of a JSON object with the same, one rule a line."""
    proposed = remedies(open_findings(report), report.targets)
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


def _row(row: RuleCount, paint: Paint) -> tuple[Cell, ...]:
    return (
        Cell(f"{row.count:,}"),
        Cell(f"{row.skills:,}" if row.skills else ""),
        Cell(row.severity.value, SEVERITY_STYLE[row.severity]),
        Cell(paint.show(row.code)),
        Cell(paint.show(row.name)),
        Cell(f"{row.fixable:,}" if row.fixable else ""),
    )


def _gravest(findings: Iterable[Judged]) -> list[Judged]:
    found = list(findings)
    worst = min((SEVERITY_ORDER[judged.severity] for judged in found), default=0)
    return [judged for judged in found if SEVERITY_ORDER[judged.severity] == worst]


def _command(judged: Judged) -> str:
    options = fixable(judged.finding.fix)
    return f"check {options}" if options else f"{_EXPLAIN} {judged.finding.rule}"


def _remedy(command: str, sizes: Mapping[str, int], chosen: list[str], targets: tuple[str, ...]) -> Remedy:
    mends = sizes[command]
    if command.startswith(_EXPLAIN):
        return Remedy(f"skillpack {command}", mends, f"{quantity(mends, 'finding')}, by hand")
    if command == _UNSAFE and _SAFE not in chosen:
        mends += sizes.get(_SAFE, 0)  # it applies the safe ones too
    more = " more" if command == _UNSAFE and _SAFE in chosen else ""
    line = " ".join(["skillpack", command, *map(shlex.quote, targets)])
    return Remedy(line, mends, f"fixes {mends:,}{more}")

"""Findings for people: whole with their source, or one a line."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from skillpack.model.document import NOWHERE
from skillpack.model.finding import SEVERITY_ORDER, Finding, FindingGroup
from skillpack.report.findings.report import WHOLE_SET, Report, counts, fixable, open_groups, rule_name, summary
from skillpack.report.findings.suppression import suppression_lines
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style
from skillpack.report.terminal.quote import digits, fitted, quote, source_lines

_MOST_LINES = 8
_MOST_MESSAGES = 5  # beside the first one


def full(report: Report, paint: Paint) -> Iterator[str]:
    """Yield the open findings with their source, then the summary; those of one rule in one file are one block."""
    for path, groups in groupby(_shown(report), key=lambda group: group.first.finding.path):
        lines = source_lines(report.sources.get(path, ""))
        for group in groups:
            yield from _block(group, lines, report, paint)
            yield ""
    yield from _end(report, paint)


def concise(report: Report, paint: Paint) -> Iterator[str]:
    """Yield the open findings, a line each: `path:line:col: error FM006 [unknown-field] message`, then the summary.

    Those of one rule in one file are one line, with a count.
    """
    for group in _shown(report):
        yield concise_line(group, report, paint)
    yield from _end(report, paint)


def _shown(report: Report) -> Sequence[FindingGroup]:
    """Return the open findings as people are shown them, in order: of very many the gravest."""
    groups = open_groups(report)
    if not report.most or len(groups) <= report.most:
        return groups
    kept = {id(one) for one in sorted(groups, key=lambda one: SEVERITY_ORDER[one.first.severity])[: report.most]}
    return [one for one in groups if id(one) in kept]


def _end(report: Report, paint: Paint) -> Iterator[str]:
    groups = len(open_groups(report)) if report.most else 0
    if report.most < groups:
        yield f"the worst {report.most:,} of {groups:,} findings; --all shows all, --statistics counts them by rule"
    yield summary(counts(report), paint)


def concise_line(group: FindingGroup, report: Report, paint: Paint) -> str:
    """Return the findings of a rule in a file on one line; without a place in it, line and column are left out."""
    finding, severity = group.first.finding, group.first.severity
    code = paint.styled(SEVERITY_STYLE[severity], f"{severity} {paint.show(finding.rule)}")
    name = rule_name(report, finding.rule)
    label = paint.styled(Style.FAINT, f" [{paint.show(name)}]") if name else ""
    return f"{_location(finding, paint)}: {code}{label} {paint.show(group.message)}"


def _location(finding: Finding, paint: Paint) -> str:
    path = paint.show(finding.path or WHOLE_SET)
    return path if finding.span == NOWHERE else f"{path}:{finding.span.line}:{finding.span.column}"


def other_places(finding: Finding) -> str:
    """Return where else the same was found: the next lines of its file, then how many more; empty for nowhere."""
    lines = [place.span.line for place in finding.others if place.path == finding.path and place.span != NOWHERE]
    named = list(dict.fromkeys(lines))[:_MOST_LINES]
    rest = sum(place.path != finding.path or place.span.line not in named for place in finding.others)
    parts = [f"line{'s' if len(named) > 1 else ''} {', '.join(map(str, named))}"] if named else []
    parts += [f"{rest:,} {'more ' if named else ''}place{'s' if rest > 1 else ''}"] if rest else []
    return " and ".join(parts)


def _block(group: FindingGroup, lines: tuple[str, ...], report: Report, paint: Paint) -> Iterator[str]:
    judged = group.first
    finding, style = judged.finding, SEVERITY_STYLE[judged.severity]
    span = None if finding.span == NOWHERE else fitted(finding.span, lines)
    size = digits(span, lines) if span else 1
    code = paint.styled(style, f"{judged.severity}[{paint.show(finding.rule)}]")
    yield f"{code}: {paint.styled(Style.STRONG, paint.show(finding.message))}"
    # Drawn, the arrow is the corner of the bar below it; typed, it ends where the bar stands.
    pad = " " * (size + 1 if paint.unicode else max(0, size - 1))
    yield paint.styled(Style.FAINT, f"{pad}{paint.glyphs.place}") + f" {_location(finding, paint)}"
    if span:
        yield from quote(lines, span, paint.show(rule_name(report, finding.rule)), style, paint)
        yield paint.styled(Style.FAINT, f"{' ' * size} {paint.glyphs.bar}")
    for word, text in _notes(group, report):
        yield paint.styled(Style.FAINT, f"{' ' * size} = {f'{word}:':<5}") + f" {paint.show(text)}"
    accepting = list(suppression_lines(finding, report.suppressions))
    if accepting:
        words = "where it is no secret, paste this into `skillpack.toml`, with a reason:"
        yield paint.styled(Style.FAINT, f"{' ' * size} = else:") + f" {words}"
        yield from (f"{' ' * (size + len(' = '))}{paint.show(line)}" for line in accepting)


def _notes(group: FindingGroup, report: Report) -> Iterator[tuple[str, str]]:
    """Yield the notes below the source: further places, what to do, whether `--fix` does it, where to read more."""
    judged = group.first
    finding, fix, accepted = judged.finding, judged.finding.fix, judged.suppression
    if finding.others:
        yield "also", f"in {other_places(finding)}"
    yield from (("also", text) for text in other_messages(group))
    mark = f" (fixable with {fixable(fix)})"
    if fix and finding.hint in {"", fix.title}:
        yield "help", fix.title + mark
    elif finding.hint:
        yield "help", finding.hint
        if fix:
            yield "fix", fix.title + mark
    if accepted:
        yield "note", f"was accepted until {accepted.expires}: {accepted.reason}"
    if finding.rule in report.rules:
        yield "see", f"skillpack explain {finding.rule}"


def other_messages(group: FindingGroup) -> Iterator[str]:
    """Yield the further messages of a rule in a file: the next ones with their lines, then how many more."""
    named = group.more if len(group.more) <= _MOST_MESSAGES else group.more[: _MOST_MESSAGES - 1]
    for each in named:
        finding = each.finding
        line = f"line {finding.span.line}: " if finding.span != NOWHERE else ""
        more = f" (and in {other_places(finding)})" if finding.others else ""
        yield f"{line}{finding.message}{more}"
    if len(named) < len(group.more):
        yield f"{len(group.more) - len(named):,} more in this file"

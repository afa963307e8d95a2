"""Findings for people: whole with their source, or one a line."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import SEVERITY_ORDER, Finding, Judged
from skillpack.report.findings.counts import counts, summary
from skillpack.report.findings.input import WHOLE_SET, Report, fixable, open_findings, rule_name
from skillpack.report.findings.suppression import suppression_lines
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style
from skillpack.report.terminal.quote import digits, fitted, quote, source_lines

_MOST_LINES = 8


def full(report: Report, paint: Paint) -> Iterator[str]:
    """Yield every open finding with its source, then the summary (site 5)."""
    for path, group in groupby(_shown(report), key=lambda judged: judged.finding.path):
        lines = source_lines(report.sources.get(path, ""))
        for judged in group:
            yield from _block(judged, lines, report, paint)
            yield ""
    yield from _end(report, paint)


def concise(report: Report, paint: Paint) -> Iterator[str]:
    """Yield every open finding on one line, `path:line:col: error FM006 [unknown-field] message`, then the summary."""
    for judged in _shown(report):
        yield concise_line(judged, report, paint)
    yield from _end(report, paint)


def _shown(report: Report) -> Sequence[Judged]:
    """Return the open findings that people are shown, in their order: of very many the gravest."""
    standing = open_findings(report)
    if not report.most or len(standing) <= report.most:
        return standing
    kept = {id(one) for one in sorted(standing, key=lambda one: SEVERITY_ORDER[one.severity])[: report.most]}
    return [one for one in standing if id(one) in kept]


def _end(report: Report, paint: Paint) -> Iterator[str]:
    standing = len(open_findings(report))
    if 0 < report.most < standing:
        yield f"the worst {report.most:,} of {standing:,} findings; --all shows all, --statistics counts them by rule"
    yield summary(counts(report), paint)


def concise_line(judged: Judged, report: Report, paint: Paint) -> str:
    """Return a finding on one line; without a place in its file, line and column are left out."""
    finding = judged.finding
    code = paint.styled(SEVERITY_STYLE[judged.severity], f"{judged.severity} {paint.show(finding.rule)}")
    name = rule_name(report, finding.rule)
    label = paint.styled(Style.FAINT, f" [{paint.show(name)}]") if name else ""
    more = f" (and {quantity(len(finding.others), 'more place')})" if finding.others else ""
    return f"{_location(finding, paint)}: {code}{label} {paint.show(finding.message)}{more}"


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


def _block(judged: Judged, lines: tuple[str, ...], report: Report, paint: Paint) -> Iterator[str]:
    finding, style = judged.finding, SEVERITY_STYLE[judged.severity]
    span = None if finding.span == NOWHERE else fitted(finding.span, lines)
    size = digits(span, lines) if span else 1
    code = paint.styled(style, f"{judged.severity}[{paint.show(finding.rule)}]")
    yield f"{code}: {paint.styled(Style.STRONG, paint.show(finding.message))}"
    yield _arrow(finding, size, paint)
    if span:
        yield from _source(span, lines, paint.show(rule_name(report, finding.rule)), style, paint)
    for word, text in _notes(judged, report):
        yield paint.styled(Style.FAINT, f"{' ' * size} = {f'{word}:':<5}") + f" {paint.show(text)}"
    yield from _acceptance(judged, report, size, paint)


def _acceptance(judged: Judged, report: Report, size: int, paint: Paint) -> Iterator[str]:
    """Yield what accepts a secret, to be pasted."""
    lines = list(suppression_lines(judged.finding, report.suppressions))
    if lines:
        yield (
            paint.styled(Style.FAINT, f"{' ' * size} = else:")
            + " where it is no secret, paste this into `skillpack.toml`, with a reason:"
        )
        yield from (f"{' ' * (size + len(' = '))}{paint.show(line)}" for line in lines)


def _arrow(finding: Finding, size: int, paint: Paint) -> str:
    # Drawn, the arrow is the corner of the bar below it; typed, it ends where the bar stands.
    pad = " " * (size + 1 if paint.unicode else max(0, size - 1))
    return paint.styled(Style.FAINT, f"{pad}{paint.glyphs.place}") + f" {_location(finding, paint)}"


def _source(span: Span, lines: tuple[str, ...], label: str, style: Style, paint: Paint) -> Iterator[str]:
    bar = paint.styled(Style.FAINT, f"{' ' * digits(span, lines)} {paint.glyphs.bar}")
    yield from quote(lines, span, label, style, paint)
    yield bar


def _notes(judged: Judged, report: Report) -> Iterator[tuple[str, str]]:
    """Yield the notes below the source: further places, what to do, whether `--fix` does it, where to read more."""
    finding, fix, accepted = judged.finding, judged.finding.fix, judged.suppression
    if finding.others:
        yield "also", f"in {other_places(finding)}"
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

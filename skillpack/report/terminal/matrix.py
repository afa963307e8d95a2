"""Where a skill loads: one sentence, or a table of skills and profiles."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from skillpack.model.finding import Verdict
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.table import Cell, Column, table
from skillpack.report.terminal.visible_text import clip, width

_NAME = 32  # columns of a skill's name


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


def matrix(skills: Iterable[tuple[str, Sequence[Verdict]]], paint: Paint) -> Iterator[str]:
    """Yield a table of skills, given by name, and profiles; profiles that have no room get further tables below."""
    rows = [(clip(paint.show(name), _NAME, paint.glyphs.ellipsis), verdicts) for name, verdicts in skills]
    profiles = tuple(dict.fromkeys(verdict.profile for _, verdicts in rows for verdict in verdicts))
    known = [(name, {verdict.profile: verdict for verdict in verdicts}) for name, verdicts in rows]
    first = max((width(name) for name, _ in rows), default=0)
    for number, block in enumerate(_blocks(profiles, paint.columns - max(first, len("skill")))):
        if number:
            yield ""
        columns = (Column("skill"), *(Column(paint.show(profile)) for profile in block))
        lines = ((Cell(name), *(_sign(found.get(profile), paint) for profile in block)) for name, found in known)
        yield from table(columns, lines, paint)


def _blocks(profiles: Sequence[str], room: int) -> Iterator[tuple[str, ...]]:
    block: list[str] = []
    used = 0
    for profile in profiles:
        size = len("  ") + width(profile)
        if block and used + size > room:
            yield tuple(block)
            block, used = [], 0
        block.append(profile)
        used += size
    if block:
        yield tuple(block)


def _sign(verdict: Verdict | None, paint: Paint) -> Cell:
    if verdict is None:
        return Cell("")
    return Cell(paint.glyphs.yes, Style.GOOD) if verdict.loads else Cell(paint.glyphs.no, Style.ERROR)


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)

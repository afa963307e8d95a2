"""`BENCHMARK.md` in its two forms -> a result.

The older form has a table `Dimension | Num | AGENT (model)` with cells such as `100% (+73%)`; the newer one, under
`Results at a Glance`, `Measure | AGENT` with cells such as `69% → 92% (+23 points)`, and names agents and tasks above.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from skillpack.evidence.results.quantities import differs, quoted, read_day, read_name, read_points, read_share
from skillpack.model.evaluation import Measured, ReadResult, Result

_MOST_LINES = 1_000_000
_MOST_ROWS, _MOST_AGENTS = 40, 12
_LONGEST_LINE = 2000  # characters; a longer one is no row of either form

_BULLET = re.compile(r"[-*] ([A-Za-z][A-Za-z0-9 -]{0,60}): {0,9}(.{1,2000})")
_RULE = re.compile(r"[|:\- ]{3,}")
_OLDER = re.compile(r"([0-9.]{1,10}%)(?: \(([^()]{1,20}?)%\))?")
_NEWER = re.compile(r"([0-9.]{1,10}%) ?(?:→|->) ?([0-9.]{1,10}%)(?: ?\(([^()]{1,20}?) ?points?\))?")
_AGENT = re.compile(r"([^(`]{0,200}?) ?(?:\(`([^`]{1,200})`\)|`([^`]{1,200})`)?")
_NUMBER = re.compile(r"([0-9]{1,6})(?![0-9.])")
_NOTHING = frozenset({"", "-", "\N{EN DASH}", "\N{EM DASH}", "n/a", "N/A"})


def read_benchmark_markdown(content: bytes, file: str, skill: str, *, by_catalog: bool) -> ReadResult:
    """Return what a file holds; nothing where it is another text, or says that there are no results.

    Args:
        content: Of the file, no longer than is read.
        file: As in `Result`.
        skill: Name of the skill whose result it should be.
        by_catalog: As in `Result`.
    """
    lines = content.decode("utf-8-sig", "replace").split("\n", _MOST_LINES)[:_MOST_LINES]
    facts, table = _facts(lines), _table(lines)
    if table is None:
        return ReadResult(file)
    named = facts.get("skill", "").strip().strip("`")
    if named and named != skill:
        return ReadResult(file, None, (f"it names the skill {quoted(named)}, another one than `{skill}`",))
    problems: list[str] = []
    day = read_day(facts.get("evaluation date", "").strip())
    if day is None:
        problems.append(f"the evaluation date is {quoted(facts['evaluation date'])}, not a day such as `2026-03-01`")
    measured = tuple(_measured(table, facts, problems))
    if not measured and not problems:
        problems.append("its table of results has no row that can be read")
    return ReadResult(file, Result(file, by_catalog, measured, day=day or "") if measured else None, tuple(problems))


def _facts(lines: Sequence[str]) -> Mapping[str, str]:
    """Return the bullets above the first table, by their name in lower case; of two with one name the first."""
    found: dict[str, str] = {}
    for line in lines:
        if line.startswith("|"):
            break
        bullet = _BULLET.fullmatch(line.rstrip()) if len(line) < _LONGEST_LINE else None
        if bullet is not None and len(found) < _LONGEST_LINE:
            found.setdefault(bullet[1].lower(), bullet[2])
    return found


def _table(lines: Sequence[str]) -> Sequence[Sequence[str]] | None:
    """Return the cells of the table of results, its head first; None where there is none."""
    for number, line in enumerate(lines):
        if not line.startswith("|"):
            continue
        head = _cells(line)
        if (len(head) > 2 and head[:2] == ["Dimension", "Num"]) or (len(head) > 1 and head[0] == "Measure"):
            return [head, *_rows(lines, number + 1)]
    return None


def _rows(lines: Sequence[str], start: int) -> Iterator[Sequence[str]]:
    for line in lines[start : start + _MOST_ROWS + 2]:
        if not line.startswith("|"):
            return
        if not _RULE.fullmatch(line.strip()[:_LONGEST_LINE]):
            yield _cells(line)


def _cells(line: str) -> list[str]:
    if len(line) > _LONGEST_LINE:
        return []
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _measured(table: Sequence[Sequence[str]], facts: Mapping[str, str], problems: list[str]) -> Iterator[Measured]:
    """Yield what each cell says."""
    head, *rows = table
    is_older = head[0] == "Dimension"
    first = 2 if is_older else 1
    models = _models(facts.get("agents", ""))
    agents = [_agent(title, models, is_older=is_older) for title in head[first:]]
    if len(agents) > _MOST_AGENTS or len(rows) > _MOST_ROWS:
        problems.append(f"its table has more than {_MOST_AGENTS} agents or {_MOST_ROWS} rows; the others are not read")
    tasks = _count(facts.get("tasks", facts.get("dataset", "")))
    for row in rows[:_MOST_ROWS]:
        dimension = read_name(row[0].strip("*")) if row else ""
        number = (_count(row[1]) if len(row) > 1 else 0) if is_older else tasks
        for (agent, model), cell in zip(agents[:_MOST_AGENTS], row[first:], strict=False):
            if cell in _NOTHING or not dimension:
                continue
            read = _older(cell) if is_older else _newer(cell)
            if read is None:
                problems.append(f"`{dimension}` is {quoted(cell)}, not {_EXPECTED[is_older]}")
                if len(problems) > _MOST_ROWS:
                    return
                continue
            yield Measured(dimension, agent, model, *read[:2], number, read[2])


_EXPECTED = {True: "a share such as `100% (+73%)`", False: "two shares such as `69% → 92% (+23 points)`"}


def _older(cell: str) -> tuple[float, float | None, int | None] | None:
    """Return the share with and without the skill of a cell in the older form, and the uplift where it is another."""
    found = _OLDER.fullmatch(cell)
    share = read_share(found[1]) if found is not None else None
    if found is None or share is None:
        return None
    if found[2] is None:
        return share, None, None
    points = read_points(found[2])
    if points is None or not 0 <= round(share - points / 100, 9) <= 1:
        return None
    return share, min(1.0, max(0.0, share - points / 100)), None


def _newer(cell: str) -> tuple[float, float | None, int | None] | None:
    """Return the same of a cell in the newer form, whose author rounds the uplift by itself."""
    found = _NEWER.fullmatch(cell)
    if found is None:
        return None
    without, share = read_share(found[1]), read_share(found[2])
    points = read_points(found[3]) if found[3] is not None else 0.0
    if without is None or share is None or points is None:
        return None
    computed = share - without
    if found[3] is not None and abs(computed * 100 - points) > 1.5:  # more than rounding of both can make
        return None
    uplift = round(points) if found[3] is not None and differs(computed, points / 100) else None
    return share, without, uplift


def _agent(title: str, models: Mapping[str, str], *, is_older: bool) -> tuple[str, str]:
    """Return agent and model that a column is about."""
    text = title[:_LONGEST_LINE]
    if not is_older:
        name = read_name(text.partition("(")[0].strip().strip("`"))
        return name, models.get(name, "")
    found = _AGENT.fullmatch(text)
    if found is None:
        return read_name(text.replace("`", "")), ""
    return read_name(found[1]) or read_name(found[3]), read_name(found[2])


def _models(text: str) -> Mapping[str, str]:
    """Return agent -> model of a list such as "Claude Code (`opus`), Codex (`gpt`)"."""
    pairs = (_AGENT.fullmatch(part.strip()) for part in text.split(",")[:_MOST_AGENTS])
    return {read_name(found[1]): read_name(found[2]) for found in pairs if found is not None and found[2]}


def _count(text: str) -> int:
    """Return the number that a text starts with; 0 where it starts with none."""
    found = _NUMBER.match(text.strip())
    return int(found[1]) if found is not None else 0

"""What a skill's page says of its results: one line where people decide, then tables with who, when, which bytes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from skillpack.model.evaluation import Cost, Help, HelpState, Measured, Result, ResultBinding
from skillpack.model.version import is_label
from skillpack.site.frame import Frame

_SHOWN = 7  # digits of a digest
_DIMENSIONS = {
    "pass_rate": "correct",
    "correctness": "correct",
    "discoverability": "chosen",
    "effectiveness": "effective",
    "efficiency": "efficient",
    "security": "security",
    "overall": "overall",
}
"""Names that authors give to dimensions, in lower case -> key of ours."""


class ResultCell(Struct, frozen=True):
    """A value with the skill, what that adds, and the value without; empty where somebody did not measure it."""

    value: str = ""
    added: str = ""
    without: str = ""
    is_worse: bool = False


class ResultTable(Struct, frozen=True):
    """Results of one author about the same bytes.

    Attributes:
        columns: Agent and model of each column.
        rows: Name of each dimension or cost, and a cell for each column.
        notes: How many tasks, when, by whom, about which bytes; one for each result.
    """

    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[ResultCell, ...]], ...]
    notes: tuple["ResultNote", ...]


class ResultNote(Struct, frozen=True):
    """Where a result comes from: words between dots, and its file."""

    words: str
    file: str


class ResultsView(Struct, frozen=True):
    """Results as a page shows them.

    Attributes:
        head: What they come to; empty where there are none.
        below: How many agents and tasks, and on whose word; without results how many tasks wait, or empty.
        level: Class of the head: `warn` where it is worse with the skill, else empty.
        tables: Of the results; none where nobody measured it.
    """

    head: str
    below: str
    level: str = ""
    tables: tuple[ResultTable, ...] = ()

    @property
    def text(self) -> str:
        """All of it in one text, for what is not a page; empty where there is nothing to tell."""
        return f"{self.head}. {self.below}" if self.head else self.below


def results_view(frame: Frame, results: Sequence[Result], found: Help | None, tasks: int) -> ResultsView:
    """Return results as a page shows them.

    Args:
        frame: Of the site.
        results: Those about these bytes first.
        found: The same in one line; None where there are none.
        tasks: How many the skill brings to be measured with.
    """
    if found is None or not results:
        return ResultsView("", frame.plain("helps.waits", tasks) if tasks else "")
    level = "warn" if found.state is HelpState.WORSE else ""
    return ResultsView(_head(frame, found), _below(frame, found), level, tuple(_tables(frame, results)))


def _head(frame: Frame, found: Help) -> str:
    if found.state is HelpState.OLDER:
        label = _label(found.version)
        return frame.plain("helps.older" if label else "helps.unknown", None, label=label)
    return frame.plain(f"helps.{found.state}", None, **_values(frame, found))


def _values(frame: Frame, found: Help) -> Mapping[str, str]:
    return {
        "dimension": _dimension(frame, found.dimension),
        "percent": frame.plain("helps.percent", None, percent=_range(frame, [f"{each}" for each in found.percent])),
        "points": _range(frame, [_signed(each) for each in found.points]),
    }


def _range(frame: Frame, ends: Sequence[str]) -> str:
    """Return the lowest and the highest of some numbers; one where they are the same."""
    lowest, highest = (ends[0], ends[-1]) if ends else ("", "")
    return lowest if lowest == highest else frame.plain("helps.range", None, lowest=lowest, highest=highest)


def _below(frame: Frame, found: Help) -> str:
    """Return the small line: a value that nobody knows takes its clause along."""
    if found.state is HelpState.OLDER:
        values = _values(frame, found)
        said = frame.plain("helps.below.older" if found.points else "helps.below.older_alone", None, **values)
        return f"{said} {_behind(frame, found.behind)}".strip()
    agents = found.agents[0] if len(found.agents) == 1 else frame.plain("helps.agents", len(found.agents))
    tasks = frame.plain("helps.tasks", found.tasks) if found.tasks else ""
    if found.state is HelpState.SAME:
        same = frame.plain("helps.below.same", None, **_values(frame, found))
        said = ", ".join(each for each in (same, tasks) if each)
        if found.binding is ResultBinding.NAMED:  # the table says whose word it is
            return f"{said}."
    else:
        said = ", ".join(each for each in (agents, tasks) if each)
    return f"{said}. {_whose(frame, found)}" if said else _whose(frame, found)


def _behind(frame: Frame, behind: int) -> str:
    if not behind:
        return ""
    return frame.plain("helps.two_behind") if behind == 2 else frame.plain("helps.behind", behind)


def _whose(frame: Frame, found: Help) -> str:
    """Return on whose word it is, and that it names no files where it does not."""
    if found.by_catalog:
        key = "both" if found.by_publisher else "catalog"
    else:
        key = "signed" if found.reporter else "publisher"
    if found.binding is ResultBinding.UNNAMED:
        key = f"{key}_unnamed"
    return frame.plain(f"helps.by.{key}", None, reporter=found.reporter)


def _tables(frame: Frame, results: Sequence[Result]) -> Iterator[ResultTable]:
    for _, group in groupby(results, key=lambda each: (each.by_catalog, each.binding, each.digest, each.baseline)):
        yield _table(frame, tuple(group))


def _table(frame: Frame, results: Sequence[Result]) -> ResultTable:
    columns = tuple(dict.fromkeys((one.agent, one.model) for each in results for one in each.measured))
    measured = {
        (one.dimension, one.agent, one.model): (each, one) for each in reversed(results) for one in each.measured
    }
    dimensions = dict.fromkeys(one.dimension for each in results for one in each.measured)
    tasks = {one.tasks for each in results for one in each.measured}
    rows = []
    for dimension in dimensions:
        found = [measured.get((dimension, *column)) for column in columns]
        cells = tuple(ResultCell() if each is None else _cell(frame, *each) for each in found)
        own = max((each[1].tasks for each in found if each is not None), default=0)
        more = f" ({frame.plain('helps.tasks', own)})" if len(tasks) > 1 and own else ""
        rows.append((f"{_dimension(frame, dimension)}{more}", cells))
    rows += _costs(frame, results, columns)
    notes = tuple(ResultNote(" · ".join(_origin(frame, each, tasks)), each.file) for each in results)
    return ResultTable(tuple(_titled(frame, column) for column in columns), tuple(rows), notes)


def _titled(frame: Frame, column: tuple[str, str]) -> tuple[str, str]:
    """Return title and small title of a column."""
    agent, model = column
    return (agent, model) if agent else (model or frame.plain("helps.nameless"), "")


def _cell(frame: Frame, result: Result, one: Measured) -> ResultCell:
    without, points = one.percent_without, one.points
    value = frame.plain("helps.percent", None, percent=str(one.percent))
    if without is None or points is None:
        return ResultCell(value)
    key = "helps.cell.baseline" if result.baseline else "helps.cell.without"
    percent = frame.plain("helps.percent", None, percent=str(without))
    said = frame.plain(key, None, percent=percent, label=_baseline(result))
    return ResultCell(value, _signed(points), said, points < 0)


def _costs(
    frame: Frame, results: Sequence[Result], columns: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, tuple[ResultCell, ...]]]:
    """Yield what a run took, where somebody knows it."""
    costs = {(one.agent, one.model): (each, one) for each in reversed(results) for one in each.costs}
    for key in ("seconds", "tokens"):
        found = [costs.get(column) for column in columns]
        cells = tuple(ResultCell() if each is None else _cost(frame, key, *each) for each in found)
        if any(cell.value for cell in cells):
            yield frame.plain(f"helps.cost.{key}"), cells


def _cost(frame: Frame, key: str, result: Result, cost: Cost) -> ResultCell:
    value, without = (cost.seconds, cost.seconds_without) if key == "seconds" else (cost.tokens, cost.tokens_without)
    if value is None:
        return ResultCell()
    shown = _amount(frame, key, value)
    if without is None:
        return ResultCell(shown)
    more = f"{_signed(round((value / without - 1) * 100))} %" if without else ""
    said = "helps.cell.baseline" if result.baseline else "helps.cell.without"
    before = _amount(frame, key, without)
    return ResultCell(shown, more, frame.plain(said, None, percent=before, label=_baseline(result)))


def _amount(frame: Frame, key: str, value: float) -> str:
    """Return seconds or tokens; milliseconds of what took less than a second."""
    if key == "seconds" and value < 1:
        return frame.plain("helps.amount.milliseconds", round(value * 1000))
    return frame.plain(f"helps.amount.{key}", round(value))


def _origin(frame: Frame, result: Result, tasks: set[int]) -> Iterator[str]:
    """Yield how many tasks, by whom, when, and about which bytes."""
    if len(tasks) == 1 and max(tasks):
        yield frame.plain("helps.tasks", max(tasks))
    key = "catalog" if result.by_catalog else "signed" if result.reporter else "publisher"
    yield frame.plain(f"helps.by.{key}", None, reporter=result.reporter).rstrip(".")
    if result.day:
        yield result.day
    label = _label(result.version)
    if result.binding is not ResultBinding.OLDER:
        is_signed = result.binding is ResultBinding.NAMED and not result.by_catalog
        yield frame.plain(f"helps.bytes.{'signed' if is_signed else result.binding}")
    elif label:
        behind = _behind(frame, result.behind).rstrip(".")
        yield ", ".join(each for each in (label, behind[:1].lower() + behind[1:]) if each)
    else:
        yield frame.plain("helps.bytes.unknown", None, digest=result.digest[:_SHOWN])


def _baseline(result: Result) -> str:
    return _label(result.baseline_version) or f"{result.baseline[:_SHOWN]}…"


def _label(label: str) -> str:
    """Return a label for people: a semantic version as it is, a digest in seven digits."""
    return label if is_label(label) else label[:_SHOWN]


def _dimension(frame: Frame, dimension: str) -> str:
    """Return our word for a dimension, else its author's."""
    key = _DIMENSIONS.get(dimension.lower())
    return frame.plain(f"helps.dimension.{key}") if key else dimension


def _signed(number: int) -> str:
    """Return a difference with its sign."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number else "±0"

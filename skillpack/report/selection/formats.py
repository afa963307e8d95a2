"""The formats of `select --format`: one row, one function."""

from collections.abc import Callable, Iterator, Mapping

from skillpack.report.selection.json import selection_json
from skillpack.report.selection.text import SelectionReport, concise_selection, selection_lines, selection_markdown
from skillpack.report.terminal.paint import Paint

Format = Callable[[SelectionReport, Paint], Iterator[str]]
"""Yields lines without newlines."""

FORMATS: Mapping[str, Format] = {
    "full": selection_lines,
    "concise": concise_selection,
    "json": lambda report, _: selection_json(report),
    "markdown": lambda report, _: selection_markdown(report),
}

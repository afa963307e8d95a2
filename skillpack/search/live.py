"""Results of live runs of other tools: what a model did, to be shown beside what words say."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from skillpack.errors import UsageError

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HINT = 'write `{"model": "…", "date": "2026-01-31", "results": [{"skill": "…", "right": 18, "asked": 20}]}`'


@dataclass(frozen=True, slots=True)
class LiveRun:
    """One run.

    Attributes:
        model: As it was called.
        date: ISO day.
        tool: What made the run; empty where nobody says.
        results: Name of a skill, requests for which it was chosen rightly, requests that were asked.
    """

    model: str
    date: str
    tool: str
    results: tuple[tuple[str, int, int], ...]


def read_results(text: str, what: str) -> tuple[LiveRun, ...]:
    """Return the runs of a file: one `{"model", "date", "results": [{"skill", "right", "asked"}]}`, or a list of them.

    Args:
        what: How the file is called in messages.

    Raises:
        UsageError: It is no JSON, or not of that form; the message names the place.
    """
    try:
        runs = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{what} is not readable as JSON: {error}", hint=_HINT) from None
    listed = runs if isinstance(runs, list) else [runs]
    return tuple(_run(run, f"{what}, run {number}") for number, run in enumerate(listed, 1))


def _run(run: object, where: str) -> LiveRun:
    if not isinstance(run, Mapping):
        raise UsageError(f"{where} is no mapping", hint=_HINT)
    model, date, tool, results = (run.get(key) for key in ("model", "date", "tool", "results"))
    if not isinstance(model, str) or not model.strip():
        raise UsageError(f"{where} does not say which `model`", hint=_HINT)
    if not isinstance(date, str) or not _DAY.fullmatch(date):
        raise UsageError(f"{where} has no `date` such as `2026-01-31`", hint=_HINT)
    if not isinstance(results, list):
        raise UsageError(f"{where} has no list `results`", hint=_HINT)
    rows = tuple(_result(row, f"{where}, result {number}") for number, row in enumerate(results, 1))
    return LiveRun(model.strip(), date, tool.strip() if isinstance(tool, str) else "", rows)


def _result(row: object, where: str) -> tuple[str, int, int]:
    skill, right, asked = (row.get(key) if isinstance(row, Mapping) else None for key in ("skill", "right", "asked"))
    if not isinstance(skill, str) or not skill:
        raise UsageError(f"{where} names no `skill`", hint=_HINT)
    if type(right) is not int or type(asked) is not int or not 0 <= right <= asked:
        raise UsageError(
            f"{where}: `right` and `asked` are not whole numbers, the first at most the second", hint=_HINT
        )
    return skill, right, asked

"""Labelled requests: of a file in JSON, JSONL, YAML, CSV, or one a line, and of the tasks that skills bring."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import yaml
from msgspec import Struct

from skillpack.errors import UsageError
from skillpack.model.evaluation import Task
from skillpack.model.selection import OwnRequest, Query
from skillpack.parse.evaluations import names_skill

_LONGEST = 500  # characters of a request
_LABELS = ("skills", "expected", "skill")  # what the column or the key of the right skills may be called
_NONE = "-"  # stands for no skill where a list cannot be empty
_HINT = 'write `skill-name: request`, one a line, or a list of `{"query": "…", "skills": ["…"]}`'
_LINE = re.compile(r"(?P<skills>[^\s:,]+(?:\s*,\s*[^\s:,]+)*)\s*:\s+(?P<query>\S.*)")
_YAML = re.compile(r"- |queries\s*:|---\s")


class QueryFile(Struct, frozen=True):
    """The requests of a file.

    Attributes:
        queries: Those with a label, in order.
        unlabelled: How many more have none, and do not count.
    """

    queries: tuple[Query, ...]
    unlabelled: int


def read_queries(text: str, what: str) -> QueryFile:
    """Return the labelled requests of a file, whatever it is called: its text tells the form.

    JSON and YAML hold a list of mappings with `query` and `skills`, alone or as `queries`; JSONL one such mapping a
    line; CSV has these columns, and names apart by `;` or `,`. Any other text is one request a line behind its names:
    `name, name: request`. In place of `skills` there may be `expected` or `skill`, each also with one name; an empty
    list, and `-` where there are no lists, say that no skill is right.

    Args:
        what: How the file is called in messages.

    Raises:
        UsageError: It is not of any such form, or holds no labelled request; the message names the place.
    """
    rows = _rows(text, what)
    queries = [_query(row, f"{what}, query {number}") for number, row in enumerate(rows, 1)]
    labelled = tuple(query for query in queries if query is not None)
    if not labelled:
        raise UsageError(f"{what} holds no labelled requests", hint=_HINT)
    return QueryFile(labelled, len(queries) - len(labelled))


def own_requests(owner: str, path: str, tasks: Iterable[Task]) -> Iterator[OwnRequest]:
    """Yield the requests among the tasks of a skill that say which skill should be chosen, or should not.

    `should_trigger` speaks of the skill that brings the task; where that is wrong and `expected_skill` names another
    one, the task is a request for this one.

    Args:
        owner: Name of the skill.
        path: Of the file of tasks, as people write it.
        tasks: Of that file.
    """
    for task in tasks:
        expected = task.expected_skill or (owner if task.should_trigger and task.expected_skill is None else "")
        if task.prompt and (expected or task.is_negative):
            text = " ".join(task.prompt[:_LONGEST].split())
            yield OwnRequest(text, owner, expected, path, task.line, names_skill(text, expected or owner))


def _rows(text: str, what: str) -> Sequence[object]:
    start = text.lstrip()
    if start.startswith(("{", "[")):
        return _listed(_json(text, what), what)
    if start and _is_header(start.splitlines()[0]):
        return list(csv.DictReader(start.splitlines(), skipinitialspace=True))
    if _YAML.match(start):
        return _listed(_yaml(text, what), what)
    lines = [line for each in start.splitlines() if (line := each.strip()) and not line.startswith("#")]
    return [found.groupdict() if (found := _LINE.fullmatch(line)) else {"query": line} for line in lines]


def _listed(rows: object, what: str) -> Sequence[object]:
    if isinstance(rows, dict):
        rows = [rows] if "query" in rows else rows.get("queries")
    if not isinstance(rows, list):
        raise UsageError(f"{what} holds no list `queries`", hint=_HINT)
    return rows


def _json(text: str, what: str) -> object:
    """Return one JSON value, or a list of those that stand on lines of their own."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if len(lines) == 1 or not _is_json(lines[0][1]):
            raise UsageError(f"{what} is not readable as JSON: {error}") from None
    wrong = next((number for number, line in lines if not _is_json(line)), 0)
    if wrong:
        raise UsageError(f"{what}, line {wrong} is not readable as JSON")
    return [json.loads(line) for _, line in lines]


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _yaml(text: str, what: str) -> object:
    try:
        return yaml.safe_load(text)
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise UsageError(f"{what} is not readable as YAML: {' '.join(str(error).split())}") from None


def _is_header(line: str) -> bool:
    columns = [column.strip() for column in next(csv.reader([line]), [])]
    return "query" in columns and not set(_LABELS).isdisjoint(columns)


def _query(row: object, where: str) -> Query | None:
    """Return one request; None where nobody says which skill is right."""
    if not isinstance(row, Mapping):
        raise UsageError(f"{where} is not a mapping", hint=_HINT)
    query = row.get("query")
    if not isinstance(query, str) or not query.strip():
        raise UsageError(f"{where} has no text `query`", hint=_HINT)
    label = next((row[key] for key in _LABELS if row.get(key) is not None), None)
    if label is None or label == "":
        return None
    names = re.split(r"\s*[,;]\s*", label.strip()) if isinstance(label, str) else label
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UsageError(f"{where} has no names `skills`", hint="write `[]` where no skill is right")
    skills = dict.fromkeys(name for name in names if name not in {"", _NONE})
    return Query(" ".join(query[:_LONGEST].split()), tuple(skills))

"""Labelled queries: requests with the skills that should be chosen for them, as JSON."""

import json
from collections.abc import Mapping

from skillpack.errors import UsageError
from skillpack.model.selection import Intent, IntentSource, Query

MOST_QUERIES = 64
"""Queries that one skill may bring."""

_LONGEST = 500  # characters of a query
_ONE_NAME = ("expected", "skill")  # in place of `skills`, as other tools call it


def read_triggers(text: str) -> tuple[Intent, ...]:
    """Return the queries that a skill brings, a list of `{"query", "should_trigger"}`; nothing where it is none.

    A file of somebody's skill that cannot be read as this is a file of another kind, and no failure.
    """
    try:
        rows = json.loads(text) if text.strip() else []
    except (ValueError, RecursionError):
        return ()
    if not isinstance(rows, list):
        return ()
    found: dict[str, Intent] = {}
    for row in rows:
        if isinstance(row, dict) and isinstance(query := row.get("query"), str) and query.strip():
            wanted = row.get("should_trigger")
            if isinstance(wanted, bool):
                line = " ".join(query[:_LONGEST].split())
                found.setdefault(line, Intent(line, IntentSource.LABELLED, wanted))
    return tuple(found.values())[:MOST_QUERIES]


def read_queries(text: str, what: str) -> tuple[Query, ...]:
    """Return the queries of a file that a person names.

    It is `{"queries": [{"query", "skills"}]}`, that list alone, or one such query a line. In place of `skills`
    there may be `expected` or `skill`, each also with one name.

    Args:
        what: How the file is called in messages.

    Raises:
        UsageError: It is no JSON, or not of that form; the message names the place.
    """
    rows = _rows(text, what)
    if isinstance(rows, dict):
        rows = [rows] if "query" in rows else rows.get("queries")
    if not isinstance(rows, list):
        raise UsageError(
            f"{what} holds no list `queries`", hint='write `{"queries": [{"query": "…", "skills": ["…"]}]}`'
        )
    if not rows:
        raise UsageError(f"{what} holds no queries", hint='write `{"query": "…", "skills": ["…"]}`, one a line')
    return tuple(_query(row, f"{what}, query {number}") for number, row in enumerate(rows, 1))


def _rows(text: str, what: str) -> object:
    """Return what a file holds: one JSON value, or a list of those that stand on lines of their own."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        return json.loads(text) if lines else []
    except (ValueError, RecursionError) as error:
        if len(lines) < 2 or not _is_json(lines[0][1]):  # noqa: PLR2004 several lines
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


def _query(row: object, where: str) -> Query:
    if not isinstance(row, Mapping):
        raise UsageError(f"{where} is no mapping")
    query = row.get("query")
    if not isinstance(query, str) or not query.strip():
        raise UsageError(f"{where} has no text `query`")
    skills = next((row[key] for key in ("skills", *_ONE_NAME) if key in row), None)
    if isinstance(skills, str) and "skills" not in row:
        skills = [skills]
    if not isinstance(skills, list) or not all(isinstance(name, str) for name in skills):
        raise UsageError(f"{where} has no list of names `skills`", hint="write `[]` where no skill should be chosen")
    return Query(" ".join(query[:_LONGEST].split()), tuple(dict.fromkeys(skills)))

"""Labelled queries: requests with the skills that should be chosen for them, as JSON."""

import json
from collections.abc import Mapping

from skillpack.errors import UsageError
from skillpack.model.selection import Intent, IntentSource, Query

MOST_QUERIES = 64
"""Queries that one skill may bring."""

_LONGEST = 500  # characters of a query


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
    """Return the queries of a file that a person names: `{"queries": [{"query", "skills"}]}`, or that list alone.

    Args:
        what: How the file is called in messages.

    Raises:
        UsageError: It is no JSON, or not of that form; the message names the place.
    """
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{what} is not readable as JSON: {error}") from None
    if isinstance(rows, dict):
        rows = rows.get("queries")
    if not isinstance(rows, list):
        raise UsageError(
            f"{what} holds no list `queries`", hint='write `{"queries": [{"query": "…", "skills": ["…"]}]}`'
        )
    return tuple(_query(row, f"{what}, query {number}") for number, row in enumerate(rows, 1))


def _query(row: object, where: str) -> Query:
    if not isinstance(row, Mapping):
        raise UsageError(f"{where} is no mapping")
    query, skills = row.get("query"), row.get("skills")
    if not isinstance(query, str) or not query.strip():
        raise UsageError(f"{where} has no text `query`")
    if not isinstance(skills, list) or not all(isinstance(name, str) for name in skills):
        raise UsageError(f"{where} has no list of names `skills`", hint="write `[]` where no skill should be chosen")
    return Query(" ".join(query[:_LONGEST].split()), tuple(dict.fromkeys(skills)))

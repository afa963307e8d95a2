"""JSON Schemas (2020-12) of the files that this room defines itself."""

from collections.abc import Mapping

from skillpack.report.install_schemas import CHANGED, OUTDATED, VERIFIED

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _object(properties: Mapping[str, object], **more: object) -> dict[str, object]:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        **more,
    }


def _text(description: str) -> dict[str, object]:
    return {"type": "string", "description": description}


def _list(items: Mapping[str, object]) -> dict[str, object]:
    return {"type": "array", "items": items}


def _or_null(schema: Mapping[str, object], description: str) -> dict[str, object]:
    return {"anyOf": [schema, {"type": "null"}], "description": description}


_COUNT = {"type": "integer", "minimum": 0}
_PLACE = {"type": "integer", "minimum": 1}
_FINGERPRINT = {
    "type": "string",
    "pattern": "^[0-9a-f]{32}$",
    "description": "The same for the same fault, wherever it moves in its file",
}

_FIX = _object(
    {
        "title": _text("What it does, as an imperative"),
        "safe": {"type": "boolean", "description": "Applied by `--fix` alone; else `--unsafe-fixes` is needed"},
        "edits": _list(
            _object(
                {
                    "path": _text("Relative to the skill"),
                    "start": {**_COUNT, "description": "In bytes, from 0"},
                    "end": {**_COUNT, "description": "In bytes, exclusive"},
                    "text": _text("What stands there instead"),
                }
            )
        ),
        "renames": _list(
            _object({"from": _text("Relative to the skill; `.` for its folder"), "to": _text("The new path")})
        ),
    }
)

_WHERE = {
    "path": _text("File or folder; empty for the set"),
    "line": _or_null(_PLACE, "From 1; null for the file as a whole"),
    "column": _or_null(_PLACE, "From 1, in characters"),
    "end": _or_null(_object({"line": _PLACE, "column": _PLACE}), "Exclusive"),
}

_FINDING = _object(
    {
        "code": _text("Code of the rule: `skillpack explain CODE`"),
        "name": _text("Name of the rule; empty where it is not known"),
        "severity": {"enum": ["error", "warning", "info"]},
        "skill": _text("Name of the skill; empty for the set"),
        **_WHERE,
        "others": {**_list(_object(_WHERE)), "description": "Where else the same was found, in order"},
        "message": _text("One sentence without full stop"),
        "hint": _text("What to do, or empty"),
        "facts": {"type": "object", "additionalProperties": {"type": "string"}},
        "fix": _or_null(_FIX, "How it could be fixed"),
        "suppressed": _or_null(
            _object(
                {
                    "reason": _text("Why it is accepted"),
                    "expires": _or_null({"type": "string"}, "ISO date, the last day it holds"),
                }
            ),
            "The suppression that covers it on the day of the report",
        ),
        "fingerprint": _FINGERPRINT,
    }
)

FINDINGS: Mapping[str, object] = _object(
    {
        "version": {"const": 1},
        "tool": _object({"name": {"const": "skillpack"}, "version": {"type": "string"}}),
        "summary": _object(
            {
                "skills": {**_COUNT, "description": "Skills that were checked"},
                "errors": {**_COUNT, "description": "Like warnings and infos, without suppressed ones"},
                "warnings": _COUNT,
                "infos": _COUNT,
                "suppressed": _COUNT,
                "fixable": {**_COUNT, "description": "By `--fix`"},
                "unsafe": {**_COUNT, "description": "More by `--unsafe-fixes`"},
                "known": {**_COUNT, "description": "Accepted by a baseline, and left out of `findings`"},
            }
        ),
        "findings": _list(_FINDING),
    },
    **{"$schema": _DIALECT, "$id": "urn:skillpack:schema:findings:1", "title": "Findings of skillpack check"},
)
"""What `check --format json` writes."""

BASELINE: Mapping[str, object] = _object(
    {
        "version": {"const": 1},
        "accepted": _list(
            _object(
                {
                    "rule": _text("Code of the rule"),
                    "skill": _text("Name of the skill; empty for the set"),
                    "path": _text("File or folder; empty for the set"),
                    "fingerprint": _FINGERPRINT,
                    "message": _text("Of one of the findings, for people"),
                    "count": {**_PLACE, "description": "How many of them are accepted"},
                }
            )
        ),
    },
    **{"$schema": _DIALECT, "$id": "urn:skillpack:schema:baseline:1", "title": "Baseline of skillpack check"},
)
"""What `check --baseline` reads and writes."""

_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
_NAMES = _list({"type": "string"})
_RATE = {
    "hit1": {**_SHARE, "description": "Share for which a right skill comes first"},
    "hit3": {**_SHARE, "description": "The same for the first three"},
}
_FOUND = _object(
    {
        "requests": {**_COUNT, "description": "Labelled requests; one with several right skills is one"},
        **_RATE,
        "whole": {**_object(_RATE), "description": "The same if there were room for every description"},
        "missed": _list(
            _object(
                {
                    "text": _text("A request for which another skill comes first, with room for every description"),
                    "skills": {**_NAMES, "description": "Those that are right and listed"},
                    "rank": {**_COUNT, "description": "Place of the first of them, from 1; 0 where none is found"},
                    "first": _text("The skill that comes first; empty where no description has a word of the request"),
                    "words": {**_NAMES, "description": "Words of the request that only that one has"},
                }
            )
        ),
        "unanswerable": {**_COUNT, "description": "Labelled requests that no skill is right for"},
        "false_positives": _list(
            _object(
                {
                    "text": _text("One of those, of which a description has half of the words"),
                    "name": _text("The skill that comes first"),
                    "share": {**_SHARE, "description": "How many of the words its description has"},
                }
            )
        ),
    }
)
_SIGHT = {"enum": ["whole", "cut", "name", "absent"]}

_SELECTED = _object(
    {
        "name": _text("Of the skill"),
        "shown": _object(
            {
                "length": {**_COUNT, "description": "Characters of what is shown of it"},
                "best": {**_SIGHT, "description": "When every other skill is used less"},
                "worst": {**_SIGHT, "description": "When every other skill is used more"},
                "chance": {**_SHARE, "description": "That more than the name is shown when all are used alike"},
            }
        ),
    }
)

SELECTION: Mapping[str, object] = _object(
    {
        "version": {"const": 2},
        "tool": _object({"name": {"const": "skillpack"}, "version": {"type": "string"}}),
        "reader": _text("What the numbers mean, and what they do not"),
        "hosts": _list(
            _object(
                {
                    "host": _text("Name of its profile"),
                    "title": _text("As people know it"),
                    "shown": _object(
                        {
                            "budget": {**_COUNT, "description": "Characters of its list; 0 where it is not known"},
                            "needed": {**_COUNT, "description": "Characters that all of it would take"},
                            "listed": {**_COUNT, "description": "Skills that are listed at all"},
                            "fewest": {
                                **_COUNT,
                                "description": "Descriptions shown whole if the longest are used most",
                            },
                            "most": {**_COUNT, "description": "The same if the shortest are used most"},
                            "even": {**_COUNT, "description": "The same if all are used alike"},
                            "at_default_window": {
                                "type": "boolean",
                                "description": "The budget is a share of the model's window, and its default is meant",
                            },
                            "unknown": {
                                **_list({"enum": ["budget", "overflow", "line"]}),
                                "description": "What is not known of the host and was left out",
                            },
                        }
                    ),
                    "found": _or_null(_FOUND, "How labelled requests find their skills in its list; null without any"),
                    "skills": _list(_SELECTED),
                }
            )
        ),
    },
    **{"$schema": _DIALECT, "$id": "urn:skillpack:schema:selection:2", "title": "Selection by skillpack select"},
)
"""What `select --json` writes."""

SCHEMAS: Mapping[str, Mapping[str, object]] = {
    "findings.json": FINDINGS,
    "baseline.json": BASELINE,
    "selection.json": SELECTION,
    "changed.json": CHANGED,
    "outdated.json": OUTDATED,
    "verified.json": VERIFIED,
}
"""File name below `schema/` of the site -> schema."""

"""JSON Schemas (2020-12) of the files that this room defines itself."""

from collections.abc import Mapping

from skillpack.report.installing_schemas import CHANGED, OUTDATED, VERIFIED

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
        "fix": _or_null(_FIX, "How it could be mended"),
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
_SUPPRESSED = _or_null(
    _object(
        {
            "reason": _text("Why it is accepted"),
            "expires": _or_null({"type": "string"}, "ISO date, the last day it holds"),
        }
    ),
    "The suppression that covers it on the day of the report",
)
_FOUND = _object(
    {
        "requests": {**_COUNT, "description": "How many were asked"},
        "labelled": {**_COUNT, "description": "How many of them were written down for the purpose"},
        "hit1": {**_SHARE, "description": "Share for which the right skill comes first"},
        "hit3": {**_SHARE, "description": "The same for the first three"},
        "mrr": {**_SHARE, "description": "Mean of 1 / rank"},
    }
)
_LOST = _object(
    {
        "text": _text("The request"),
        "source": {
            "enum": ["description", "body", "example", "labelled"],
            "description": "Where the skill says that it is meant for it",
        },
        "rank": {**_COUNT, "description": "Place of the skill, from 1; 0 where its description has no word of it"},
        "thief": _text("The skill that comes first; empty where no description has a word of it"),
        "decided": {**_NAMES, "description": "Words by which that one is ahead, the weightiest first"},
        "lacking": {**_NAMES, "description": "Words that the own description does not have, the rarest first"},
        "partly": {
            "type": "boolean",
            "description": "A clause of the own description, of which another says nearly as much",
        },
    }
)
_COUNTS = _list(_object({"name": _text("Of a skill"), "requests": _COUNT}))
_SIGHT = {"enum": ["whole", "cut", "name", "absent"]}
_PART = {"enum": ["new", "changed", "same"]}

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
        "requests": _COUNT,
        "labelled": {"type": "boolean", "description": "The requests were written down for the purpose"},
        "hit1": _SHARE,
        "hit3": _SHARE,
        "mrr": _SHARE,
        "score": {"type": "number", "description": "What skills are compared by"},
        "weak": {"type": "boolean", "description": "So much is lost that somebody should look"},
        "lost": _list(_LOST),
        "say": {**_NAMES, "description": "Words that its description should say, the most useful first"},
        "unwanted": {**_NAMES, "description": "Labelled queries that must not bring it up, and do"},
        "taken_by": {**_COUNTS, "description": "Who wins its requests"},
        "takes_from": {**_COUNTS, "description": "Whose requests it wins"},
        "suppressed": _SUPPRESSED,
    }
)

_THEFT = _object(
    {
        "name": _text("The skill that loses requests"),
        "part": {**_PART, "description": "What it has to do with the change"},
        "thief": _text("Who wins them now; empty where nobody does"),
        "by": {**_PART, "description": "What that one has to do with the change"},
        "hosts": {**_NAMES, "description": "Titles of those for which it is so"},
        "lost": _list(_LOST),
        "suppressed": _SUPPRESSED,
    }
)

_COMPARED = _object(
    {
        "reference": _text("The earlier state, as it was named"),
        "regressed": {"type": "boolean", "description": "Something is worse that nobody accepts: exit status 1"},
        "added": _NAMES,
        "changed": {**_NAMES, "description": "Skills of which the first host shows another text"},
        "removed": _NAMES,
        "before": _FOUND,
        "won": {**_COUNTS, "description": "Who wins requests that it lost before"},
        "taken": {**_list(_THEFT), "description": "Requests that were won before, and are lost"},
        "shared": {**_list(_THEFT), "description": "Requests of which another description now says nearly as much"},
        "hidden": _list(
            _object(
                {
                    "name": _text("The skill whose description may be hidden or cut"),
                    "host": _text("Title of the host"),
                    "before": {**_SIGHT, "description": "In the worst case, like `now`"},
                    "now": _SIGHT,
                    "suppressed": _SUPPRESSED,
                }
            )
        ),
    }
)

SELECTION: Mapping[str, object] = _object(
    {
        "version": {"const": 1},
        "tool": _object({"name": {"const": "skillpack"}, "version": {"type": "string"}}),
        "reader": _text("What the numbers mean, and what they do not"),
        "live": _list(
            _object(
                {
                    "model": _text("A model that was asked"),
                    "date": _text("ISO day"),
                    "tool": _text("What made the run, or empty"),
                    "results": _list(
                        _object(
                            {
                                "skill": _text("Of which skill"),
                                "right": {**_COUNT, "description": "Requests for which it was chosen rightly"},
                                "asked": {**_COUNT, "description": "Requests that were asked"},
                            }
                        )
                    ),
                }
            )
        ),
        "against": _or_null(_COMPARED, "What a change does; null where nothing is compared"),
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
                    "found": _FOUND,
                    "greedy": _list(
                        _object(
                            {
                                "name": _text("A skill that wins many requests of others"),
                                "taken": _COUNT,
                                "victims": {**_COUNT, "description": "From how many skills"},
                                "usual": {"type": "number", "description": "How many a skill takes on average"},
                            }
                        )
                    ),
                    "neighbours": _list(
                        _object(
                            {
                                "one": _text("A skill"),
                                "other": _text("A skill near it, while neither names the other"),
                                "taken": {**_COUNT, "description": "Requests that one wins from the other, both ways"},
                                "overlap": {**_SHARE, "description": "Likeness of names and descriptions"},
                            }
                        )
                    ),
                    "no_intent": {**_NAMES, "description": "Skills that say nowhere what they are for"},
                    "silent": {**_NAMES, "description": "Skills of which at most the name is shown"},
                    "strays": _list(
                        _object(
                            {
                                "text": _text("A query that should bring nothing up"),
                                "name": _text("The skill that comes first"),
                                "share": {**_SHARE, "description": "How much of the query its description has"},
                            }
                        )
                    ),
                    "bundles": _list(
                        _object(
                            {
                                "centre": _text("The skill that is most like the others"),
                                "names": _NAMES,
                                "characters": _COUNT,
                                "fits": {"type": "boolean"},
                            }
                        )
                    ),
                    "skills": _list(_SELECTED),
                }
            )
        ),
    },
    **{"$schema": _DIALECT, "$id": "urn:skillpack:schema:selection:1", "title": "Selection by skillpack select"},
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

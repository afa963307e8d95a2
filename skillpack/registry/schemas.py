"""The JSON Schemas (2020-12) of what we publish, as values; `schema/` of the site holds them.

They are written by hand. Generated from classes (`msgspec.json.schema`) they would accept the same, but be hardly
shorter, sort the words of an enumeration, and need a class for each object of which nobody makes an instance.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from skillpack.catalog import paths
from skillpack.model.ability import AbilityOrigin, AbilityRow, Unread
from skillpack.model.evidence import SignatureState
from skillpack.model.output import OutputFile
from skillpack.model.review import CoverageState, Reviewer, ReviewVerdict
from skillpack.registry.lines import compact, encoded
from skillpack.registry.results import HELP_SCHEMA, RESULTS_SCHEMA

Schema = Mapping[str, Any]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NAME = {"type": "string", "pattern": r"^[\w-]{1,64}$"}
_LABEL = {
    "type": "string",
    "pattern": r"^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$",
    "description": "The version that people see",
}
_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 of the tree's SHA256SUMS text"}
_SHA256 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_DATE = {"type": "string", "description": "ISO date"}
_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_COUNT = {"type": "integer", "minimum": 0}
_PATH = {"type": "string", "pattern": r"^[^/\\:?#%][^\\:?#%]*$", "description": "Relative to the root of the site"}
_URL = {"type": "string", "format": "uri-reference", "description": "Relative to this file"}
_STATE = {"enum": ["published", "withheld", "renamed", "withdrawn"]}
_NUMBER = {"const": 1, "description": "Number of the format"}


def _object(properties: Mapping[str, object], *required: str, **more: object) -> dict[str, object]:
    # Other keys are allowed: a later program of the same format may add some.
    return {"type": "object", "properties": dict(properties), "required": list(required), **more}


_TOKENS = _object({"always": _COUNT, "opened": _COUNT, "on_demand": _COUNT}, "always", "opened", "on_demand")

_SIGNATURE_STATE = {
    "enum": [str(state) for state in SignatureState],
    "description": "What was found of the signature, by the signers that the catalog names",
}

_REVIEW_STATE = {
    "enum": [str(state) for state in CoverageState if state is not CoverageState.NONE],
    "description": "What reviews of what is offered come to; absent where nobody looked at it",
}

_REVIEW = {
    "digest": {**_DIGEST, "description": "Of the content that was looked at"},
    "since": {**_DIGEST, "description": "Of the content whose differences to it were looked at; absent for all of it"},
    "version": {"type": "string", "description": "Label that the content had; it proves nothing"},
    "by": {"type": "string", "description": "Name of the person, or of the model"},
    "kind": {"enum": [str(kind) for kind in Reviewer], "default": "person"},
    "date": _DATE,
    "verdict": {
        "enum": [str(verdict) for verdict in ReviewVerdict],
        "description": "What the reviewer says: nothing harmful found, that and used with success, not to be used",
    },
    "note": _TEXT,
}

_LISTED = _object(
    {
        "name": _NAME,
        "description": _TEXT,
        "label": _LABEL,
        "digest": _DIGEST,
        "state": _STATE,
        "status": {"enum": ["experimental", "stable", "deprecated"]},
        "successor": _NAME,
        "reason": _TEXT,
        "tags": _TEXTS,
        "author": _TEXTS,
        "license": _TEXT,
        "tokens": _TOKENS,
        "updated": _DATE,
        "user_invocable": {"const": False, "description": "Only agents can start it, so lists for people omit it"},
        "signature": _SIGNATURE_STATE,
        "signer": {"type": "string", "description": "Who made the signature, by its own word unless it is `valid`"},
        "review": _REVIEW_STATE,
        "reviewer": {"type": "string", "description": "Who made the newest of the reviews that `review` follows from"},
        "help": HELP_SCHEMA,
        "page": _PATH,
        "record": _PATH,
    },
    "name",
    "description",
    "state",
)

_ABILITY = _object(
    {
        "kind": {"type": "string", "description": "`sends`, `fetches`, `starts`, `deletes`, `key-file` …"},
        "words": {"type": "string", "description": "The shortest that show it"},
        "target": {"type": "string", "description": "Host, path, variable, program or package, where it is written"},
        "file": _TEXT,
        "line": {**_COUNT, "description": "0 for the file as a whole"},
        "from": {"enum": [str(origin) for origin in AbilityOrigin]},
    },
    "kind",
    "words",
    "file",
    "line",
    "from",
)

_ABILITIES = _object(
    {
        "rows": {
            "type": "object",
            "propertyNames": {"enum": [str(row) for row in AbilityRow]},
            "additionalProperties": {"type": "array", "items": _ABILITY},
            "description": "Row -> what was found of it; every row is there, also where nothing was found",
        },
        "left_out": {**_COUNT, "description": "How many more there are"},
        "files": {**_COUNT, "description": "How many there are to read"},
        "unread": {
            "type": "object",
            "additionalProperties": {"enum": [str(why) for why in Unread]},
            "description": "Files of which nothing can be said, and why",
        },
    },
    description="What it can do, as seen by reading its files; nothing was run",
)

_VERSION = _object(
    {
        "label": _LABEL,
        "digest": _DIGEST,
        "version": {"type": "string", "description": "SHA-256 of the body, 16 hex digits"},
        "date": _DATE,
        "yanked": {"type": "string", "description": "Why it is no longer offered"},
        "archive": _object({"url": _URL, "sha256": _SHA256, "size": _COUNT}, "url", "sha256", "size"),
        "markdown": _object({"url": _URL, "sha256": _SHA256}, "url", "sha256"),
        "also": {
            "type": "object",
            "additionalProperties": _SHA256,
            "description": "Other archives, by file extension",
        },
        "signature": {
            **_object({"url": _URL, "sha256": _SHA256}, "url", "sha256"),
            "description": "The signature of the content, beside the archive; it may have come after it",
        },
        "files": {
            "type": "array",
            "items": _object(
                {"path": _TEXT, "size": _COUNT, "sha256": _SHA256, "mode": {"enum": ["644", "755"]}},
                "path",
                "size",
                "sha256",
                "mode",
            ),
        },
        "permissions": _object(
            {"allowed_tools": _TEXTS, "scripts": _TEXTS, "shell_lines": _TEXTS, "metaskill": _TEXT},
        ),
        "abilities": _ABILITIES,
        "requires": _object({"bins": _TEXTS, "env": _TEXTS, "os": _TEXTS}),
        "depends": {"type": "object", "additionalProperties": _TEXT},
        "front_matter": {"type": "object", "additionalProperties": _TEXT, "description": "Source text of each field"},
    },
    "label",
    "digest",
    "archive",
)

_SAID = _object(
    {
        **_REVIEW,
        "origin": {"type": "string", "description": "The catalog that it was taken from; absent for this one's own"},
        "signer": {"type": "string", "description": "The configured signer who signed it"},
    },
    "digest",
    "by",
    "date",
    "verdict",
)

_SCAN = _object(
    {
        "tool": _TEXT,
        "version": _TEXT,
        "date": _DATE,
        "errors": _COUNT,
        "warnings": _COUNT,
        "notes": _COUNT,
        "digest": {**_DIGEST, "description": "Of the content that it read; absent where it names no bytes"},
        "file": {"type": "string", "description": "The report, relative to the catalog's folder"},
    },
    "tool",
    "errors",
    "warnings",
    "notes",
    "file",
)

CATALOG: Schema = {
    "$schema": _DRAFT,
    "title": "Catalog of agent skills",
    **_object(
        {
            "schema": _NUMBER,
            "name": _TEXT,
            "title": _TEXT,
            "description": _TEXT,
            "site_url": _TEXT,
            "skills": {"type": "array", "items": _LISTED},
        },
        "schema",
        "skills",
    ),
}

VERSIONS: Schema = {
    "$schema": _DRAFT,
    "title": "Latest version of each agent skill",
    **_object(
        {
            "schema": _NUMBER,
            "skills": {
                "type": "object",
                "propertyNames": _NAME,
                "additionalProperties": _object(
                    {"label": _LABEL, "digest": _DIGEST, "yanked": _TEXT, "signature": _SHA256}, "label", "digest"
                ),
            },
        },
        "schema",
        "skills",
    ),
}

BUNDLES: Schema = {
    "$schema": _DRAFT,
    "title": "Bundles of agent skills",
    **_object(
        {
            "schema": _NUMBER,
            "bundles": {
                "type": "object",
                "propertyNames": _NAME,
                "additionalProperties": _object(
                    {
                        "label": _LABEL,
                        "description": _TEXT,
                        "skills": {"type": "array", "items": _NAME, "description": "Names of available skills"},
                    },
                    "label",
                    "skills",
                ),
            },
        },
        "schema",
        "bundles",
    ),
}

RECORD: Schema = {
    "$schema": _DRAFT,
    "title": "Everything published under one name",
    **_object(
        {
            "schema": _NUMBER,
            "name": _NAME,
            "description": _TEXT,
            "state": _STATE,
            "status": _TEXT,
            "successor": _NAME,
            "reason": _TEXT,
            "not_loaded_by": {
                **_TEXTS,
                "description": "Profiles whose hosts reject the available version",
            },
            "trust": {
                "enum": ["global", "external"],
                "description": "Who maintains the skill, if not this catalog",
            },
            "results": RESULTS_SCHEMA,
            "signature": _object(
                {
                    "state": _SIGNATURE_STATE,
                    "known_as": {"type": "string", "description": "The configured signer that made it"},
                    "signer": {"type": "string", "description": "Who made it; its own word without `known_as`"},
                    "root": {"type": "string", "description": "The end of its certificates, or issuer of an identity"},
                    "identity": {"type": "string", "description": "Digest that tells the signer from any other"},
                    "valid_from": _DATE,
                    "valid_until": _DATE,
                    "signed_on": {"type": "string", "description": "ISO date of its record, where one was verified"},
                    "recorded_by": {"type": "string", "description": "The log or timestamp authority that recorded it"},
                    "changed": {
                        "type": "array",
                        "items": _object({"path": _TEXT, "signed": _SHA256, "found": _SHA256}, "path"),
                    },
                    "missing": _TEXTS,
                    "unsigned": _TEXTS,
                    "problem": _TEXT,
                    "in_repository": {
                        "const": True,
                        "description": "The file of `known_as` lies in the repository of the skill",
                    },
                },
                "state",
            ),
            "reviews": {
                **_object(
                    {
                        "state": _REVIEW_STATE,
                        "changed": {**_COUNT, "description": "Of `older`: how many files differ"},
                        "chain": {
                            "type": "array",
                            "items": _SAID,
                            "description": "What the state follows from, the newest step first",
                        },
                        "others": {"type": "array", "items": _SAID, "description": "Further reviews, the newest first"},
                        "scans": {"type": "array", "items": _SCAN, "description": "Reports of scanners"},
                    },
                    "state",
                ),
                "description": "Who looked at what is offered, as the catalog counts it; absent where nobody did",
            },
            "purged": {
                "type": "array",
                "items": _object(
                    {
                        "label": _LABEL,
                        "digest": _DIGEST,
                        "date": {"type": "string", "description": "ISO date of publication"},
                        "reason": {"type": "string", "description": "Why it was removed"},
                    },
                    "label",
                    "digest",
                    "reason",
                ),
                "description": "Versions whose archives were removed; their labels cannot be reused",
            },
            "versions": {"type": "array", "items": _VERSION, "description": "Newest first"},
        },
        "schema",
        "name",
        "state",
        "versions",
    ),
}

REVIEWS: Schema = {
    "$schema": _DRAFT,
    "title": "Reviews of agent skills by people and models of one catalog",
    **_object(
        {
            "schema": _NUMBER,
            "name": _TEXT,
            "title": _TEXT,
            "site_url": _TEXT,
            "reviews": {
                "type": "array",
                "items": _object({"skill": _NAME, **_REVIEW}, "skill", "digest", "by", "date", "verdict"),
            },
        },
        "schema",
        "reviews",
    ),
}

INDEX: Schema = {
    "$schema": _DRAFT,
    "title": "Prompt index of agent skills",
    **_object(
        {
            "skills": {
                "type": "array",
                "items": _object(
                    {
                        "name": _TEXT,
                        "description": _TEXT,
                        "location": _TEXT,
                        "argument_hint": _TEXT,
                        "metaskill": _TEXT,
                        "requires": _object({"bins": _TEXTS, "env": _TEXTS, "os": _TEXTS}),
                    },
                    "name",
                    "description",
                    "location",
                ),
            }
        },
        "skills",
    ),
}

SCHEMAS: Mapping[str, Schema] = {
    "catalog.json": CATALOG,
    "versions.json": VERSIONS,
    "bundles.json": BUNDLES,
    "reviews.json": REVIEWS,
    "record.json": RECORD,
    "index.json": INDEX,
}
"""File below `schema/` -> its content."""


def schema_files(more: Mapping[str, Mapping[str, object]]) -> Iterator[OutputFile]:
    """Yield the schemas as files of the site.

    Args:
        more: File name -> schema, of what other rooms write.
    """
    for file, schema in {**SCHEMAS, **more}.items():
        yield OutputFile(paths.schema(file), (encoded(compact(schema) + "\n"),))

"""JSON Schemas (2020-12) of what the commands about installed skills print with `--json`: lists of flat records."""

from collections.abc import Mapping, Sequence

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ACTIONS = ("add", "replace", "remove", "restore", "keep", "refuse", "fail")
_STANDINGS = (
    *("current", "newer", "older", "changed", "republished", "held", "yanked", "withdrawn", "renamed", "removed"),
    *("unreachable", "sourceless", "damaged"),
)
_KINDS = ("changed", "added", "removed", "special", "unreadable")


def _text(description: str) -> dict[str, object]:
    return {"type": "string", "description": description}


def _text_or_null(description: str) -> dict[str, object]:
    return {"anyOf": [{"type": "string"}, {"type": "null"}], "description": description}


def _flag(description: str) -> dict[str, object]:
    return {"type": "boolean", "description": description}


def _records(
    name: str, title: str, properties: Mapping[str, object], required: Sequence[str] | None = None
) -> dict[str, object]:
    """Return the schema of a list of records; keys that are not required are there where they mean something."""
    items = {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }
    return {
        "$schema": _DIALECT,
        "$id": f"urn:skillpack:schema:{name}:1",
        "title": title,
        "type": "array",
        "items": items,
    }


_PLACE = {
    "path": _text("Folder of the skill"),
    "target": _text("The root as flags say it: `global`, `workspace:PATH`, `agent:NAME:global`, `root:PATH`"),
}
_STANDING = {
    "installed": _text("Version that is there"),
    "offered": _text_or_null("Version that its source offers instead; null for none"),
    "standing": {"enum": list(_STANDINGS), "description": "How the two stand to each other"},
    "successor": _text("Name that a renamed skill has now, or empty"),
    "yanked": _text("Why the installed version was taken back, or empty"),
    "help": _text("The command that helps, or empty"),
}

CHANGED: Mapping[str, object] = _records(
    "changed",
    "What skillpack install, update, uninstall and rollback did",
    {
        "name": _text("Of the skill; of what failed, the SPEC or the root"),
        "action": {"enum": list(_ACTIONS), "description": "`fail`: it never came so far as to be decided on"},
        "done": _flag("False for what is only planned (`--dry-run`), kept, refused, declined or failed"),
        "reason": _text("Why it was kept, refused or failed, or empty"),
        "hint": _text("What helps, or empty"),
        "was": _text_or_null("Version that was there before; null for none of ours"),
        "now": _text_or_null("Version that is there afterwards (`rollback`)"),
        "label": _text_or_null("Version that was to be placed"),
        "digest": _text_or_null("Of its files, 64 hex digits"),
        "date": _text("When it was published, an ISO date, or empty"),
        "source": {"type": "object", "description": "Where it came from, as the receipt has it"},
        "trust": _text("The same in one sentence, and what was checked"),
        "purged": _flag("The previous version is gone too (`uninstall --purge`)"),
        **_STANDING,
        **_PLACE,
    },
    ("name", "action", "done", "reason"),
)

OUTDATED: Mapping[str, object] = _records(
    "outdated",
    "What skillpack outdated found",
    {"name": _text("Of the skill"), "reason": _text("Why it stands so, or empty"), **_STANDING, **_PLACE},
)

VERIFIED: Mapping[str, object] = _records(
    "verified",
    "What skillpack verify found",
    {
        "name": _text("Of the skill"),
        "label": _text_or_null("Its version; null for what is only in the lock file"),
        "digest": _text_or_null("Of its files as they were placed, 64 hex digits"),
        "sound": _flag("Every byte is as it was placed, and as the lock file says"),
        "fault": _text("What is wrong as a whole, or empty"),
        "differences": {
            "type": "array",
            "description": "Every file that is not as it was placed",
            "items": {
                "type": "object",
                "properties": {"kind": {"enum": list(_KINDS)}, "path": _text("Relative to the skill")},
                "required": ["kind", "path"],
                "additionalProperties": False,
            },
        },
        "not_ours": {
            "type": "array",
            "description": "Paths of files in `__pycache__`, which Python makes and runs; they change no status",
            "items": {"type": "string"},
        },
        **_PLACE,
    },
)

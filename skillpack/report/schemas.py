"""JSON Schemas (2020-12) of what commands report.

They are put together by hand. Generated from classes (`msgspec.json.schema`) they would accept the same, but be longer:
nearly every key has words of its own, and what writes a report makes no instances of such classes.
"""

from collections.abc import Mapping, Sequence

Schema = dict[str, object]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _document(name: str, title: str, schema: Schema) -> Schema:
    """Return the schema of a whole document; its name ends with the number of the format."""
    return {"$schema": _DIALECT, "$id": f"urn:skillpack:schema:{name}", "title": title, **schema}


def _object(**properties: object) -> Schema:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _text(description: str) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", "description": description}


def _flag(description: str) -> Schema:
    """Return the schema of what is true or false."""
    return {"type": "boolean", "description": description}


def _count(description: str) -> Schema:
    """Return the schema of a number of things."""
    return {"type": "integer", "minimum": 0, "description": description}


def _share(description: str) -> Schema:
    """Return the schema of a part of a whole, 0 to 1."""
    return {"type": "number", "minimum": 0, "maximum": 1, "description": description}


def _one_of(values: Sequence[str], description: str) -> Schema:
    """Return the schema of a word of these."""
    return {"enum": list(values), "description": description}


def _list(items: Mapping[str, object], description: str = "") -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def _or_null(description: str, schema: Mapping[str, object] = {"type": "string"}) -> Schema:
    """Return the schema of a value, by default a text, that may be null."""
    return {"anyOf": [schema, {"type": "null"}], "description": description}


_TOOL = _object(name={"const": "skillpack"}, version={"type": "string"})
_COUNT = {"type": "integer", "minimum": 0}
_PLACE = {"type": "integer", "minimum": 1}
_FINGERPRINT = {
    "type": "string",
    "pattern": "^[0-9a-f]{32}$",
    "description": "The same for the same fault, wherever it moves in its file",
}

_FIX = _object(
    title=_text("What it does, as an imperative"),
    safe=_flag("Applied by `--fix` alone; else `--unsafe-fixes` is needed"),
    edits=_list(
        _object(
            path=_text("Relative to the skill"),
            start=_count("In bytes, from 0"),
            end=_count("In bytes, exclusive"),
            text=_text("What stands there instead"),
        )
    ),
    renames=_list(_object(**{"from": _text("Relative to the skill; `.` for its folder"), "to": _text("The new path")})),
    newlines=_list(_text("A file, relative to the skill, whose CRLF becomes LF after the edits")),
)

_WHERE = {
    "path": _text("File or folder; empty for the set"),
    "line": _or_null("From 1; null for the file as a whole", _PLACE),
    "column": _or_null("From 1, in characters", _PLACE),
    "end": _or_null("Exclusive", _object(line=_PLACE, column=_PLACE)),
}

_FINDING = _object(
    code=_text("Code of the rule: `skillpack explain CODE`"),
    name=_text("Name of the rule; empty where it is not known"),
    severity={"enum": ["error", "warning", "info"]},
    skill=_text("Name of the skill; empty for the set"),
    **_WHERE,
    others=_list(_object(**_WHERE), "Where else the same was found, in order"),
    message=_text("One sentence without full stop"),
    hint=_text("What to do, or empty"),
    facts={"type": "object", "additionalProperties": {"type": "string"}},
    fix=_or_null("How it could be fixed", _FIX),
    suppressed=_or_null(
        "The suppression that covers it on the day of the report",
        _object(reason=_text("Why it is accepted"), expires=_or_null("ISO date, the last day it holds")),
    ),
    fingerprint=_FINGERPRINT,
    secret=_or_null(
        "What a `[[suppress]]` of a secret must name",
        _object(
            file=_text("Relative to the skill, or to the catalog where the finding has no skill"),
            fingerprint={"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "Of the text; ends with it"},
        ),
    ),
)

FINDINGS: Mapping[str, object] = _document(
    "findings:1",
    "Findings of skillpack check",
    _object(
        version={"const": 1},
        tool=_TOOL,
        summary=_object(
            skills=_count("Skills that were checked"),
            errors=_count("Like warnings and infos, without suppressed ones"),
            warnings=_COUNT,
            infos=_COUNT,
            suppressed=_COUNT,
            fixable=_count("By `--fix`"),
            unsafe=_count("More by `--unsafe-fixes`"),
            known=_count("Accepted by a baseline, and left out of `findings`"),
        ),
        findings=_list(_FINDING),
    ),
)
"""What `check --format json` writes."""

BASELINE: Mapping[str, object] = _document(
    "baseline:1",
    "Baseline of skillpack check",
    _object(
        version={"const": 1},
        accepted=_list(
            _object(
                rule=_text("Code of the rule"),
                skill=_text("Name of the skill; empty for the set"),
                path=_text("File or folder; empty for the set"),
                fingerprint=_FINGERPRINT,
                message=_text("Of one of the findings, for people"),
                count={**_PLACE, "description": "How many of them are accepted"},
            )
        ),
    ),
)
"""What `check --baseline` reads and writes."""

_NAME = {"type": "string"}
_RATE = {
    "hit1": _share("Share for which a right skill comes first"),
    "hit3": _share("The same for the first three"),
}
_FOUND = _object(
    requests=_count("Labelled requests; one with several right skills is one"),
    **_RATE,
    whole={**_object(**_RATE), "description": "The same if there were room for every description"},
    missed=_list(
        _object(
            text=_text("A request for which another skill comes first, with room for every description"),
            skills=_list(_NAME, "Those that are right and listed"),
            rank=_count("Place of the first of them, from 1; 0 where none is found"),
            first=_text("The skill that comes first; empty where no description has a word of the request"),
            words=_list(_NAME, "Words of the request that only that one has"),
        )
    ),
    unanswerable=_count("Labelled requests that no skill is right for"),
    false_positives=_list(
        _object(
            text=_text("One of those, of which a description has half of the words"),
            name=_text("The skill that comes first"),
            share=_share("How many of the words its description has"),
        )
    ),
)
_OF_REQUESTS = _object(
    requests=_count("How many there are"),
    hit1=_share("Of them whose skill comes first"),
    hit5=_share("Of them whose skill is among the first five"),
)
_OWN = _object(
    skills=_count("Skills that bring labelled requests among their tasks"),
    unnamed={**_OF_REQUESTS, "description": "Requests that should find a skill and do not name it"},
    named={**_OF_REQUESTS, "description": "Requests that should find a skill and name it: they are easy"},
    negatives=_count("Requests that should not find the skill that brings them"),
    wrong=_count("Those that do: it comes first, with half of their words"),
    absent=_count("Requests that expect a skill that is not there; they do not count"),
    unjudged=_count("Requests that name the skill which they should not find; they do not count"),
    requests=_list(
        _object(
            text=_text("The request"),
            owner=_text("Skill that brings it"),
            expected=_text("Skill that is right; empty where the owner is wrong"),
            file=_text("File of tasks"),
            line=_count("From 1; 0 where unknown"),
            names_skill=_flag("It names the skill that is right"),
            right=_flag("The right skill comes first, or the owner that is wrong does not"),
            place=_count("Of the one or the other, from 1; 0 where it has no word of the request"),
            first=_text("The skill that comes first; empty where no description has a word of the request"),
            words=_list(_NAME, "Words of the request that decided it, where it is not right"),
        )
    ),
)
_SIGHTS = ("whole", "cut", "name", "absent")

_SELECTED = _object(
    name=_text("Of the skill"),
    shown=_object(
        length=_count("Characters of what is shown of it"),
        best=_one_of(_SIGHTS, "When every other skill is used less"),
        worst=_one_of(_SIGHTS, "When every other skill is used more"),
        chance=_share("That more than the name is shown when all are used alike"),
    ),
)

SELECTION: Mapping[str, object] = _document(
    "selection:2",
    "Selection by skillpack select",
    _object(
        version={"const": 2},
        tool=_TOOL,
        reader=_text("What the numbers mean, and what they do not"),
        own=_or_null("How the requests that skills bring find them in the list of the first host; null unasked", _OWN),
        hosts=_list(
            _object(
                host=_text("Name of its profile"),
                title=_text("As people know it"),
                shown=_object(
                    budget=_count("Characters of its list; 0 where it is not known"),
                    needed=_count("Characters that all of it would take"),
                    listed=_count("Skills that are listed at all"),
                    fewest=_count("Descriptions shown whole if the longest are used most"),
                    most=_count("The same if the shortest are used most"),
                    even=_count("The same if all are used alike"),
                    at_default_window=_flag("The budget is a share of the model's window, and its default is meant"),
                    unknown=_list(
                        {"enum": ["budget", "overflow", "line"]},
                        "What is not known of the host and was left out",
                    ),
                ),
                found=_or_null("How labelled requests find their skills in its list; null without any", _FOUND),
                skills=_list(_SELECTED),
            )
        ),
    ),
)
"""What `select --json` writes."""

_ACTIONS = ("add", "replace", "remove", "restore", "keep", "refuse", "fail")
_STANDINGS = (
    *("current", "newer", "older", "changed", "republished", "held", "rolled-back", "yanked", "withdrawn"),
    *("renamed", "removed", "unreachable", "sourceless", "damaged", "signed"),
)
_KINDS = ("changed", "added", "removed", "special", "unreadable")

_TARGET = {
    "path": _text("Folder of the skill"),
    "target": _text("The root as flags say it: `global`, `workspace:PATH`, `agent:NAME:global`, `root:PATH`"),
}
_STANDING = {
    "installed": _text("Version that is there"),
    "offered": _or_null("Version that its source offers instead; null for none"),
    "standing": _one_of(_STANDINGS, "How the two stand to each other"),
    "successor": _text("Name that a renamed skill has now, or empty"),
    "yanked": _text("Why the installed version was taken back, or empty"),
    "help": _text("The command that helps, or empty"),
}

_SIGNER = {
    "type": "object",
    "description": "Who signed it, as the receipt has it: `kind`, `identity`, `name`, `whole`; empty where not known",
}
_ADDITIONS = {
    "new_alarms": _list(
        _object(
            level={"enum": ["stop", "read-first"]},
            rule=_text("Code of the rule"),
            message=_text("What the line does, one sentence without full stop"),
            path=_text("File, as findings name it"),
            line=_count("From 1; 0 for the file as a whole"),
        ),
        "Findings that raise an alarm and that the installed version lacks, the gravest first",
    ),
    "added_permissions": _list(
        {"type": "string"}, "What it may do and the installed version may not: tools, scripts, programs, shell lines"
    ),
    "added_abilities": _list(
        {
            **_object(
                row=_text("Row of the page: `network`, `programs`, `destroy` …"),
                kind=_text("`sends`, `fetches`, `starts`, `deletes`, `key-file` …"),
                words=_text("The shortest that show it"),
                target=_text("Host, path, variable, program or package; absent where none is written"),
                file=_text("Relative to the skill"),
                line=_count("From 1; 0 for the file as a whole"),
                **{"from": _text("`script`, `command`, `order` or `front-matter`")},
            ),
            "required": ["row", "kind", "words", "file", "line", "from"],
        },
        "What it can do and the installed version cannot, by reading both; those to ask about first",
    ),
}
"""What a version gains."""

_CHANGED = _object(
    name=_text("Of the skill; of what failed, the SPEC or the root"),
    action=_one_of(_ACTIONS, "`fail`: it never came so far as to be decided on"),
    done=_flag("False for what is only planned (`--dry-run`), kept, refused, declined or failed"),
    reason=_text("Why it was kept, refused or failed, or empty"),
    hint=_text("What helps, or empty"),
    was=_or_null("Version that was there before; null for none of ours"),
    now=_or_null("Version that is there afterwards (`rollback`)"),
    label=_or_null("Version that was to be placed"),
    digest=_or_null("Of its files, 64 hex digits"),
    date=_text("When it was published, an ISO date, or empty"),
    source={"type": "object", "description": "Where it came from, as the receipt has it"},
    trust=_text("The same in one sentence, and what was checked"),
    signer=_SIGNER,
    purged=_flag("The previous version is gone too (`uninstall --purge`)"),
    **_ADDITIONS,
    **_STANDING,
    **_TARGET,
)
_ALWAYS = {"required": ["name", "action", "done", "reason"]}  # the others are there where they mean something
CHANGED: Mapping[str, object] = _document(
    "changed:1", "What skillpack install, update, uninstall and rollback did", _list({**_CHANGED, **_ALWAYS})
)
"""What these commands print with `--json`."""

_OUTDATED = _object(
    name=_text("Of the skill"),
    reason=_text("Why it stands so, or empty"),
    added_abilities=_or_null(
        "What the newer version can do and the installed one cannot; null where nothing tells without a download",
        _ADDITIONS["added_abilities"],
    ),
    signer_change=_text(
        "Why `update` will refuse it until `--allow-signer-change`, as far as its source tells without a download, "
        "or empty"
    ),
    **_STANDING,
    **_TARGET,
)
OUTDATED: Mapping[str, object] = _document("outdated:1", "What skillpack outdated found", _list(_OUTDATED))
"""What `outdated --json` prints."""

_VERIFIED = _object(
    name=_text("Of the skill"),
    label=_or_null("Its version; null for what is only in the lock file"),
    digest=_or_null("Of its files as they were placed, 64 hex digits"),
    sound=_flag("Every byte is as it was placed, and as the lock file says"),
    fault=_text("What is wrong as a whole, or empty"),
    differences=_list(
        _object(kind={"enum": list(_KINDS)}, path=_text("Relative to the skill")),
        "Every file that is not as it was placed",
    ),
    not_ours=_list(
        {"type": "string"}, "Paths of files in `__pycache__`, which Python makes and runs; they change no status"
    ),
    signer=_SIGNER,
    signature={
        "type": "object",
        "description": "What was found of the signature of the files as they were placed; empty where there is none",
    },
    **_TARGET,
)
VERIFIED: Mapping[str, object] = _document("verified:1", "What skillpack verify found", _list(_VERIFIED))
"""What `verify --json` prints."""

_REVIEW = _object(
    digest=_text("Of the content that was read, 64 hex digits"),
    version=_text("Label that it had, or empty"),
    since=_text("Digest of the content from which on it was read; empty where all of it was"),
    by=_text("Name of the person, or of the model"),
    kind=_one_of(("person", "model"), "Who reviewed"),
    date=_text("ISO date"),
    verdict=_one_of(("safe", "works", "objects"), "What the reviewer says; `works` is `safe`, and used with success"),
    note=_text("What the reviewer adds, or empty"),
    origin=_text("Catalog that it was taken from; empty for this one"),
    signer=_text("Name of the configured signer who signed it, or empty"),
)
REVIEWED: Mapping[str, object] = _document(
    "reviewed:1",
    "What skillpack review showed and wrote",
    _object(
        name=_text("Of the skill"),
        version=_text("Its label"),
        digest=_text("Of its content, 64 hex digits"),
        since=_or_null("Digest of the older version with which it was compared; null where all of it was shown"),
        since_version=_text("Label of that version, or empty"),
        covered_by=_list(_REVIEW, "Reviews by which people covered that version"),
        already=_list(_REVIEW, "Reviews of the content that were there before, the newest first"),
        abilities={"type": "object", "description": "All that it can do, as in `skill.json`"},
        files=_list(
            _object(
                path=_text("Relative to the skill"),
                change=_one_of(("added", "removed", "changed", "whole"), "`whole` where there is no older version"),
                size=_count("Bytes"),
                runs=_flag("It can be run"),
                remark=_text("Why there are no lines, or what they do not show, or empty"),
                lines=_list({"type": "string"}, "Of a unified diff; of the text where the change is `whole`"),
            ),
            "What there was to read, the riskiest first",
        ),
        review=_or_null("The review; null where there is none yet", _REVIEW),
        file=_text("Where reviews of the skill are, relative to the catalog's folder"),
        written=_flag("The review was written now"),
        **_ADDITIONS,
    ),
)
"""What `review --json` prints."""

SCHEMAS: Mapping[str, Mapping[str, object]] = {
    "findings.json": FINDINGS,
    "baseline.json": BASELINE,
    "selection.json": SELECTION,
    "changed.json": CHANGED,
    "outdated.json": OUTDATED,
    "verified.json": VERIFIED,
    "reviewed.json": REVIEWED,
}
"""File name below `schema/` of the site -> schema."""

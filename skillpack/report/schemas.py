"""JSON Schemas (2020-12) of the files that this room defines itself."""

from collections.abc import Mapping

from skillpack.report.install_schemas import CHANGED, OUTDATED, VERIFIED
from skillpack.report.schema import a_list, an_object, count, document, flag, one_of, or_null, share, text

_TOOL = an_object(name={"const": "skillpack"}, version={"type": "string"})
_COUNT = {"type": "integer", "minimum": 0}
_PLACE = {"type": "integer", "minimum": 1}
_FINGERPRINT = {
    "type": "string",
    "pattern": "^[0-9a-f]{32}$",
    "description": "The same for the same fault, wherever it moves in its file",
}

_FIX = an_object(
    title=text("What it does, as an imperative"),
    safe=flag("Applied by `--fix` alone; else `--unsafe-fixes` is needed"),
    edits=a_list(
        an_object(
            path=text("Relative to the skill"),
            start=count("In bytes, from 0"),
            end=count("In bytes, exclusive"),
            text=text("What stands there instead"),
        )
    ),
    renames=a_list(
        an_object(**{"from": text("Relative to the skill; `.` for its folder"), "to": text("The new path")})
    ),
    newlines=a_list(text("A file, relative to the skill, whose CRLF becomes LF after the edits")),
)

_WHERE = {
    "path": text("File or folder; empty for the set"),
    "line": or_null("From 1; null for the file as a whole", _PLACE),
    "column": or_null("From 1, in characters", _PLACE),
    "end": or_null("Exclusive", an_object(line=_PLACE, column=_PLACE)),
}

_FINDING = an_object(
    code=text("Code of the rule: `skillpack explain CODE`"),
    name=text("Name of the rule; empty where it is not known"),
    severity={"enum": ["error", "warning", "info"]},
    skill=text("Name of the skill; empty for the set"),
    **_WHERE,
    others=a_list(an_object(**_WHERE), "Where else the same was found, in order"),
    message=text("One sentence without full stop"),
    hint=text("What to do, or empty"),
    facts={"type": "object", "additionalProperties": {"type": "string"}},
    fix=or_null("How it could be fixed", _FIX),
    suppressed=or_null(
        "The suppression that covers it on the day of the report",
        an_object(reason=text("Why it is accepted"), expires=or_null("ISO date, the last day it holds")),
    ),
    fingerprint=_FINGERPRINT,
    secret=or_null(
        "What a `[[suppress]]` of a secret must name",
        an_object(
            file=text("Relative to the skill, or to the catalog where the finding has no skill"),
            fingerprint={"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "Of the text; ends with it"},
        ),
    ),
)

FINDINGS: Mapping[str, object] = document(
    "findings:1",
    "Findings of skillpack check",
    an_object(
        version={"const": 1},
        tool=_TOOL,
        summary=an_object(
            skills=count("Skills that were checked"),
            errors=count("Like warnings and infos, without suppressed ones"),
            warnings=_COUNT,
            infos=_COUNT,
            suppressed=_COUNT,
            fixable=count("By `--fix`"),
            unsafe=count("More by `--unsafe-fixes`"),
            known=count("Accepted by a baseline, and left out of `findings`"),
        ),
        findings=a_list(_FINDING),
    ),
)
"""What `check --format json` writes."""

BASELINE: Mapping[str, object] = document(
    "baseline:1",
    "Baseline of skillpack check",
    an_object(
        version={"const": 1},
        accepted=a_list(
            an_object(
                rule=text("Code of the rule"),
                skill=text("Name of the skill; empty for the set"),
                path=text("File or folder; empty for the set"),
                fingerprint=_FINGERPRINT,
                message=text("Of one of the findings, for people"),
                count={**_PLACE, "description": "How many of them are accepted"},
            )
        ),
    ),
)
"""What `check --baseline` reads and writes."""

_NAME = {"type": "string"}
_RATE = {
    "hit1": share("Share for which a right skill comes first"),
    "hit3": share("The same for the first three"),
}
_FOUND = an_object(
    requests=count("Labelled requests; one with several right skills is one"),
    **_RATE,
    whole={**an_object(**_RATE), "description": "The same if there were room for every description"},
    missed=a_list(
        an_object(
            text=text("A request for which another skill comes first, with room for every description"),
            skills=a_list(_NAME, "Those that are right and listed"),
            rank=count("Place of the first of them, from 1; 0 where none is found"),
            first=text("The skill that comes first; empty where no description has a word of the request"),
            words=a_list(_NAME, "Words of the request that only that one has"),
        )
    ),
    unanswerable=count("Labelled requests that no skill is right for"),
    false_positives=a_list(
        an_object(
            text=text("One of those, of which a description has half of the words"),
            name=text("The skill that comes first"),
            share=share("How many of the words its description has"),
        )
    ),
)
_SIGHTS = ("whole", "cut", "name", "absent")

_SELECTED = an_object(
    name=text("Of the skill"),
    shown=an_object(
        length=count("Characters of what is shown of it"),
        best=one_of(_SIGHTS, "When every other skill is used less"),
        worst=one_of(_SIGHTS, "When every other skill is used more"),
        chance=share("That more than the name is shown when all are used alike"),
    ),
)

SELECTION: Mapping[str, object] = document(
    "selection:2",
    "Selection by skillpack select",
    an_object(
        version={"const": 2},
        tool=_TOOL,
        reader=text("What the numbers mean, and what they do not"),
        hosts=a_list(
            an_object(
                host=text("Name of its profile"),
                title=text("As people know it"),
                shown=an_object(
                    budget=count("Characters of its list; 0 where it is not known"),
                    needed=count("Characters that all of it would take"),
                    listed=count("Skills that are listed at all"),
                    fewest=count("Descriptions shown whole if the longest are used most"),
                    most=count("The same if the shortest are used most"),
                    even=count("The same if all are used alike"),
                    at_default_window=flag("The budget is a share of the model's window, and its default is meant"),
                    unknown=a_list(
                        {"enum": ["budget", "overflow", "line"]},
                        "What is not known of the host and was left out",
                    ),
                ),
                found=or_null("How labelled requests find their skills in its list; null without any", _FOUND),
                skills=a_list(_SELECTED),
            )
        ),
    ),
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

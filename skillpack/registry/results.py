"""Results of a skill as records tell them, and their JSON Schema."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import asdict

from skillpack.model.evaluation import Help, HelpState, Measured, Result, ResultBinding
from skillpack.registry.lines import Row, filled

_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_PERCENT = {"type": "integer", "minimum": 0, "maximum": 100}
_POINTS = {"type": "integer", "minimum": -100, "maximum": 100}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
_COUNT = {"type": "integer", "minimum": 0}
_AMOUNT = {"type": "number", "minimum": 0}
_TEXT = {"type": "string"}


class HelpRow(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Results in one line, as lists tell them: keys that hold nothing are left out."""

    state: str
    binding: str
    dimension: str
    percent: tuple[int, ...]
    points: tuple[int, ...] = ()
    agents: tuple[str, ...] = ()
    tasks: int = 0
    by_catalog: bool = False
    by_publisher: bool = False
    version: str = ""


def help_row(found: Help | None) -> HelpRow | None:
    """Return results in one line; None where there are none."""
    if found is None or found.state is HelpState.NONE:
        return None
    return HelpRow(
        state=str(found.state),
        binding=str(found.binding),
        dimension=found.dimension,
        percent=found.percent,
        points=found.points,
        agents=found.agents,
        tasks=found.tasks,
        by_catalog=found.by_catalog,
        by_publisher=found.by_publisher,
        version=found.version,
    )


def result_rows(results: Iterable[Result]) -> list[Row]:
    """Return results, those about these bytes first; keys that hold nothing are left out."""
    return [
        filled(
            {
                "file": each.file,
                "by": "catalog" if each.by_catalog else "publisher",
                "reporter": each.reporter,
                "binding": str(each.binding),
                "digest": each.digest,
                "baseline": each.baseline,
                "version": each.version,
                "date": each.day,
                "measured": [_measured(one) for one in each.measured],
                "costs": [filled(asdict(one)) for one in each.costs],
            }
        )
        for each in results
    ]


def _measured(one: Measured) -> Row:
    without = one.without_skill
    return filled(
        {
            "dimension": one.dimension,
            "agent": one.agent,
            "model": one.model,
            "with_skill": one.with_skill,
            "without_skill": None if without is None else round(without, 6),
            "points": one.points,
            "tasks": one.tasks or None,
        },
        "dimension",
    )


HELP_SCHEMA: Row = {
    "type": "object",
    "description": "What results of the skill come to, from the lowest agent to the highest",
    "properties": {
        "state": {"enum": [str(state) for state in HelpState if state is not HelpState.NONE]},
        "binding": {
            "enum": [str(binding) for binding in ResultBinding],
            "description": "Whether they are about these files: `unnamed` where nobody says",
        },
        "dimension": {"type": "string", "description": "As its author calls it"},
        "percent": {"type": "array", "items": _PERCENT, "description": "Lowest and highest with the skill"},
        "points": {"type": "array", "items": _POINTS, "description": "Lowest and highest difference to without"},
        "agents": {"type": "array", "items": _TEXT},
        "tasks": _COUNT,
        "by_catalog": {"type": "boolean"},
        "by_publisher": {"type": "boolean"},
        "version": {"type": "string", "description": "Label of the older version that they are about"},
    },
    "required": ["state", "binding", "dimension", "percent"],
}
"""Of the results of a skill in one line."""

RESULTS_SCHEMA: Row = {
    "type": "array",
    "description": "What its publisher or this catalog says that measuring it came to",
    "items": {
        "type": "object",
        "properties": {
            "file": {
                "type": "string",
                "description": "In the skill, or in the folder of the catalog",
            },
            "by": {"enum": ["publisher", "catalog"]},
            "reporter": {"type": "string", "description": "Signer known to the catalog who signed it with the files"},
            "binding": {"enum": [str(binding) for binding in ResultBinding]},
            "digest": {**_DIGEST, "description": "Of the content that was measured"},
            "baseline": {**_DIGEST, "description": "Of the content it was compared with, where that is no empty one"},
            "version": {"type": "string", "description": "Label of the older version"},
            "date": {"type": "string", "description": "ISO date"},
            "measured": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "dimension": _TEXT,
                        "agent": _TEXT,
                        "model": _TEXT,
                        "with_skill": _SHARE,
                        "without_skill": _SHARE,
                        "points": _POINTS,
                        "tasks": _COUNT,
                    },
                    "required": ["dimension", "with_skill"],
                },
            },
            "costs": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "agent": _TEXT,
                        "model": _TEXT,
                        **dict.fromkeys(("seconds", "seconds_without", "tokens", "tokens_without"), _AMOUNT),
                    },
                },
            },
        },
        "required": ["file", "by", "binding", "measured"],
    },
}
"""Of the results in a record."""

"""Arguments checked against a JSON Schema."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import fastjsonschema

from skillpack.errors import ToolExecutionError

_LENGTHS = frozenset({"minLength", "maxLength"})
_LONGEST = 500  # characters of what is said of arguments


def checked(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with the defaults of their schema put in.

    Raises:
        ToolExecutionError: They are not what the schema asks for; the message names the argument: `arguments.limit`.
    """
    try:
        found: dict[str, Any] = _validator(json.dumps(schema))(dict(arguments), name_prefix="arguments")
    except fastjsonschema.JsonSchemaValueException as error:
        raise ToolExecutionError(f"invalid arguments: {_message(error)}") from error
    return found


def _message(error: fastjsonschema.JsonSchemaValueException) -> str:
    """Return the message of a fault, with the length of a text; cut, for unknown names of arguments may be long."""
    found = f", not {len(error.value):,}" if error.rule in _LENGTHS and isinstance(error.value, str) else ""
    message = f"{error.message}{found}"
    return message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"


@lru_cache(maxsize=64)
def _validator(schema: str) -> Any:
    return fastjsonschema.compile(json.loads(schema))

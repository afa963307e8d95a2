"""Arguments checked against a JSON Schema."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import fastjsonschema

from skillpack.errors import ToolExecutionError


def checked(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with the defaults of their schema put in.

    Raises:
        ToolExecutionError: They are not what the schema asks for; the message names the argument: `arguments.limit`.
    """
    try:
        found: dict[str, Any] = _validator(json.dumps(schema))(dict(arguments), name_prefix="arguments")
    except fastjsonschema.JsonSchemaValueException as error:
        raise ToolExecutionError(f"invalid arguments: {error.message}") from error
    return found


@lru_cache(maxsize=64)
def _validator(schema: str) -> Any:
    return fastjsonschema.compile(json.loads(schema))

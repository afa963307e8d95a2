"""The fields of the specification, as a JSON Schema of front matter as JSON."""

from collections.abc import Mapping
from typing import Any

_TEXT = {"type": "string"}
FRONT_MATTER: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "name": {**_TEXT, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64},
        "description": {**_TEXT, "pattern": r"\S", "maxLength": 1024},
        "license": _TEXT,
        "compatibility": {**_TEXT, "minLength": 1, "maxLength": 500},
        "allowed-tools": _TEXT,
        "metadata": {"type": "object", "additionalProperties": _TEXT},
    },
    "required": ["name", "description"],
}
"""Fields that it does not name may have any value."""

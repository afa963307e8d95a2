"""Parts of JSON Schemas (2020-12)."""

from collections.abc import Mapping, Sequence

Schema = dict[str, object]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def document(name: str, title: str, schema: Schema) -> Schema:
    """Return the schema of a whole document; its name ends with the number of the format."""
    return {"$schema": _DIALECT, "$id": f"urn:skillpack:schema:{name}", "title": title, **schema}


def an_object(**properties: object) -> Schema:
    """Return the schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def text(description: str) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", "description": description}


def flag(description: str) -> Schema:
    """Return the schema of what is true or false."""
    return {"type": "boolean", "description": description}


def count(description: str) -> Schema:
    """Return the schema of a number of things."""
    return {"type": "integer", "minimum": 0, "description": description}


def share(description: str) -> Schema:
    """Return the schema of a part of a whole, 0 to 1."""
    return {"type": "number", "minimum": 0, "maximum": 1, "description": description}


def one_of(values: Sequence[str], description: str) -> Schema:
    """Return the schema of a word of these."""
    return {"enum": list(values), "description": description}


def a_list(items: Mapping[str, object], description: str = "") -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def or_null(description: str, schema: Mapping[str, object] = {"type": "string"}) -> Schema:
    """Return the schema of a value, by default a text, that may be null."""
    return {"anyOf": [schema, {"type": "null"}], "description": description}

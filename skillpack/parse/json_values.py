"""Front matter as JSON, and the JSON Schema of what the specification says of it.

It is read by the core schema of YAML 1.2: JSON has nearly all of its values, and `on` is a text there.
"""

import math
import re
from collections.abc import Mapping
from typing import Any

from skillpack.model.document import STOPPING_FAULTS, Document, FaultKind, Field, Node, NodeKind

_TEXT = {"type": "string"}
FRONT_MATTER_SCHEMA: Mapping[str, Any] = {
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
"""The fields of the specification, of front matter as JSON; those that it does not name may have any value."""

_NOT_WHOLE = STOPPING_FAULTS | {FaultKind.SEVERAL_DOCUMENTS, FaultKind.COMPLEX_KEY, FaultKind.DUPLICATE_KEY}
_CONSTANTS = {"": None, "~": None} | {
    spelling: value
    for word, value in (("null", None), ("true", True), ("false", False))
    for spelling in (word, word.title(), word.upper())
}
_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)", re.ASCII)
_MOST_DIGITS = 300  # a number with more is infinite to readers that have floats alone


def json_values(document: Document) -> dict[str, Any] | None:
    """Return all of the front matter; None where it could not be read whole, or JSON cannot hold it.

    That is so of anchors, tags, keys that come twice or are no text, and numbers that are not finite.
    """
    if any(fault.kind in _NOT_WHOLE for fault in document.faults):
        return None
    try:
        return {_key(field): _value(field.value) for field in document.fields}
    except ValueError:
        return None


def _key(field: Field) -> str:
    if not isinstance(_scalar(field.name), str):
        raise ValueError(field.name)  # noqa: TRY004 as for numbers: JSON has no such key
    return field.name


def _value(node: Node) -> Any:
    if node.kind is NodeKind.MAP:
        return {_key(field): _value(field.value) for field in node.items}
    if node.kind is NodeKind.LIST:
        return [_value(each.value) for each in node.items]
    return _scalar(node.text) if node.plain else node.text


def _scalar(text: str) -> str | float | bool | None:
    """Return the value of a scalar without quotes.

    Raises:
        ValueError: JSON has no such number.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    based, decimal = _BASED.fullmatch(text), _FLOAT.fullmatch(text)
    if _NOT_FINITE.fullmatch(text) or ((based or decimal) and len(text) > _MOST_DIGITS):
        raise ValueError(text)
    if based or _INTEGER.fullmatch(text):
        return int(text, 0 if based else 10)
    if not decimal:
        return text
    if not math.isfinite(float(text)):
        raise ValueError(text)
    return float(text)

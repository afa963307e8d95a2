"""Front matter as values of Python, as hosts that read YAML with Python get them."""

from collections.abc import Mapping
from typing import Any

import yaml

from skillpack.model.document import Document, Node, NodeKind, ScalarType
from skillpack.parse.values import joined_text, mapping_of

_TYPED = frozenset({ScalarType.INTEGER, ScalarType.FLOAT, ScalarType.BOOLEAN})


def metadata_texts(document: Document) -> dict[str, str] | None:
    """Return the texts of `metadata`, numbers and switches as Python writes them (M17: `1.10` is `1.1`)."""
    field = document.field("metadata")
    if field is None or field.value.kind is not NodeKind.MAP:
        return None
    return {each.name: _python_text(joined_text(each.value), each.value.type) for each in mapping_of(field)}


def input_schema(document: Document) -> Mapping[str, Any] | None:
    """Return `input_schema` as values of Python (A6); None where it is missing or no mapping."""
    field = document.field("input_schema")
    found = _python_value(field.value) if field is not None else None
    return found if isinstance(found, dict) else None


def _python_value(node: Node) -> Any:
    if node.kind is NodeKind.MAP:
        return {each.name: _python_value(each.value) for each in node.items}
    if node.kind is NodeKind.LIST:
        return [_python_value(each.value) for each in node.items]
    return None if node.type is ScalarType.NULL else _python_scalar(node.text, node.type)


def _python_text(text: str, kind: ScalarType) -> str:
    return str(_python_scalar(text, kind))


def _python_scalar(text: str, kind: ScalarType) -> str | float | bool:
    """Return a number or a switch as Python reads it, any other scalar as its text."""
    if kind not in _TYPED:
        return text
    try:
        found: str | float | bool = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError):  # more digits than Python reads
        return text
    return found

"""Typed readings of YAML nodes: texts, lists, pairs and switches, each by source text."""

import re
from collections.abc import Iterable

from skillpack.model.document import Field, Node, NodeKind, ScalarType

_SEPARATORS = re.compile(r"[\s,]+")
_SWITCHES = {"true": True, "false": False}


def is_null(field: Field | None) -> bool:
    """Return True for a field that is missing, or whose value YAML reads as null."""
    return field is None or field.value.type is ScalarType.NULL


def text_of(field: Field | None) -> str | None:
    """Return a field's text, None where it is missing or null; a list or map gives its source text."""
    return None if field is None or is_null(field) else field.value.text


def joined_text(node: Node) -> str:
    """Return a value as one text: a list of scalars is joined by `, `, else the source text."""
    if node.kind is NodeKind.LIST and all(item.value.kind is NodeKind.SCALAR for item in node.items):
        return ", ".join(item.value.text for item in node.items)
    return node.text


def words_of(node: Node) -> tuple[str, ...]:
    """Return the words of a list, or of a text that separates them by commas or blanks; each once, in order."""
    if node.kind is NodeKind.LIST:
        return unique(item.value.text for item in node.items if item.value.kind is NodeKind.SCALAR)
    return words(node.text) if node.kind is NodeKind.SCALAR and node.type is not ScalarType.NULL else ()


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text that are separated by commas or blanks; each once, in order."""
    return unique(_SEPARATORS.split(text))


def parts(text: str) -> tuple[str, ...]:
    """Return the parts of a text that are separated by commas, trimmed; each once, in order."""
    return unique(text.split(","))


def unique(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts trimmed, without empty ones, each once, in order."""
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def read_switch(text: str) -> bool | None:
    """Return the value of `true` or `false`, None for anything else, `yes` and `off` included.

    Hosts disagree about every other word: one reads `no` as true because it is a text that is not empty.
    """
    return _SWITCHES.get(text.casefold())


def mapping_of(field: Field | None) -> tuple[Field, ...]:
    """Return the fields of a map; empty where the field is missing or no map."""
    return field.value.items if field is not None and field.value.kind is NodeKind.MAP else ()

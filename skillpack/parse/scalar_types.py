"""The text of a plain scalar -> whether a reader takes it for text; readers differ in what is a number or a date."""

import re
from collections.abc import Mapping

from skillpack.model.document import Node, NodeKind, ScalarType
from skillpack.model.profile import Types

_BOOLEAN = re.compile(r"true|True|TRUE|false|False|FALSE")
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?",
    re.ASCII,
)
_NUMBER: Mapping[Types, re.Pattern[str]] = {
    Types.JS: re.compile(
        r"[-+]?0b[01_]+|[-+]?0x[\da-fA-F_]+|[-+]?0[0-7_]*|[-+]?[1-9][\d_]*(?<!_)(?::[0-5]?\d)*"
        r"|[-+]?(?:0|[1-9][\d_]*)(?:\.[\d_]*)?(?:[eE][-+]?\d+)?(?<!_)|\.[\d_]+(?:[eE][-+]?\d+)?"
        r"|[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        re.ASCII,
    ),
    Types.CORE: re.compile(
        r"[-+]?0b[01]+|[-+]?0x[\da-fA-F]+|[-+]?0o[0-7]+|[-+]?(?:0|[1-9]\d*)"
        r"|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)|[-+]?(?:\d+\.\d*|\.\d+)"
        r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        re.ASCII,
    ),
}


def scalar_type(node: Node, types: Types) -> ScalarType:
    """Return the type of a value for a reader; NONE for a list or mapping, FLOAT for every kind of number of some."""
    if node.kind is not NodeKind.SCALAR:
        return ScalarType.NONE
    if types is Types.YAML_1_1 or not node.plain or node.type is ScalarType.NULL:
        return node.type
    if types is Types.WRITTEN:
        return ScalarType.TEXT
    if _BOOLEAN.fullmatch(node.text):
        return ScalarType.BOOLEAN
    if types is Types.JS and _DATE.fullmatch(node.text):
        return ScalarType.DATE
    return ScalarType.FLOAT if _NUMBER[types].fullmatch(node.text) else ScalarType.TEXT

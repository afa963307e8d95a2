"""What rules ask of a front matter: is it readable, what shape has a field, and which type to a reader."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from skillpack.check.rule import Hit
from skillpack.model.document import STOPPING_FAULTS, Document, Fault, FaultKind, Field, Node, NodeKind, ScalarType
from skillpack.model.profile import Types
from skillpack.model.version import is_label

SIX = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
"""The fields of the specification (agentskills.io/specification, frontmatter)."""

PYTHON_TYPES = {
    ScalarType.TEXT: "str",
    ScalarType.INTEGER: "int",
    ScalarType.FLOAT: "float",
    ScalarType.BOOLEAN: "bool",
    ScalarType.NULL: "NoneType",
    ScalarType.DATE: "date",
}
"""How hosts written in Python name what they got."""

_LOOSE_VERSION = re.compile(r"[vV]?(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?(?:\.(0|[1-9]\d*))?(-[0-9A-Za-z.-]+)?", re.ASCII)

# Asked some hundred times for each skill: a member of an enumeration costs more than a global name.
_SCALAR, _TEXT, _NULL = NodeKind.SCALAR, ScalarType.TEXT, ScalarType.NULL

_WORDS = {
    ScalarType.INTEGER: "a whole number",
    ScalarType.FLOAT: "a number",
    ScalarType.BOOLEAN: "a boolean",
    ScalarType.NULL: "nothing",
    ScalarType.DATE: "a date",
    ScalarType.TEXT: "text",
}

# Readers differ in what is a number or a date.
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


def readable(document: Document) -> bool:
    """Return True when the fields are all that the author wrote: only then may a rule miss one."""
    faulty = document.faults and any(fault.kind in STOPPING_FAULTS for fault in document.faults)
    return bool(document.path) and not faulty


def value_of(document: Document, name: str) -> Node | None:
    """Return the value of a top-level field, or None where it is absent or the front matter is unreadable."""
    field = document.field(name)
    return field.value if field is not None and readable(document) else None


def faults(document: Document, kind: FaultKind) -> list[Fault]:
    """Return the faults of one kind, in the order of the file."""
    return [fault for fault in document.faults if fault.kind is kind] if document.faults else []


def fault_hits(found: Iterable[Fault], kind: FaultKind, message: str, hint: str, *, path: str = "") -> Iterator[Hit]:
    """Yield a hit for each fault of one kind.

    Args:
        found: The faults of a document, a body or a program.
        kind: The one that the rule is about.
        message: With `{}` for the fault's detail, which is shown on one line.
        hint: What to do.
        path: Of the file, relative to the skill; empty for the skill file.
    """
    for fault in found:
        if fault.kind is kind:
            yield Hit(message.format(shortened(fault.detail)), at=fault.span, path=path, hint=hint)


def is_text(node: Node) -> bool:
    """Return True for a scalar that is text in YAML 1.1."""
    return node.kind is _SCALAR and node.type is _TEXT


def typed_facts(node: Node, wanted: ScalarType = ScalarType.TEXT) -> tuple[tuple[str, str], ...]:
    """Return the facts of a value that some hosts take for the type that is wanted, and others do not."""
    fine = [("fine", types.value) for types in Types if _scalar_type(node, types) is wanted]
    return (("type", python_type(node)), *fine)


def is_text_to_all(node: Node) -> bool:
    """Return True for a scalar that the readers of all known hosts take for text."""
    return node.kind is _SCALAR and (not node.plain or all(_scalar_type(node, types) is _TEXT for types in Types))


def is_null(node: Node) -> bool:
    """Return True for `key:` without a value, `null` and `~`."""
    return node.kind is _SCALAR and node.type is _NULL


def in_words(node: Node) -> str:
    """Return the kind of a value, for a message: `a list`, `a date`; of a text what others than PyYAML make of it."""
    if node.kind is NodeKind.LIST:
        return "a list"
    if node.kind is NodeKind.MAP:
        return "a mapping"
    if node.plain and node.type is _TEXT and not is_text_to_all(node):
        return "a number for some hosts"
    return _WORDS[node.type]


def python_type(node: Node) -> str:
    """Return the name of the Python type that a safe YAML loader makes of a value."""
    if node.kind is NodeKind.LIST:
        return "list"
    if node.kind is NodeKind.MAP:
        return "dict"
    return PYTHON_TYPES[node.type]


def items(node: Node) -> tuple[Field, ...]:
    """Return the fields of a map; empty for everything else."""
    return node.items if node.kind is NodeKind.MAP else ()


def in_list(names: Sequence[str]) -> str:
    """Return names as a sentence has them: `a`, `a and b`, `a, b and c`; empty for none."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def normal(text: str) -> str:
    """Return text stripped and in the form NFKC (agentskills.io/specification, name)."""
    return text.strip() if text.isascii() else unicodedata.normalize("NFKC", text.strip())


def shortened(text: str, limit: int = 60) -> str:
    """Return text on one line, cut to a number of characters, for a message."""
    line = " ".join(text.replace("`", "'").split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def full_version(text: str) -> str:
    """Return the full semantic version that `1.2`, `v1` or `1.2-rc.1` stands for, or nothing."""
    match = _LOOSE_VERSION.fullmatch(text.strip())
    if match is None:
        return ""
    full = f"{match[1]}.{match[2] or 0}.{match[3] or 0}{match[4] or ''}"
    return full if is_label(full) else ""


def _scalar_type(node: Node, types: Types) -> ScalarType:
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

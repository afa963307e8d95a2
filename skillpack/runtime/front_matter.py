"""The front matter of a skill as a host loads it: values of Python, and what keeps its program from running."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from skillpack.model.document import Document, FaultKind, Node, NodeKind, ScalarType
from skillpack.model.program import Program
from skillpack.model.requirements import Requirements
from skillpack.model.skill import Invocation, ParsedSkill
from skillpack.parse.program.program import MOST
from skillpack.parse.values import joined_text, mapping_of

_UNREAD = frozenset(
    {
        FaultKind.NO_OPENING,
        FaultKind.NO_CLOSING,
        FaultKind.YAML,
        FaultKind.NOT_MAPPING,
        FaultKind.SEVERAL_DOCUMENTS,
        FaultKind.COMPLEX_KEY,
    }
)
_TYPED = frozenset({ScalarType.INTEGER, ScalarType.FLOAT, ScalarType.BOOLEAN})
_UNREADABLE = "failed to read metaskill file: {}"
_BROKEN = "syntax/resolve error: {}"
_WORDS: Mapping[FaultKind, tuple[str, str]] = {
    FaultKind.PROGRAM_MISSING: (_UNREADABLE, "there is no `{path}`"),
    FaultKind.PROGRAM_TOO_LARGE: (_UNREADABLE, f"it is larger than {MOST} bytes"),
    FaultKind.PROGRAM_NOT_UTF8: (_UNREADABLE, "it is not UTF-8"),
    FaultKind.PROGRAM_ESCAPES: ("{}", "metaskill path escapes skill directory: `{path}`"),
    FaultKind.PROGRAM_LANGUAGE: ("{}", "unsupported metaskill_language `{language}`, `starlark` is wanted"),
    FaultKind.PROGRAM_FRONT_MATTER: (_BROKEN, "the program starts with front matter{line}"),
    FaultKind.PROGRAM_SYNTAX: (_BROKEN, "{detail}{line}"),
    FaultKind.PROGRAM_LOAD: (_BROKEN, "`load` is not available{line}"),
    FaultKind.PROGRAM_NO_RUN: ("{}", "metaskill must define a run(input) function: it has none with one parameter"),
}
_MOST_DETAIL = 200  # characters


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter of a skill said that a host loads; not where the skill lies.

    Attributes:
        unread: True where it could not be read, so that all of the file is the body.
    """

    name: str
    description: str
    license: str | None
    compatibility: str | None
    metadata: dict[str, str] | None
    allowed_tools: tuple[str, ...]
    invocation: Invocation
    requires: Requirements
    required_tools: tuple[str, ...]
    input_schema: Mapping[str, Any] | None
    language: str
    program: str
    program_fault: str
    unread: bool


def front_matter_of(parsed: ParsedSkill) -> FrontMatter:
    """Return the front matter of a parsed skill."""
    unread = is_unread(parsed)
    program = parsed.program if parsed.program is not None and parsed.program.runs else None
    return FrontMatter(
        name=parsed.origin.stem if unread else parsed.name,
        description="" if unread else parsed.description,
        license=parsed.license,
        compatibility=parsed.compatibility,
        metadata=_metadata_texts(parsed.document),
        allowed_tools=parsed.allowed_tools,
        invocation=parsed.invocation,
        requires=parsed.requires,
        required_tools=parsed.required_tools,
        input_schema=_input_schema(parsed.document),
        language=program.language if program is not None else "",
        program=program.path if program is not None else "",
        program_fault=_program_fault(parsed.name, parsed.program),
        unread=unread,
    )


def is_unread(parsed: ParsedSkill) -> bool:
    """Return whether there is no front matter, or none that a reader of YAML reads: then none of it counts."""
    return any(fault.kind in _UNREAD for fault in parsed.document.faults)


def _metadata_texts(document: Document) -> dict[str, str] | None:
    """Return the texts of `metadata`, numbers and switches as Python writes them (M17: `1.10` is `1.1`)."""
    field = document.field("metadata")
    if field is None or field.value.kind is not NodeKind.MAP:
        return None
    return {each.name: str(_python_scalar(joined_text(each.value), each.value.type)) for each in mapping_of(field)}


def _input_schema(document: Document) -> Mapping[str, Any] | None:
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


def _python_scalar(text: str, kind: ScalarType) -> str | float | bool:
    """Return a number or a switch as Python reads it, any other scalar as its text."""
    if kind not in _TYPED:
        return text
    try:
        found: str | float | bool = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError):  # more digits than Python reads
        return text
    return found


def _program_fault(name: str, program: Program | None) -> str:
    """Return the answer of `run_metaskill` for a program that cannot run; empty where it can, and without a program.

    The words are those of the specification's hosts (K8, K11, K25).

    Args:
        name: Of the skill.
    """
    if program is None or program.runs:
        return ""
    fault = next(each for each in program.faults if each.kind in _WORDS)
    frame, words = _WORDS[fault.kind]
    line = f" (line {fault.span.line})" if fault.span.line else ""
    detail = fault.detail[:_MOST_DETAIL]
    message = frame.format(words.format(path=program.path, language=program.language, detail=detail, line=line))
    return message if frame is _UNREADABLE else f"metaskill '{name}': {message}"

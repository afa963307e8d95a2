"""Who may start a skill, with which tools, and what it needs: fields of hosts, and portable forms in `metadata`."""

import re
from collections.abc import Mapping

from skillpack.model.document import STOPPING_FAULTS, Document, FaultKind, Field, NodeKind, ScalarType
from skillpack.model.requirements import Requirements
from skillpack.model.skill import Invocation
from skillpack.parse.values import mapping_of, read_switch, text_of, words, words_of

_PARTLY_READ = STOPPING_FAULTS | {FaultKind.SEVERAL_DOCUMENTS, FaultKind.DUPLICATE_KEY, FaultKind.SLOPPY_DELIMITER}
_FORBIDDING = re.compile(r"""^[ \t]*["']?disable-model-invocation["']?[ \t]*:[ \t]*["']?([^\s"'#]*)""", re.MULTILINE)
# A tool is a word; what stands in its parentheses may hold blanks and commas, and one pair of parentheses more.
_TOOL = re.compile(r"(?:\((?>[^()]++|\([^()]*+\))*\)|[^\s,])+")


def read_invocation(document: Document, metadata: Mapping[str, str]) -> Invocation:
    """Return who may start the skill, and how; a top-level field counts before its portable form.

    A switch that says neither `true` nor `false` gets its restrictive value. No model may start a skill of which a
    part was not read, such as what stands behind a line that is no YAML, and in which a line forbids it.
    """

    def text(name: str) -> str:
        field = document.field(name)
        return ((text_of(field) if field else metadata.get(name)) or "").strip()

    def switch(name: str, *, default: bool, restrictive: bool) -> bool:
        field = document.field(name)
        written = field.value.text if field else metadata.get(name)
        value = default if written is None else read_switch(written)
        return restrictive if value is None else value

    # A line that no reader may have seen keeps models from the skill as well.
    partly_read = any(fault.kind in _PARTLY_READ for fault in document.faults)
    forbidden = partly_read and any(read_switch(line[1]) is not False for line in _FORBIDDING.finditer(document.text))
    return Invocation(
        by_model=not switch("disable-model-invocation", default=False, restrictive=True) and not forbidden,
        by_user=switch("user-invocable", default=True, restrictive=False),
        hint=text("argument-hint"),
        model=text("model"),
        context=text("context"),
        agent=text("agent"),
    )


def read_tools(field: Field | None) -> tuple[str, ...]:
    """Return the tools of a field, patterns included, each once, in order.

    A text is cut at blanks and commas outside of parentheses: `Bash(git commit:*), Read` names two tools. A list's
    items are tools as they stand.
    """
    if field is None or field.value.type is ScalarType.NULL:
        return ()
    if field.value.kind is NodeKind.SCALAR:
        return split_tools(field.value.text)
    texts = (item.value.text.strip() for item in field.value.items if item.value.kind is NodeKind.SCALAR)
    return tuple(dict.fromkeys(filter(None, texts))) if field.value.kind is NodeKind.LIST else ()


def split_tools(text: str) -> tuple[str, ...]:
    """Return the tools of a text, each once, in order; a parenthesis that never closes is an ordinary character."""
    return tuple(dict.fromkeys(_TOOL.findall(text)))


def read_requirements(document: Document, metadata: Mapping[str, str]) -> Requirements:
    """Return the parts of `requires`, each else from `requires-bins`, `-env` and `-os` of `metadata`."""
    fields = {field.name: field.value for field in mapping_of(document.field("requires"))}

    def needs(kind: str) -> tuple[str, ...]:
        return words_of(fields[kind]) if kind in fields else words(metadata.get(f"requires-{kind}", ""))

    return Requirements(needs("bins"), needs("env"), needs("os"))


def read_required_tools(document: Document, metadata: Mapping[str, str]) -> tuple[str, ...]:
    """Return `required_tools`, else the portable `required-tools` (ash: documentation only)."""
    field = document.field("required_tools")
    return words_of(field.value) if field else words(metadata.get("required-tools", ""))

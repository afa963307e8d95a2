"""RQ: what a skill needs of a machine, and what it documents of its tools and input (ash)."""

from collections.abc import Iterator

from skillpack.check.fields import in_words, is_null, items, shortened, value_of
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import Node, NodeKind

_KINDS = ("bins", "env", "os")
_SYSTEMS = ("linux", "darwin", "windows")
_SOURCE = "ash, Requirements"


@rule("RQ001", "requires-not-mapping", source=_SOURCE)
def requires_not_mapping(subject: Subject) -> Iterator[Hit]:
    """`requires` is not a mapping, or has an unknown key.

    Why: hosts look for `bins`, `env` and `os` in it and ignore everything else, so they offer the skill
    on machines where it cannot work.

    Fix: write `bins`, `env` and `os` below it, each a list.
    """
    node = value_of(subject.skill.document, "requires")
    if node is None or is_null(node):
        return
    hint = "write `bins`, `env` and `os` below it, each a list"
    if node.kind is not NodeKind.MAP:
        yield Hit(f"`requires` is {in_words(node)}, not a mapping", at=node.span, hint=hint)
    for field in items(node):
        if field.name not in _KINDS:
            yield Hit(f"`requires` has the unknown key `{shortened(field.name)}`", at=field.span, hint=hint)


@rule("RQ002", "requires-not-list", source=_SOURCE)
def requires_not_list(subject: Subject) -> Iterator[Hit]:
    """`bins`, `env` or `os` of `requires` is not a list of texts.

    Why: a host reads a text as a list of its letters, or fails.

    Fix: write one item per line, each with `- `.
    """
    node = value_of(subject.skill.document, "requires")
    for field in items(node) if node is not None else ():
        if field.name in _KINDS and not _is_list(field.value):
            yield Hit(
                f"`requires.{field.name}` is not a list of texts",
                at=field.value.span,
                hint="write one `- item` per line",
            )


@rule("RQ003", "requires-unknown-os", source=_SOURCE)
def requires_unknown_os(subject: Subject) -> Iterator[Hit]:
    """`requires.os` names an unknown system.

    Why: hosts know `linux`, `darwin` and `windows`; no machine offers a skill that needs `macos`.

    Fix: write `darwin` for macOS, in lower case.
    """
    document = subject.skill.document
    field = document.field("requires") or document.field("metadata")
    for name in subject.skill.requires.os:
        if name not in _SYSTEMS and field is not None:
            yield Hit(
                f"`requires` names the system `{shortened(name)}`, hosts know {', '.join(_SYSTEMS)}",
                at=field.span,
                hint="write `darwin`" if name.casefold() in {"macos", "mac", "osx"} else "write one of these",
            )


@rule("RQ004", "required-tools-not-list", source=_SOURCE)
def required_tools_not_list(subject: Subject) -> Iterator[Hit]:
    """`required_tools` is not a list of texts.

    Why: the host that documents the field expects a list.

    Fix: write one tool per line, each with `- `.
    """
    node = value_of(subject.skill.document, "required_tools")
    if node is not None and not is_null(node) and not _is_list(node):
        yield Hit("`required_tools` is not a list of texts", at=node.span, hint="write one `- tool` per line")


@rule("RQ005", "input-schema-not-mapping", source=_SOURCE)
def input_schema_not_mapping(subject: Subject) -> Iterator[Hit]:
    """`input_schema` is not a mapping.

    Why: it documents the input as a JSON Schema, which is a mapping.

    Fix: write `type: object` and `properties` below it.
    """
    node = value_of(subject.skill.document, "input_schema")
    if node is not None and not is_null(node) and node.kind is not NodeKind.MAP:
        yield Hit(
            f"`input_schema` is {in_words(node)}, not a mapping",
            at=node.span,
            hint="write `type: object` and `properties` below it",
        )


def _is_list(node: Node) -> bool:
    return is_null(node) or (
        node.kind is NodeKind.LIST and all(item.value.kind is NodeKind.SCALAR for item in node.items)
    )

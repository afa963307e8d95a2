"""Fixes of the front matter: edits of bytes that leave the body alone."""

from skillpack.model.document import Document, Field, Node, NodeKind, ScalarType, Span, byte_offset
from skillpack.model.finding import Edit, Fix

_LINES = 500
"""A longer front matter is not fixed: every edit looks up its place, so that thousands would take minutes."""
_METADATA = "metadata"


def safe_fix(title: str, edit: Edit | None) -> Fix | None:
    """Return a safe fix of one edit, or None where there is no edit."""
    return None if edit is None else Fix(title, safe=True, edits=(edit,))


def replace_scalar(document: Document, node: Node, text: str) -> Edit | None:
    """Return the edit that writes another text for a scalar, within the quotes it has; None where it cannot be done."""
    if node.kind is not NodeKind.SCALAR or not node.text or not _mendable(document):
        return None
    start, end = _range(document, node.span)
    for quote in ("", '"', "'"):
        if document.raw[start:end] == f"{quote}{node.text}{quote}".encode():
            return Edit(document.path, start + len(quote), end - len(quote), text)
    return None


def quote_scalar(document: Document, node: Node) -> Edit | None:
    """Return the edit that puts a plain scalar in quotes, or None."""
    quotable = node.plain and node.type is not ScalarType.NULL
    return replace_scalar(document, node, quoted(node.text)) if quotable else None


def quote_source(document: Document, node: Node) -> Edit | None:
    """Return the edit that makes a text of a flow list as it stands, or None: `[x]` becomes `"[x]"`."""
    if not node.flow or "\n" in node.text or not _mendable(document):
        return None
    start, end = _range(document, node.span)
    if document.raw[start:end] != node.text.encode():
        return None
    return Edit(document.path, start, end, quoted(node.text))


def replace_value(document: Document, field: Field, text: str) -> Edit | None:
    """Return the edit that writes a one-line value for a field, whatever shape it had; `text` is YAML.

    None where a comment would be lost.
    """
    lines = _lines_of(document, field)
    if lines is None:
        return None
    start = byte_offset(document.raw, field.span.end_line, field.span.end_column)
    value = document.raw[start : byte_offset(document.raw, lines[1] + 1, 1)].rstrip(b"\r\n \t")
    if b"#" in value or not value.startswith(b":"):
        return None
    return Edit(document.path, start, start + len(value), f": {text}")


def lift(document: Document, field: Field, pairs: tuple[tuple[str, str], ...]) -> tuple[Edit, ...]:
    """Return the edits that move a top-level field into `metadata` under new names; empty where it cannot be done.

    Two such moves do not collide: an edit that both contain is applied once, and lines that both
    insert at one place follow each other (`check.fix`).
    """
    lines = _lines_of(document, field)
    place = _location(document, pairs) if lines is not None else None
    if lines is None or place is None:
        return ()
    offset, indent, heading = place
    newline = "\r\n" if b"\r\n" in document.raw else "\n"
    first, last = (byte_offset(document.raw, line, 1) for line in (lines[0], lines[1] + 1))
    inserted = "".join(f"{indent}{name}: {quoted(text)}{newline}" for name, text in pairs)
    edits = (Edit(document.path, offset, offset, inserted), Edit(document.path, first, last, ""))
    return (Edit(document.path, offset, offset, f"{_METADATA}:{newline}"), *edits) if heading else edits


def quoted(text: str) -> str:
    """Return text as a YAML scalar in double quotes, on one line."""
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def _mendable(document: Document) -> bool:
    return document.front_matter.count("\n") <= _LINES


def _location(document: Document, pairs: tuple[tuple[str, str], ...]) -> tuple[int, str, bool] | None:
    """Return where lines of `metadata` go, their indentation, and whether `metadata:` itself is missing."""
    metadata = document.field(_METADATA)
    if metadata is None:
        return byte_offset(document.raw, _last_line(document) + 1, 1), "  ", True
    node = metadata.value
    if node.kind is not NodeKind.MAP or node.flow or not node.items or node.items[0].span.line == metadata.span.line:
        return None
    taken = {item.name for item in node.items}
    if any(name in taken for name, _ in pairs):
        return None
    first = node.items[0].span
    return byte_offset(document.raw, first.line, 1), " " * (first.column - 1), False


def _range(document: Document, span: Span) -> tuple[int, int]:
    return (
        byte_offset(document.raw, span.line, span.column),
        byte_offset(document.raw, span.end_line, span.end_column),
    )


def _last_line(document: Document) -> int:
    """Return the last line of the front matter that is not empty."""
    return document.front_matter_line + document.front_matter.rstrip().count("\n")


def _lines_of(document: Document, field: Field) -> tuple[int, int] | None:
    """Return the first and last line of a top-level field, without the comments and empty lines that follow it.

    None where the field does not have its lines for itself.
    """
    if not _mendable(document):
        return None
    starts = [other.span.line for other in document.fields]
    if field.span.column != 1 or starts.count(field.span.line) != 1:
        return None
    lines = document.front_matter.split("\n")
    last = min((line for line in starts if line > field.span.line), default=_last_line(document) + 1) - 1
    while last > field.span.line and _idle(lines[last - document.front_matter_line]):
        last -= 1
    return field.span.line, last


def _idle(line: str) -> bool:
    return not line.strip() or line.startswith("#")

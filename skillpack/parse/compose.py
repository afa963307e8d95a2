"""Values -> the bytes of a SKILL.md, and the tree under which a skill is published."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from skillpack.model.digest import CHECKSUMS, RECEIPT
from skillpack.model.document import Document, FaultKind, Node, NodeKind, ScalarType, byte_offset
from skillpack.model.tree import Form, SourceTree, Tree, make_tree
from skillpack.parse.document import SKILL_FILE, effective_name, read_document, skill_file
from skillpack.parse.fields import resolved_type

Value: TypeAlias = "str | Node | Sequence[Value] | Mapping[str, Value]"
"""What a field can hold: a text, a list, a map, or a value as it was read, which keeps its type."""

_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
# With one of these the fields are not all there is, and the file is published as it stands.
_UNRELIABLE = frozenset(FaultKind) - {
    FaultKind.BYTE_ORDER_MARK,
    FaultKind.CRLF,
    FaultKind.SLOPPY_DELIMITER,
    FaultKind.DELIMITER_IN_VALUE,
    FaultKind.COMPLEX_KEY,
    FaultKind.DUPLICATE_KEY,
    FaultKind.FLOW,
}


def compose_skill(fields: Sequence[tuple[str, Value]], body: str) -> bytes:
    """Return the bytes of a SKILL.md; parsing them gives the same texts and the same body back.

    Args:
        fields: Names and values in the order in which they are written; texts are quoted where YAML would take them
            for something else, or where a host would take them for the end of the front matter.
        body: With LF; newlines in front are left out, for they are no part of a body.

    Raises:
        UnicodeEncodeError: a text holds a lone surrogate.
    """
    lines = [line for name, value in fields for line in _field(name, value, "")]
    return "\n".join(["---", *lines, "---", "", body.lstrip("\n")]).encode()


def published_tree(candidate: SourceTree, document: Document | None = None) -> Tree:
    """Return the files as they are published: the digest and the archives are of these.

    A folder's `skill.md` becomes `SKILL.md`. A Markdown file becomes a `SKILL.md` with the same bytes, to which only a
    missing `name` is added, because a folder is named by it. A YAML file is written anew. The candidate's document is
    read unless it is given. What an installer left beside it, a receipt or a list of checksums, is not published.
    """
    path = skill_file(candidate)
    files = {name: content for name, content in candidate.tree.files.items() if name not in (RECEIPT, CHECKSUMS)}
    if path not in files or (path == SKILL_FILE and candidate.origin.form is Form.FOLDER):
        return candidate.tree if len(files) == len(candidate.tree.files) else Tree(files)
    if candidate.origin.form is Form.FOLDER:
        return make_tree({SKILL_FILE if name == path else name: content for name, content in files.items()})
    document = document or read_document(candidate)
    if any(fault.kind in _UNRELIABLE for fault in document.faults):
        return make_tree({SKILL_FILE: files[path]})
    name = effective_name(document, candidate.origin)
    if candidate.origin.form is Form.MARKDOWN:
        return make_tree({SKILL_FILE: _named(document, name)})
    fields: list[tuple[str, Value]] = [] if document.field("name") else [("name", name)]
    fields += [(field.name, field.value) for field in document.fields if field.name != "instructions"]
    return make_tree({SKILL_FILE: compose_skill(fields, document.body.text)})


def quoted(text: str) -> str:
    """Return a text as a YAML scalar on one line that reads as this text: plain where that is safe."""
    plain = (
        text[:1].isalnum()
        and text.isprintable()
        and not text.endswith((" ", ":"))
        and not any(part in text for part in (": ", " #", "---"))
        and resolved_type(text) is ScalarType.TEXT
    )
    return text if plain else '"' + "".join(map(_escaped, text)).replace("---", "\\x2d" * 3) + '"'


def _escaped(character: str) -> str:
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _field(name: str, value: Value, indentation: str) -> Iterator[str]:
    yield from _entry(f"{indentation}{quoted(name)}:", value, indentation)


def _entry(head: str, value: Value, indentation: str) -> Iterator[str]:
    """Yield the lines of a field or a list item whose name or dash is given."""
    if isinstance(value, str):
        yield f"{head} {quoted(value)}"
    elif isinstance(value, Node) and value.kind is NodeKind.SCALAR:
        kept = value.plain and value.type is not ScalarType.TEXT
        yield f"{head} {value.text if kept else quoted(value.text)}".rstrip(" ")
    else:
        inside = list(_lines(value, indentation + "  "))
        empty = "{}" if isinstance(value, Mapping) or (isinstance(value, Node) and value.kind is NodeKind.MAP) else "[]"
        yield head if inside else f"{head} {empty}"
        yield from inside


def _lines(value: Node | Sequence[Value] | Mapping[str, Value], indentation: str) -> Iterator[str]:
    """Yield the lines of a list or a map."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _field(name, part, indentation)
    elif isinstance(value, Node) and value.kind is NodeKind.MAP:
        for field in value.items:
            yield from _field(field.name, field.value, indentation)
    else:
        for part in [field.value for field in value.items] if isinstance(value, Node) else value:
            yield from _entry(f"{indentation}-", part, indentation)


def _named(document: Document, name: str) -> bytes:
    """Return a Markdown file's bytes with a `name` in front of its fields, where it has none."""
    raw = document.raw
    if document.field("name"):
        return raw
    start = byte_offset(raw, 2, 1)
    newline = "\r\n" if raw[start - 2 : start] == b"\r\n" else "\n"
    return raw[:start] + f"name: {quoted(name)}{newline}".encode() + raw[start:]

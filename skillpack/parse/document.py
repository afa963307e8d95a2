"""A candidate's skill file -> its document."""

from collections.abc import Callable
from unicodedata import normalize

from skillpack.model.document import NOWHERE, Body, Document, Fault, FaultKind, Field, NodeKind
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree
from skillpack.parse.fields import read_fields
from skillpack.parse.front_matter import decode, split
from skillpack.parse.markdown.body import bare_body, scan_body
from skillpack.parse.values import text_of

SKILL_FILE = "SKILL.md"
LIMITS = Limits()
_LOWER_CASE = "skill.md"

_MakeBody = Callable[[str, int], Body]


def skill_file(candidate: SourceTree) -> str:
    """Return the path of the skill file in the tree; empty where there is none.

    Of a folder both spellings are read, `SKILL.md` first; any other is not a skill file.
    """
    paths = [path for path, _ in candidate.listing] or list(candidate.tree.files)
    if candidate.origin.form is not Form.FOLDER:
        return paths[0] if paths else ""
    return next((path for path in (SKILL_FILE, _LOWER_CASE) if path in paths), "")


def read_document(candidate: SourceTree, limits: Limits = LIMITS, *, scanned: bool = True) -> Document:
    """Return the document of a candidate; an empty one with faults where nothing could be read.

    Args:
        scanned: False where nobody asks what stands in the body: headings, links, fences and the rest are not there.
    """
    path = skill_file(candidate)
    raw = candidate.tree.files.get(path)
    if raw is None:
        size = dict(candidate.listing).get(path, 0)
        too_large = Fault(FaultKind.TOO_LARGE, NOWHERE, str(size))
        return _unread(path, b"", (too_large,) if size > limits.skill_file else ())
    text, faults = decode(raw, limits.skill_file)
    if any(fault.kind is FaultKind.NOT_UTF8 for fault in faults):
        return _unread(path, raw, faults)
    read = _read_yaml if candidate.origin.form is Form.YAML else _read_markdown
    return read(path, raw, text, faults, limits, scan_body if scanned else bare_body)


def reread_document(document: Document, text: str, limits: Limits = LIMITS) -> Document:
    """Return the document of a Markdown file as if it held another text; what stands in its body is not looked for."""
    return _read_markdown(document.path, text.encode("utf-8", "surrogatepass"), text, (), limits, bare_body)


def effective_name(document: Document, origin: Origin) -> str:
    """Return the declared name, else the folder's or the file's, after NFKC."""
    field = document.field("name")
    declared = text_of(field) if field and field.value.kind is NodeKind.SCALAR else None
    return normalize("NFKC", (declared or "").strip() or origin.stem)


def _unread(path: str, raw: bytes, faults: tuple[Fault, ...]) -> Document:
    return Document(path, raw, "", "", 1, (), bare_body("", 1), faults)


def _read_markdown(
    path: str, raw: bytes, text: str, faults: tuple[Fault, ...], limits: Limits, make_body: _MakeBody
) -> Document:
    parts = split(text)
    front_matter, line = parts.front_matter, parts.front_matter_line
    fields: tuple[Field, ...] = ()
    found: tuple[Fault, ...] = ()
    size = len(front_matter.encode())
    if size > limits.front_matter:
        found = (Fault(FaultKind.FRONT_MATTER_TOO_LARGE, NOWHERE, str(size)),)
    elif front_matter:
        fields, found = read_fields(front_matter, line, limits)
    body = make_body(parts.body, parts.body_line)
    return Document(path, raw, text, front_matter, line, fields, body, (*faults, *parts.faults, *found))


def _read_yaml(
    path: str, raw: bytes, text: str, faults: tuple[Fault, ...], limits: Limits, make_body: _MakeBody
) -> Document:
    """Return the document of a skill that is one YAML file; its field `instructions` is the body (ash).

    Columns in such a body leave out its indentation.
    """
    fields, found = read_fields(text, 1, limits)
    document = Document(path, raw, text, text, 1, fields, bare_body("", 1), (*faults, *found))
    instructions = document.field("instructions")
    if instructions is None or instructions.value.kind is not NodeKind.SCALAR:
        return document
    value = instructions.value
    body = value.text.lstrip("\n")
    is_block = text.split("\n")[value.span.line - 1].startswith(("|", ">"), value.span.column - 1)
    line = value.span.line + is_block + len(value.text) - len(body)  # a block starts behind the line of its mark
    return Document(path, raw, text, text, 1, fields, make_body(body, line), document.faults)

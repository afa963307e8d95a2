"""One text file as read: fields with places, body with places, faults."""

from enum import StrEnum

from msgspec import Struct


class Span(Struct, frozen=True, gc=False):
    """A stretch of a text file; lines and columns count from 1, columns in characters, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span(0, 0, 0, 0)
"""The span of a finding about a file or folder as a whole."""


class NodeKind(StrEnum):
    """The shape of a YAML node."""

    SCALAR = "scalar"
    LIST = "list"
    MAP = "map"


class ScalarType(StrEnum):
    """What YAML 1.1 makes of a scalar, as PyYAML's safe loader resolves it; NONE for lists and maps."""

    TEXT = "text"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    NULL = "null"
    DATE = "date"
    NONE = "none"


class Node(Struct, frozen=True):
    """A YAML value; scalars keep their source text (`1.10` stays `1.10`).

    Attributes:
        text: A scalar's value as written, without quotes; for a list or map its source text.
        type: What a YAML reader would make of the scalar.
        plain: True for a scalar without quotes that is no block.
        flow: True for `[a, b]` and `{a: b}`.
        items: A list's values (with empty names) or a map's fields, duplicates included, in order.
    """

    kind: NodeKind
    text: str
    type: ScalarType
    plain: bool
    flow: bool
    items: tuple["Field", ...]
    span: Span


class Field(Struct, frozen=True):
    """One key and its value.

    Attributes:
        name: The key's source text; empty for a list's item.
        key_type: What YAML makes of the key (`on` is a boolean).
        span: Of the key; of the value for a list's item.
    """

    name: str
    key_type: ScalarType
    value: Node
    span: Span


class FaultKind(StrEnum):
    """What a reader can meet in a skill file, a body or a program; rules give these codes and words."""

    TOO_LARGE = "too-large"  # the skill file passes the limit and was not read whole
    NOT_UTF8 = "not-utf8"
    BYTE_ORDER_MARK = "byte-order-mark"
    CRLF = "crlf"
    NO_OPENING = "no-opening"  # the first line is no delimiter
    NO_CLOSING = "no-closing"
    SLOPPY_DELIMITER = "sloppy-delimiter"  # hosts disagree where the front matter ends
    DELIMITER_IN_VALUE = "delimiter-in-value"  # `---` inside the front matter
    FRONT_MATTER_TOO_LARGE = "front-matter-too-large"
    YAML = "yaml"  # not readable as YAML; the detail is the reader's sentence
    YAML_TOO_DEEP = "yaml-too-deep"
    YAML_TOO_MANY_NODES = "yaml-too-many-nodes"
    ANCHOR = "anchor"  # an anchor or alias; reading stops there
    TAG = "tag"  # reading stops there
    SEVERAL_DOCUMENTS = "several-documents"
    NOT_MAPPING = "not-mapping"
    COMPLEX_KEY = "complex-key"  # a list or map as a key
    DUPLICATE_KEY = "duplicate-key"  # the detail is the dotted path: `metadata.author`
    FLOW = "flow"  # `[a]` or `{a: b}`, outside the subset that the reference library reads
    UNCLOSED_FENCE = "unclosed-fence"
    UNCLOSED_COMMENT = "unclosed-comment"
    PROGRAM_ESCAPES = "program-escapes"  # absolute, or leaves the skill
    PROGRAM_MISSING = "program-missing"
    PROGRAM_LANGUAGE = "program-language"  # not Starlark
    PROGRAM_TOO_LARGE = "program-too-large"
    PROGRAM_NOT_UTF8 = "program-not-utf8"
    PROGRAM_FRONT_MATTER = "program-front-matter"
    PROGRAM_SYNTAX = "program-syntax"
    PROGRAM_NO_RUN = "program-no-run"  # no `def run(input)` with one parameter
    PROGRAM_LOAD = "program-load"  # `load(...)`
    PROGRAM_UNPORTABLE = "program-unportable"  # what one engine takes and another refuses


STOPPING_FAULTS = frozenset(
    {
        *(FaultKind.TOO_LARGE, FaultKind.NOT_UTF8, FaultKind.NO_OPENING, FaultKind.NO_CLOSING),
        *(FaultKind.FRONT_MATTER_TOO_LARGE, FaultKind.NOT_MAPPING, FaultKind.ANCHOR, FaultKind.TAG),
        *(FaultKind.YAML, FaultKind.YAML_TOO_DEEP, FaultKind.YAML_TOO_MANY_NODES),
    }
)
"""With one of these the fields are not all that the author wrote."""


class Fault(Struct, frozen=True):
    """What the reader met; a rule gives it code and words (`parse` knows no codes)."""

    kind: FaultKind
    span: Span
    detail: str


class BodyMark(Struct, frozen=True):
    """A stretch of the body that means something: a placeholder, a shell line, a comment."""

    text: str
    span: Span


class Link(Struct, frozen=True):
    """A link or image of the body.

    Attributes:
        target: As written, without title.
    """

    target: str
    image: bool
    span: Span


class Heading(Struct, frozen=True):
    """A heading of the body, ATX or setext.

    Attributes:
        level: 1 to 6.
    """

    level: int
    text: str
    span: Span


class Fence(Struct, frozen=True):
    """A fenced block of code.

    Attributes:
        language: First word of the info string, as written; empty for none.
        text: The code, with its newlines.
    """

    language: str
    text: str
    span: Span


class Body(Struct, frozen=True):
    """The body and its one reading by lines.

    Attributes:
        text: The canonical body: after the closing delimiter, leading newlines stripped, LF.
        first_line: The line of the file on which `text` starts, from 1.
        placeholders: `$ARGUMENTS`, `$ARGUMENTS[0]`, `$0` (instructor-php).
        shell_lines: The commands of !`command`, which some hosts run when the skill opens (instructor-php).
        comments: HTML comments outside of code.
        unseen: Titles, alternative texts, and what stands in elements that a style hides.
    """

    text: str
    first_line: int
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    fences: tuple[Fence, ...]
    placeholders: tuple[BodyMark, ...]
    shell_lines: tuple[BodyMark, ...]
    comments: tuple[BodyMark, ...]
    faults: tuple[Fault, ...]
    unseen: tuple[BodyMark, ...] = ()


class Document(Struct, frozen=True):
    """SKILL.md, NAME.md or NAME.yaml.

    Attributes:
        path: Relative to the skill; the empty string where no such file is.
        raw: As on disk.
        text: Decoded, without byte-order mark, LF; empty where it is not UTF-8.
        front_matter: The YAML text between the delimiters; empty without front matter.
        front_matter_line: The line of the file on which `front_matter` starts, from 1.
        fields: Top-level fields in order, duplicates included.
    """

    path: str
    raw: bytes
    text: str
    front_matter: str
    front_matter_line: int
    fields: tuple[Field, ...]
    body: Body
    faults: tuple[Fault, ...]

    def field(self, name: str) -> Field | None:
        """Return the last field of that name, as YAML readers do, or None."""
        for field in reversed(self.fields):  # asked some hundred times for each skill: a loop is quickest
            if field.name == name:
                return field
        return None


def byte_offset(raw: bytes, line: int, column: int) -> int:
    """Return the offset in bytes of a line and column (from 1) of a UTF-8 text.

    A byte-order mark is not a column; a column past the end of its line gives the end of the line.
    """
    start = 3 if raw.startswith(b"\xef\xbb\xbf") else 0
    for _ in range(line - 1):
        newline = raw.find(b"\n", start)
        if newline < 0:
            return len(raw)
        start = newline + 1
    end = raw.find(b"\n", start)
    text = raw[start : len(raw) if end < 0 else end].decode("utf-8", "surrogateescape")
    return start + len(text[: column - 1].encode("utf-8", "surrogateescape"))

"""What is packed and unpacked with a warning: files that act by lying there, and what nobody can read."""

from skillpack.model.portable import path_warning, printable
from skillpack.model.tree import Tree
from skillpack.parse.document import SKILL_FILE

_NAMED = 3  # paths that a note names
_PROGRAM = "it is a compiled program, which cannot be reviewed"
_ARCHIVE = "it is an archive, whose contents were not checked"
_MAGIC = (
    (0, b"\x7fELF", _PROGRAM),
    (0, b"MZ\x90\0", _PROGRAM),
    (0, b"\xfe\xed\xfa\xce", _PROGRAM),
    (0, b"\xfe\xed\xfa\xcf", _PROGRAM),
    (0, b"\xce\xfa\xed\xfe", _PROGRAM),
    (0, b"\xcf\xfa\xed\xfe", _PROGRAM),
    (0, b"\xca\xfe\xba\xbe", _PROGRAM),
    (0, b"PK\x03\x04", _ARCHIVE),
    (0, b"PK\x05\x06", _ARCHIVE),
    (0, b"\x1f\x8b\x08", _ARCHIVE),
    (0, b"BZh", _ARCHIVE),
    (0, b"\xfd7zXZ\0", _ARCHIVE),
    (0, b"7z\xbc\xaf\x27\x1c", _ARCHIVE),
    (0, b"Rar!", _ARCHIVE),
    (0, b"\x28\xb5\x2f\xfd", _ARCHIVE),
    (257, b"ustar", _ARCHIVE),
)
_DOCUMENTS = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub")  # zips, but known by what they are
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SNIFFED = 8192  # bytes; a NUL among them means that the file is not text


def archive_notes(tree: Tree) -> tuple[str, ...]:
    """Return a sentence for each reason to look twice at a skill that may be packed and unpacked."""
    groups: dict[str, list[str]] = {}
    for path, content in tree.files.items():
        for reason in _reasons(path, content):
            groups.setdefault(reason, []).append(path)
    return tuple(f"{_listed(paths)}: {reason}" for reason, paths in groups.items())


def _reasons(path: str, content: bytes) -> list[str]:
    kind = next((kind for at, magic, kind in _MAGIC if content.startswith(magic, at)), None)
    if kind is _ARCHIVE and path.casefold().endswith(_DOCUMENTS):
        kind = None
    reasons = [path_warning(path), kind]
    if path.endswith(f"/{SKILL_FILE}"):
        reasons.append("some hosts read it as a separate skill")
    if content.startswith(_BYTE_ORDER_MARK):
        reasons.append("it starts with a byte-order mark")
    if b"\r\n" in content and b"\0" not in content[:_SNIFFED]:
        reasons.append("its lines end in CRLF")
    return [reason for reason in reasons if reason]


def _listed(paths: list[str]) -> str:
    named = ", ".join(f"`{printable(path)}`" for path in paths[:_NAMED])
    return named if len(paths) <= _NAMED else f"{named} and {len(paths) - _NAMED} more"

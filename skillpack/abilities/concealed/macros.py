"""Macros in Office documents: that they are there, and whether they start on their own and act (pure)."""

import re
from collections.abc import Iterator, Mapping

from skillpack.abilities.concealed.archives import Packed
from skillpack.abilities.concealed.concern import CODE, READ_FIRST, STOP, about_file
from skillpack.model.ability import Concern, ConcernKind
from skillpack.parse.patterns import late

_VBA = b"vbaProject.bin"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_VBA = "_VBA_PROJECT".encode("utf-16-le")
_MAY_HOLD_MACROS = ("m", "xlsb", "xlam", "xls", "doc", "ppt", "xlt", "dot", "pot")
_SOURCE = b"\0Attribut"  # the first eight characters of every module, behind the flags of its compressed form
_MOST = 2**20  # bytes of macros that are read of a document
_CHUNK = 4096
_STARTS = late(
    rb"\b(?:Auto_?(?:Open|Exec|Close|New)|Document_(?:Open|New|Close)|Workbook_(?:Open|Activate)|DocumentOpen|Presentation_?Open"
    rb"|Slide_?Show_?(?:Begin|Next)\w*)\b",
    re.IGNORECASE,
)
_ACTS = late(
    rb"\b(?:Shell|CreateObject|GetObject|ShellExecute\w*|URLDownloadToFile\w*|WinHttp\w*|XMLHTTP|powershell|cmd\.exe|mshta"
    rb"|Declare\s+(?:PtrSafe\s+)?(?:Function|Sub)|StrReverse|ADODB)\b",
    re.IGNORECASE,
)
_DDE = late(rb"\bDDE(?:AUTO)?\s+[\"\\\w]{0,4}[^<]{0,80}(?:cmd|powershell|\.exe)", re.IGNORECASE)


def document_macros(files: Mapping[str, bytes], packed: Packed) -> Iterator[Concern]:
    """Yield the documents of a skill that hold macros, or a field that starts a program."""
    for path, inner in packed.documents.items():
        projects = [content for name, content in inner.items() if name.endswith(_VBA.decode())]
        if projects or any("/macrosheets/" in f"/{name}" for name in inner):
            yield _macros(path, b"".join(_sources(project) for project in projects))
        elif any(name.endswith(".xml") and _DDE().search(content) for name, content in inner.items()):
            yield about_file(CODE, STOP, path, "a document with a field that starts a program")
    for path, content in files.items():
        if path in packed.unopened and content.startswith(b"PK") and _VBA in content:
            yield about_file(
                ConcernKind.UNREADABLE, READ_FIRST, path, "a document with macros", why=packed.unopened[path]
            )
        elif content.startswith(_OLE) and _OLE_VBA in content:
            yield _macros(path, _sources(content))


def _macros(path: str, source: bytes) -> Concern:
    started = _STARTS().search(source)
    acting = _ACTS().search(source)
    if started and acting:
        quote = f"{started[0].decode('latin-1')} … {acting[0].decode('latin-1')}"
        return about_file(CODE, STOP, path, "a document with macros that start on their own", quote)
    if not path.lower().rpartition(".")[2].endswith(_MAY_HOLD_MACROS):
        return about_file(CODE, STOP, path, "a document with macros under a name for documents without")
    return about_file(ConcernKind.UNREADABLE, READ_FIRST, path, "a document with macros")


def _sources(project: bytes) -> bytes:
    """Return the texts of the macros in a project, as far as they lie in one piece."""
    texts: list[bytes] = []
    left, position = _MOST, project.find(_SOURCE)
    while position >= 0 and left > 0:
        text = unpacked_source(project, position - 3, left)
        texts.append(text)
        left -= max(len(text), _CHUNK)
        position = project.find(_SOURCE, position + 1)
    return b"\n".join(texts)


def unpacked_source(data: bytes, start: int, most: int) -> bytes:
    """Return the bytes of a compressed container of Visual Basic holds (MS-OVBA 2.4.1), up to its first fault."""
    found = bytearray()
    position = start + 1
    while start >= 0 and position + 2 <= len(data) and len(found) < most:
        header = int.from_bytes(data[position : position + 2], "little")
        if header >> 12 & 0b111 != 0b011:
            break
        end = min(len(data), position + (header & 0xFFF) + 3)
        _chunk(data[position + 2 : end], found)
        position = end
    return bytes(found)


def _chunk(data: bytes, found: bytearray) -> None:
    first, position = len(found), 0
    while position < len(data):
        flags = data[position]
        position += 1
        for bit in range(8):
            if position >= len(data):
                return
            if not flags >> bit & 1:
                found.append(data[position])
                position += 1
                continue
            token = int.from_bytes(data[position : position + 2], "little")
            position += 2
            done = len(found) - first
            bits = max((done - 1).bit_length(), 4)
            length, offset = (token & (0xFFFF >> bits)) + 3, (token >> (16 - bits)) + 1
            if offset > done or len(found) - first + length > _CHUNK:
                return
            for _ in range(length):
                found.append(found[-offset])

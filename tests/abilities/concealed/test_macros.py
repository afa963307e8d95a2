"""Macros in Office documents."""

import io
import zipfile

import pytest

from skillpack.abilities.concealed.archives import read_packed
from skillpack.abilities.concealed.macros import document_macros, unpacked_source
from skillpack.model.ability import Concern, ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.model.limits import Limits
from skillpack.model.tree import make_tree

AUTORUN = b'Attribute VB_Name = "A"\r\nSub AutoOpen()\r\nShell "cmd.exe /c calc"\r\nEnd Sub\r\n'
HARMLESS = b'Attribute VB_Name = "A"\r\nSub Sum()\r\nRange("A1") = 1\r\nEnd Sub\r\n'


def compressed(source: bytes) -> bytes:
    """Return a container of Visual Basic (MS-OVBA 2.4.1) of one chunk of literal bytes."""
    literals = b"".join(b"\0" + source[at : at + 8] for at in range(0, len(source), 8))
    return b"\x01" + (0xB000 | len(literals) - 1).to_bytes(2, "little") + literals


def document(macros: bytes | None, body: bytes = b"<w/>") -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr("word/document.xml", body)
        if macros is not None:
            archive.writestr("word/vbaProject.bin", b"\xd0\xcf\x11\xe0" + bytes(60) + compressed(macros) + bytes(9))
    return target.getvalue()


def concerns(path: str, content: bytes) -> list[Concern]:
    tree = make_tree({path: content})
    packed = read_packed(tree, Limits())
    return list(document_macros({**tree.files, **packed.files}, packed))


@pytest.mark.parametrize(
    ("path", "macros", "kind", "level"),
    [
        ("a.docm", AUTORUN, ConcernKind.CONCEALED_CODE, AlarmLevel.STOP),
        ("a.docm", HARMLESS, ConcernKind.UNREADABLE, AlarmLevel.READ_FIRST),
        ("a.docx", HARMLESS, ConcernKind.CONCEALED_CODE, AlarmLevel.STOP),
        ("a.xlsm", AUTORUN, ConcernKind.CONCEALED_CODE, AlarmLevel.STOP),
    ],
)
def test_macros(path: str, macros: bytes, kind: ConcernKind, level: AlarmLevel) -> None:
    (concern,) = concerns(path, document(macros))
    assert (concern.kind, concern.level, concern.at.path) == (kind, level, path)


def test_old_documents_hold_macros_too() -> None:
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + "_VBA_PROJECT".encode("utf-16-le") + compressed(AUTORUN)
    (concern,) = concerns("a.doc", old)
    assert concern.level is AlarmLevel.STOP


def test_a_field_that_starts_a_program() -> None:
    body = b'<w:instrText>DDEAUTO "c:\\\\windows\\\\cmd.exe" "/k calc"</w:instrText>'
    (concern,) = concerns("a.docx", document(None, body))
    assert concern.kind is ConcernKind.CONCEALED_CODE


@pytest.mark.parametrize("path", ["a.docx", "a.docm", "a.xlsx", "a.odt"])
def test_documents_without_macros_are_nothing(path: str) -> None:
    assert concerns(path, document(None)) == []


def test_copied_letters_are_unpacked() -> None:
    # Eight letters, then a copy of the last three: the flags of the second group begin with a one.
    chunk = b"\0Attribut\x01" + ((1 - 1) | (8 - 1) << 12).to_bytes(2, "little")
    container = b"\x01" + (0xB000 | len(chunk) - 1).to_bytes(2, "little") + chunk
    assert unpacked_source(container, 0, 100) == b"AttributAtt"

import pytest

from skillpack.archive.notes import archive_notes
from skillpack.model.tree import make_tree

SKILL = b"---\nname: sample\ndescription: Packs and unpacks. Use in tests.\n---\n"


def notes(**files: bytes) -> tuple[str, ...]:
    return archive_notes(make_tree({"SKILL.md": SKILL, **files}))


@pytest.mark.parametrize(
    ("path", "content", "words"),
    [
        (".envrc", b"x", "`.envrc`: a shell that enters the folder runs it"),
        (".claude/settings.json", b"{}", "takes it as instructions or settings"),
        ("tests/conftest.py", b"", "pytest runs it"),
        ("scripts/tool", b"\x7fELF\x02\x01\x01", "`scripts/tool`: it is a compiled program"),
        ("tool.exe", b"MZ\x90\0\3", "a compiled program"),
        ("tool", b"\xcf\xfa\xed\xfe", "a compiled program"),
        ("more.zip", b"PK\3\4", "`more.zip`: it is an archive, whose contents were not checked"),
        ("more", b"\x1f\x8b\x08\0", "an archive"),
        ("tool", b"\xfe\xed\xfa\xce", "`tool`: it is a compiled program, which cannot be reviewed"),
        ("tool", b"\xfe\xed\xfa\xcf", "a compiled program"),
        ("tool", b"\xce\xfa\xed\xfe", "a compiled program"),
        ("Tool.class", b"\xca\xfe\xba\xbe\0\0", "a compiled program"),
        ("more", b"PK\5\6", "an archive"),
        ("more", b"BZh91AY", "an archive"),
        ("more", b"\xfd7zXZ\0\0", "an archive"),
        ("more", b"7z\xbc\xaf\x27\x1c", "an archive"),
        ("more", b"Rar!\x1a", "an archive"),
        ("more", b"\x28\xb5\x2f\xfd", "an archive"),
        ("more.tar", bytes(257) + b"ustar\0", "an archive"),
        ("macros.docm", b"PK\3\4", "an archive"),
        ("a/SKILL.md", b"", "`a/SKILL.md`: some hosts read it as a separate skill"),
        ("notes.md", b"\xef\xbb\xbf# x\n", "`notes.md`: it starts with a byte-order mark"),
        ("notes.md", b"# x\r\n", "`notes.md`: its lines end in CRLF"),
    ],
)
def test_what_deserves_a_second_look_is_named(path: str, content: bytes, words: str) -> None:
    (note,) = notes(**{path: content})
    assert words in note


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("template.docx", b"PK\3\4"),
        ("TEMPLATE.DOCX", b"PK\3\4"),
        ("table.xlsx", b"PK\3\4"),
        ("slides.pptx", b"PK\3\4"),
        ("text.odt", b"PK\3\4"),
        ("table.ods", b"PK\3\4"),
        ("slides.odp", b"PK\3\4"),
        ("book.epub", b"PK\3\4"),
        ("table.bin", b"\0\r\n\0"),
        ("MZ.txt", b"MZ is a magic number"),
        ("notes.md", b"# x\n"),
        ("scripts/run.sh", b"#!/bin/sh\n"),
    ],
)
def test_what_is_usual_is_not(path: str, content: bytes) -> None:
    assert notes(**{path: content}) == ()


def test_files_with_the_same_reason_share_a_note() -> None:
    (note,) = notes(**{f"{letter}.txt": b"x\r\n" for letter in "abcde"})
    assert note == "`a.txt`, `b.txt`, `c.txt` and 2 more: its lines end in CRLF"


def test_three_files_are_named_and_no_more_counted() -> None:
    (note,) = notes(**{f"{letter}.txt": b"x\r\n" for letter in "abc"})
    assert note == "`a.txt`, `b.txt`, `c.txt`: its lines end in CRLF"


def test_a_nul_among_the_first_8192_bytes_means_that_it_is_no_text() -> None:
    assert notes(x=b"\r\n" + bytes(1).rjust(8190, b"x")) == ()
    assert notes(x=b"\r\n" + bytes(1).rjust(8191, b"x")) == ("`x`: its lines end in CRLF",)


def test_a_file_may_have_several_reasons() -> None:
    assert len(notes(**{"CLAUDE.md": b"\xef\xbb\xbfx\r\n"})) == 3

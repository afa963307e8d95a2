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


def test_a_file_may_have_several_reasons() -> None:
    assert len(notes(**{"CLAUDE.md": b"\xef\xbb\xbfx\r\n"})) == 3

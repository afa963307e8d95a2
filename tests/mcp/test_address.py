import pytest

from skillpack.mcp.address import is_text, media_type, parse_uri, skill_uri


@pytest.mark.parametrize(
    ("name", "path", "uri"),
    [
        ("pdf", "SKILL.md", "skill://pdf/SKILL.md"),
        ("pdf", "", "skill://pdf"),
        ("pdf", "references/a b.md", "skill://pdf/references/a%20b.md"),
        ("größe", "100%.txt", "skill://gr%C3%B6%C3%9Fe/100%25.txt"),
    ],
)
def test_an_address_leads_back_to_its_file(name: str, path: str, uri: str) -> None:
    assert skill_uri(name, path) == uri
    assert parse_uri(uri) == (name, path)


@pytest.mark.parametrize("uri", ["", "skill://", "skill:///SKILL.md", "file:///etc/passwd", "https://pdf/SKILL.md"])
def test_what_is_no_address_of_a_skill_leads_nowhere(uri: str) -> None:
    assert parse_uri(uri) is None


@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        ("SKILL.md", b"# x", "text/markdown"),
        ("run.py", b"", "text/x-python"),
        ("LICENSE", b"MIT", "text/plain"),
        ("data", b"\0\1", "application/octet-stream"),
        ("a.png", b"\x89PNG", "image/png"),
    ],
)
def test_media_types_do_not_depend_on_the_machine(path: str, content: bytes, kind: str) -> None:
    assert media_type(path, content) == kind


def test_text_is_utf_8_without_nul() -> None:
    assert is_text("é".encode())
    assert not is_text(b"a\0b")
    assert not is_text(b"\xff")

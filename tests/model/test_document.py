import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.document import byte_offset


@pytest.mark.parametrize(
    ("raw", "line", "column", "offset"),
    [
        (b"abc\ndef\n", 1, 1, 0),
        (b"abc\ndef\n", 1, 3, 2),
        (b"abc\ndef\n", 1, 4, 3),
        (b"abc\ndef\n", 2, 1, 4),
        (b"abc\ndef\n", 3, 1, 8),
        (b"abc", 1, 9, 3),
        (b"abc\ndef\n", 1, 9, 3),
        (b"abc\n", 9, 1, 4),
        ("éa\n😀b\n".encode(), 1, 2, 2),
        ("éa\n😀b\n".encode(), 2, 2, 8),
        (b"\xef\xbb\xbfabc\nd", 1, 1, 3),
        (b"\xef\xbb\xbfabc\nd", 2, 1, 7),
        (b"a\r\nb\r\n", 2, 1, 3),
        (b"a\xffb\nc", 1, 3, 2),
        (b"", 1, 1, 0),
    ],
)
def test_points_at_the_character(raw: bytes, line: int, column: int, offset: int) -> None:
    assert byte_offset(raw, line, column) == offset


@given(st.text(alphabet="aé😀\n", max_size=30), st.data())
def test_the_bytes_before_it_are_the_text_before_it(text: str, data) -> None:
    index = data.draw(st.integers(0, len(text)))
    before = text[:index]
    line, column = before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1
    assert text.encode()[: byte_offset(text.encode(), line, column)].decode() == before

"""Places in text files, and what stands around them."""

from hypothesis import given
from hypothesis import strategies as st

from skillpack.abilities.places import shown, span_in, span_of, warned
from skillpack.model.document import Span, byte_offset

TEXTS = st.text(alphabet="ab\nä😀 ", max_size=40)


@given(TEXTS, st.integers(0, 40), st.integers(0, 40))
def test_a_span_is_where_the_bytes_are(text: str, start: int, length: int) -> None:
    content = text.encode()
    first = len(text[:start].encode())
    last = len(text[: start + length].encode())
    span = span_of(content, first, last)
    assert byte_offset(content, span.line, span.column) == first
    assert byte_offset(content, span.end_line, span.end_column) == last
    assert span == span_in(text, min(start, len(text)), min(start + length, len(text)))


def test_a_byte_order_mark_is_no_column() -> None:
    assert span_of(b"\xef\xbb\xbfab", 4, 5) == Span(1, 2, 1, 3)


def test_prose_warns_on_its_line_or_the_one_above() -> None:
    assert warned(b"Never do this:\nx", 15)
    assert warned(b"avoid x", 6)
    assert not warned(b"Never.\n\n\nx", 9)
    assert not warned(b"x, never", 0)


def test_what_is_shown_fits_on_a_line() -> None:
    assert shown(b"a\n\x1b[1m`b`") == "a ?[1m'b'"
    assert shown(b"a" * 100, 10) == "aaaaaaaaa…"

"""What a page does not show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.document import Span
from skillpack.parse.markdown.body import scan_body

HIDDEN = [
    ("<b hidden>x</b>", ["x"]),
    ("<b style='display:none'>x", ["x"]),
    ("a <b hidden>x <b>y</b> z</b> b", ["x <b>y</b> z"]),
    ("<div hidden>\n\n> x\n\n</div>\n\ny", ["\n\n> x\n\n"]),
    ('[a](b "t") and [c](d)', ['"t"']),
    ("[a](b\n'two\nlines')", ["'two\nlines'"]),
    ("![x](y)", ["x"]),
    ('![x](y "t")', ['"t"\nx']),
    ('[a]: b "t"\n\n[a]', ['"t"']),
    ('<img alt="x" src="y">', ["x"]),
    ("<a title='&lt;x'>y</a>", ["<x"]),
]
SHOWN = [
    "[a](b)",
    "![](y)",
    "`<b hidden>x</b>`",
    "<b>x</b>",
    "<!-- <b hidden> --> x",
    '<b class="hidden">x</b>',
    "a ![ b",
]


@pytest.mark.parametrize(("text", "unseen"), HIDDEN)
def test_finds_what_is_not_shown(text: str, unseen: list[str]) -> None:
    assert [mark.text for mark in scan_body(text, 1).unseen] == unseen


@pytest.mark.parametrize("text", SHOWN)
def test_leaves_the_rest(text: str) -> None:
    assert scan_body(text, 1).unseen == ()


def test_points_at_the_element_and_at_the_link() -> None:
    assert scan_body("a\n\n> <b hidden>x</b>", 5).unseen[0].span == Span(7, 13, 7, 14)
    assert scan_body('a [b](c "d") e', 5).unseen[0].span == Span(5, 3, 5, 13)


PIECES = ["<b hidden>", "</b>", "<b>", "x", "\n", "\n\n", "- ", "> ", '[a](b "', '")', "![", "](", "<p style='", "`"]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_takes_any_text(text: str) -> None:
    lines = text.split("\n")
    for mark in scan_body(text, 1).unseen:
        assert mark.text.strip()
        assert 1 <= mark.span.line <= mark.span.end_line <= len(lines)

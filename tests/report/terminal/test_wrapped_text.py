"""Text in lines: every mark is kept, no line is wider than it may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.report.terminal.visible_text import visible, width
from skillpack.report.terminal.wrapped_text import folded, wrapped

words = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=30)


def test_words_stay_together() -> None:
    assert list(wrapped("one two three", 7)) == ["one two", "three"]


def test_a_word_that_is_too_long_is_broken() -> None:
    assert list(wrapped("a 0123456789 b", 4)) == ["a", "0123", "4567", "89 b"]


def test_wide_characters_take_two_columns() -> None:
    assert list(wrapped("日本語", 4)) == ["日本", "語"]


def test_nothing_has_no_line() -> None:
    assert list(wrapped("  ", 10)) == []


@given(st.lists(words, max_size=12), st.integers(min_value=4, max_value=40))
def test_nothing_is_lost_and_all_fits(parts: list[str], columns: int) -> None:
    text = visible(" ".join(parts))
    lines = list(wrapped(text, columns))

    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(0 < width(line) <= columns for line in lines)


def test_a_word_without_end_is_no_trouble() -> None:
    lines = list(wrapped("語" * 100_000, 80))

    assert (len(lines), set(map(width, lines))) == (2_500, {80})


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("fits", ["fits"]),
        ("one two three four five", ["one two three", "  four five"]),
        ("error: no folder `a b/c d` is there", ["error: no", "  folder", "  `a b/c d` is", "  there"]),
        ("see /a/very/long/path/that/is/wide now", ["see", "  /a/very/long/path/that/is/wide", "  now"]),
        ("type `skillpack check x --fix` now", ["type", "  `skillpack", "  check x", "  --fix` now"]),
        ("  from somewhere or other", ["  from", "    somewhere", "    or other"]),
        ("读读读 读读读 读读读", ["读读读 读读读", "  读读读"]),
        ("\x1b[1mone two\x1b[0m three four", ["\x1b[1mone two\x1b[0m three", "  four"]),
        ("name  what it does  columns", ["name  what it does  columns"]),
        ("an odd ` sign that is not closed", ["an odd ` sign", "  that is not", "  closed"]),
    ],
)
def test_a_message_breaks_between_words_alone(text: str, lines: list[str]) -> None:
    assert list(folded(text, 14)) == lines

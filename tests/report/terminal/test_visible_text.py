import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.report.terminal.visible_text import clip, log_line, shown, visible, width

ANYTHING = st.text(st.characters())  # lone surrogates, controls and all


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain text, `values` and: colons", "plain text, `values` and: colons"),
        ("\x1b[31mred\x1b[0m", "<U+001B>[31mred<U+001B>[0m"),
        ("a\u202eb\u2066c", "a<U+202E>b<U+2066>c"),
        ("zero\u200bwidth\ufeff", "zero<U+200B>width<U+FEFF>"),
        ("two\nlines\r\n", "two<U+000A>lines<U+000D><U+000A>"),
        ("next\u2028line\x85", "next<U+2028>line<U+0085>"),
        ("file\udcff", "file<U+DCFF>"),
        ("filler \u3164 and \u2800", "filler <U+3164> and <U+2800>"),
        ("tag \U000e0041", "tag <U+E0041>"),
        ("hidden \U000e0101", "hidden <U+E0101>"),
        ("日本語 and café", "日本語 and café"),
        ("no\u00a0break", "no\u00a0break"),
    ],
)
def test_spells_out_what_nobody_sees(text, seen) -> None:
    assert visible(text) == seen


def test_leaves_out_the_selector_of_a_coloured_sign_and_shows_all_others() -> None:
    assert visible("\u26a0\ufe0f") == "\u26a0"
    assert visible("\u26a0\ufe0f\ufe0f") == "\u26a0<U+FE0F>"
    assert visible("1\ufe0f\u20e3") == "1\u20e3"
    assert visible("a\ufe0f") == "a<U+FE0F>"


def test_keeps_marks_on_a_letter_but_no_tower_of_them() -> None:
    assert visible("e\u0301") == "e\u0301"
    assert visible("\u0301e") == "<U+0301>e"
    assert visible("e" + "\u0301" * 6) == "e" + "\u0301" * 4 + "<U+0301>" * 2


@pytest.mark.parametrize("text", ["::error::no", "  ::set-output name=a::b", "\u3000::warning::x"])
def test_breaks_a_command_at_the_start_of_a_line(text) -> None:
    assert visible(text).lstrip().startswith("<U+003A>:")


@pytest.mark.parametrize("text", ["a ##[error]b", "##vso[task.setvariable]x", "##VSO[x"])
def test_breaks_a_command_anywhere_in_a_line(text) -> None:
    assert visible(text) == text.replace("[", "<U+005B>")


def test_leaves_headings_and_colons_alone() -> None:
    assert visible("## [1.0] and a::b") == "## [1.0] and a::b"


@given(ANYTHING)
def test_shows_nothing_that_controls_or_hides(text) -> None:
    categories = {unicodedata.category(char) for char in visible(text)}
    assert not categories & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(ANYTHING)
def test_is_ascii_where_that_is_asked_for(text) -> None:
    assert visible(text, ascii_only=True).isascii()


@given(ANYTHING)
def test_changes_nothing_twice(text) -> None:
    assert visible(visible(text)) == visible(text)


@given(ANYTHING)
def test_shows_every_character_in_its_place(text) -> None:
    assert len(shown(text)) == len(text)


@given(ANYTHING, st.integers(0, 30))
def test_clips_to_the_columns(text, columns) -> None:
    seen = visible(text)
    assert width(clip(seen, columns)) <= columns or width(seen) <= columns


def test_counts_columns() -> None:
    assert width("日本") == 4
    assert width("e\u0301") == 1
    assert width("\u1112\u1161\u11ab") == 2
    assert clip("日本語", 5) == "日本…"
    assert clip("abc", 2, "...") == ".."


def test_a_line_of_a_log_is_one_and_ends() -> None:
    assert log_line("a\nERROR forged\x1b[31m") == "a<U+000A>ERROR forged<U+001B>[31m"
    assert log_line("\n" * 10**6) == log_line("\n" * 2000)
    assert len(log_line("x" * 5000)) == 1000

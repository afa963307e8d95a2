import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from skillpack.model.document import Span
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.quote import digits, fitted, quote, source_lines
from skillpack.report.terminal.visible_text import width


def quoted(text, span, *, label="label", paint=Paint(width=60)) -> str:  # noqa: B008 - a frozen value
    lines = source_lines(text)
    place = fitted(span, lines)
    return "\n".join(quote(lines, place, label, Style.ERROR, paint)) if place else ""


def test_underlines_one_character() -> None:
    assert quoted("one\ntwo\nthree\n", Span(2, 2, 2, 3)) == "1 │ one\n2 │ two\n  │  ┬\n  │  ╰─ label\n3 │ three"


def test_draws_the_same_in_ascii() -> None:
    text = quoted("one\ntwo\nthree\n", Span(2, 1, 2, 3), paint=Paint(unicode=False))
    assert text == "1 | one\n2 | two\n  | ^^ label\n3 | three"


def test_lines_up_below_tabs_wide_letters_and_marks() -> None:
    assert quoted("\t日本e\u0301x!", Span(1, 6, 1, 7)) == "1 │     日本e\u0301x!\n  │          ┬\n  │          ╰─ label"


def test_underlines_the_spelling_of_a_hidden_character() -> None:
    assert quoted("a\u202eb", Span(1, 2, 1, 3), label="") == "1 │ a<U+202E>b\n  │  ────────"


def test_marks_the_place_behind_a_line_that_is_too_short() -> None:
    assert quoted("ab\n", Span(1, 9, 1, 12), label="") == "1 │ ab\n  │   ─"


def test_an_end_at_the_start_of_a_line_belongs_to_the_line_before() -> None:
    assert fitted(Span(1, 1, 2, 1), ("abc", "def")) == Span(1, 1, 1, 4)
    assert fitted(Span(1, 1, 9, 4), ("abc", "def")) == Span(1, 1, 2, 4)


def test_a_place_outside_of_the_text_is_none() -> None:
    assert fitted(Span(3, 1, 3, 2), ("a", "b")) is None
    assert fitted(Span(1, 1, 1, 1), ()) is None


def test_brackets_several_lines_and_leaves_out_the_middle() -> None:
    text = "\n".join(f"line {number}" for number in range(1, 13)) + "\n"
    assert quoted(text, Span(2, 1, 11, 3)).splitlines() == [
        " 1 │     line 1",
        " 2 │ ╭─▶ line 2",
        " 3 │ │   line 3",
        " 4 │ │   line 4",
        " 5 │ │   line 5",
        " ⋮ │ │",
        "10 │ │   line 10",
        "11 │ ├─▶ line 11",
        "   │ ╰─── label",
        "12 │     line 12",
    ]


def test_cuts_a_long_line_around_the_span() -> None:
    first, mark, _ = quoted("a" * 200 + "MARK" + "b" * 200, Span(1, 201, 1, 205)).splitlines()
    assert first == "1 │ …" + "a" * 18 + "MARK" + "b" * 32 + "…"
    assert mark == "  │ " + " " * 19 + "─┬──"


def test_shows_all_of_a_line_but_its_start_where_the_end_is_marked() -> None:
    first, mark, label = quoted("a" * 200 + "MARK", Span(1, 201, 1, 205)).splitlines()
    assert first.endswith("aMARK")
    assert mark.endswith("─┬──")
    assert label.endswith("label ─╯")


def test_ends_the_underline_with_the_line_that_is_cut() -> None:
    first, mark, _ = quoted("x" * 500, Span(1, 1, 1, 501)).splitlines()
    assert first == "1 │ " + "x" * 54 + "…"
    assert len(mark) == len(first) - 1


def test_hangs_a_label_without_room_below_in_ascii() -> None:
    lines = quoted("a" * 200 + "MARK", Span(1, 201, 1, 205), paint=Paint(unicode=False, width=40)).splitlines()
    assert lines[1:] == ["  | " + " " * 29 + "^^^^", "  | " + " " * 29 + "label"]


def test_cuts_a_label_that_is_wider_than_the_terminal() -> None:
    assert all(width(line) <= 60 for line in quoted("ab", Span(1, 1, 1, 2), label="l" * 99).splitlines())


def test_a_megabyte_on_one_line_is_no_trouble() -> None:
    line = "\u202e" * 2**20
    assert width(quoted(line, Span(1, 2**19, 1, 2**19 + 1)).splitlines()[0]) <= 60


def test_knows_lines_as_spans_do() -> None:
    assert source_lines("\ufeffa\r\nb\n\nc") == ("a", "b", "", "c")
    assert source_lines("") == ()
    assert digits(Span(9, 1, 9, 2), ("",) * 10) == 2


@st.composite
def _quotes(draw: st.DrawFn) -> tuple[str, Span, str]:
    numbers = st.integers(-1, 120)
    span = Span(draw(numbers), draw(numbers), draw(numbers), draw(numbers))
    return draw(st.text(st.characters(), max_size=200)), span, draw(st.text(st.characters(), max_size=80))


@pytest.mark.parametrize("unicode", [True, False])
@given(_quotes())
@example(("0000\x1f\x1f\x1f\U00014647\U0003134b", Span(1, 10, 1, 10), "label"))
@example(("a" * 46, Span(1, 47, 1, 48), "label"))
@example(("a" * 46 + "\u0301", Span(1, 47, 1, 48), "label"))
@example(("a" * 11, Span(1, 11, 1, 12), "l" * 80))
def test_every_line_fits_and_ends_without_blanks(unicode: bool, made: tuple[str, Span, str]) -> None:  # noqa: FBT001
    paint = Paint(unicode=unicode, width=50)
    text, span, label = made
    for line in quoted(text, span, label=paint.show(label).rstrip(), paint=paint).split("\n"):
        assert width(line) <= 50
        assert line == line.rstrip()
        assert unicode or line.isascii()

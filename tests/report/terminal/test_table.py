from hypothesis import given
from hypothesis import strategies as st

from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.table import Cell, Column, table
from skillpack.report.terminal.visible_text import width

COLUMNS = (Column("count", right=True), Column("name", shrinks=True), Column("note"))


def test_lines_up_numbers_to_the_right_and_words_to_the_left() -> None:
    rows = [("1", "a", ""), ("1,000", "日本語", "x"), ("20", "é", "")]
    assert list(table(COLUMNS, rows, Paint())) == [
        "count  name    note",
        "    1  a",
        "1,000  日本語  x",
        "   20  é",
    ]


def test_without_titles_there_is_no_head() -> None:
    assert list(table((Column(""), Column("")), [("a", "b")], Paint())) == ["a  b"]


def test_the_shrinking_column_gives_way() -> None:
    lines = list(table(COLUMNS, [("1", "n" * 90, "note")], Paint(width=50)))
    assert lines[1] == "    1  " + "n" * 36 + "…  note"


def test_a_table_that_cannot_shrink_loses_its_end() -> None:
    lines = list(table((Column("a"), Column("b")), [("x" * 60, "y")], Paint(width=40)))
    assert lines[1] == "x" * 39 + "…"


def test_colours_change_no_width() -> None:
    lines = list(table((Column("a"), Column("b")), [(Cell("x", Style.GOOD), "y"), ("long", "z")], Paint(color=True)))
    assert lines[1] == "\x1b[32mx\x1b[0m     y"


def test_an_empty_table_is_its_head() -> None:
    assert list(table(COLUMNS, [], Paint())) == ["count  name  note"]


@given(st.lists(st.tuples(*[st.text(st.characters(), max_size=60)] * 3), max_size=4), st.booleans())
def test_every_line_fits_and_ends_without_blanks(rows, unicode) -> None:
    for line in table(COLUMNS, rows, Paint(unicode=unicode, width=60)):
        assert width(line) <= 60
        assert line == line.rstrip(" ")
        assert unicode or line.isascii()


def test_a_cell_of_a_megabyte_is_cut() -> None:
    (_, line) = table(COLUMNS, [("1", "n" * 2**20, "x")], Paint(width=60))
    assert width(line) <= 60

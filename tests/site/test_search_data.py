"""Lines that a search quotes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.finding import AlarmLevel
from skillpack.model.limits import Limits
from skillpack.search.lengths import written
from skillpack.search.shards import SECTIONS, invert, numbers, spread
from skillpack.site.frame import Frame
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.render import render_body
from skillpack.site.search_data import (
    LONGEST_LINE,
    MOST_TEXT,
    prose_lines,
    row_count,
    row_file_of,
    row_script,
    search_lines,
    table_file,
    term_scripts,
)
from skillpack.site.sigil import sigil_bits


def _text(file) -> str:
    return b"".join(file.chunks).decode()


def test_the_table_names_all_skills_and_where_the_rest_is() -> None:
    file = table_file(("alpha", "béta"), (7, 300), 0)
    assert file.path == "assets/search/table.js"
    text = _text(file)
    assert text.startswith("skillpackTable({")
    table = json.loads(text.removeprefix("skillpackTable(").removesuffix(");\n"))
    assert table["names"] == "alpha\nbéta"
    assert table["lengths"] == numbers([written(7), written(300)])
    assert len(table["borders"]) == 1
    assert table["rows"] == 0


def test_each_file_of_terms_is_there_even_when_it_has_none() -> None:
    found = invert([spread((("abort", 1), ("merge", 6))).text], range(SECTIONS))
    files = list(term_scripts({term: at for part in found.values() for term, at in part.items()}, 1, range(2)))
    assert [file.path for file in files] == ["assets/search/t0.js", "assets/search/t1.js"]
    assert [_text(file) for file in files] == ['skillpackTerms(0,"abort!$#");\n', 'skillpackTerms(1,"merge!)#");\n']
    assert _text(next(term_scripts({}, 1, range(1)))) == 'skillpackTerms(0,"");\n'


@pytest.mark.parametrize(("skills", "files"), [(301, 8), (1_000, 32), (10_000, 256), (100_000, 4_096)])
def test_a_file_of_rows_holds_some_dozens(skills, files) -> None:
    assert row_count(skills) == files


def test_the_file_of_a_row_follows_from_the_name_alone() -> None:
    assert {row_file_of(f"skill-{number}", 8) for number in range(200)} == set(range(8))
    assert row_file_of("pdf", 8) == row_file_of("pdf", 16) & 7
    assert sigil_bits("pdf") < 1 << 18


def test_rows_hold_what_a_list_shows(theme, configuration, make_record) -> None:
    told = {"authors": ("Ada",), "description": "x" * 500, "alarm": AlarmLevel.STOP, "warnings": 2}
    entry = make_record("alpha", entry=told).entry
    file = row_script(Frame(theme, configuration), 3, [entry])
    assert file.path == "assets/search/r3.js"
    number, lines = json.loads("[" + _text(file).removeprefix("skillpackRows(").removesuffix(");\n") + "]")
    assert number == 3
    name, description, beside, flags, *tokens = lines[0]
    assert (name, description) == ("alpha", "x" * 400)
    assert beside[-1] == "Ada"
    assert [flag for flag in flags if flag[0] in {"Stop", "2 warnings"}] == [
        ["Stop", "bad"],
        ["2 warnings", ""],
    ]
    assert tokens == [entry.tokens.always, entry.tokens.opened]


def test_a_row_in_another_language_than_the_page_ends_with_it(theme, configuration, make_record) -> None:
    rows = [make_record(tag, entry={"language": tag}).entry for tag in ("en-GB", "fr")]
    first, second = _text(row_script(Frame(theme, configuration), 0, rows)).splitlines()[1:3]
    assert (json.loads(first.rstrip(","))[-1], json.loads(second)[-1]) == (307, "fr")


def lines(markdown: str) -> list[str]:
    body = render_body(markdown, link=lambda *_: None, highlight=highlighted, limits=Limits(), shift=2)
    return list(prose_lines(body.html))


def test_are_what_a_reader_sees_without_code() -> None:
    text = "# Set up the tools\n\nRead *the* `plan` & <more>.\n\n```bash\nrm -rf everything\n```\n\n"
    assert lines(f"{text}- one thing to do\n") == [
        "Set up the tools",
        "Read the plan & <more>.",
        "one thing to do",
    ]


def test_cells_and_items_are_lines_of_their_own() -> None:
    text = "| first column | second column |\n|---|---|\n| a first cell | a second cell |\n"
    assert lines(text) == ["first column", "second column", "a first cell", "a second cell"]


def test_a_long_one_ends_between_sentences_else_between_words() -> None:
    sentence = "This sentence has some forty characters. "
    assert lines(sentence * 8) == [(sentence * 4).strip()] * 2
    assert all(len(line) <= LONGEST_LINE for line in lines("word " * 300))
    assert "".join(lines("x" * 450)) == "x" * 450


def test_the_script_brings_name_and_lines_and_ends_no_element() -> None:
    file = search_lines("pdf", "<p>Ends here: &lt;/script&gt; it does not</p>")
    assert file.path == "skills/pdf/text.js"
    text = b"".join(file.chunks).decode()
    assert "</script" not in text
    assert json.loads(f"[{text.removeprefix('skillpackText(').removesuffix(');' + chr(10))}]") == [
        "pdf",
        ["Ends here: </script> it does not"],
    ]


def test_a_skill_without_text_has_an_empty_one() -> None:
    assert b"".join(search_lines("pdf", "").chunks) == b'skillpackText("pdf",[]);\n'


def test_of_much_text_the_beginning_is_there() -> None:
    html = "".join(f"<p>A paragraph that has the number {number:05}</p>" for number in range(2000))
    text = b"".join(search_lines("pdf", html).chunks).decode()
    assert "00000" in text
    assert len(text) < MOST_TEXT * 1.2


@given(st.text(max_size=600))
def test_whatever_is_written_no_line_is_too_long(text: str) -> None:
    assert all(len(line) <= LONGEST_LINE for line in lines(text))

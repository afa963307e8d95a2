"""Lines that a search quotes."""

import json
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.finding import AlarmLevel
from skillpack.model.limits import Limits
from skillpack.search.lengths import written
from skillpack.search.shards import SECTIONS, invert, numbers, spread, steps
from skillpack.site.frame import Frame
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.render import render_body
from skillpack.site.search_data import (
    LONGEST_LINE,
    MOST_TEXT,
    name_count,
    name_scripts,
    prose_lines,
    row_runs,
    row_script,
    search_lines,
    table_file,
    term_scripts,
)
from skillpack.site.sigil import hashed


def _text(file) -> str:
    return b"".join(file.chunks).decode()


def _table(file) -> dict[str, object]:
    assert file.path == "assets/search/table.js"
    text = _text(file)
    assert text.startswith("skillpackTable({")
    return json.loads(text.removeprefix("skillpackTable(").removesuffix(");\n"))


def test_the_table_names_skills_whose_rows_stand_in_a_page() -> None:
    table = _table(table_file(("alpha", "béta"), (7, 300), ()))
    assert table["names"] == "alpha\nbéta"
    assert table["lengths"] == numbers([written(7), written(300)])
    assert len(table["borders"]) == 1
    assert table.keys() == {"names", "lengths", "borders"}


def test_of_other_skills_the_table_has_the_lengths_and_where_the_rest_is() -> None:
    table = _table(table_file(("alpha", "béta", "gamma"), (7, 300, 300), (range(2), range(2, 3))))
    assert table["lengths"] == numbers([written(7), written(300), written(300)])
    assert (table["named"], table["runs"]) == (1, numbers([2, 1]))
    assert table.keys() == {"lengths", "borders", "named", "runs"}


def test_each_file_of_terms_is_there_even_when_it_has_none() -> None:
    found = invert([spread((("abort", 1), ("merge", 6))).text], range(SECTIONS))
    files = list(term_scripts({term: at for part in found.values() for term, at in part.items()}, 1, range(2)))
    assert [file.path for file in files] == ["assets/search/t0.js", "assets/search/t1.js"]
    told = [_text(file) for file in files]
    assert told == ['skillpackTerms("t0","abort!$#");\n', 'skillpackTerms("t1","merge!)#");\n']
    assert _text(next(term_scripts({}, 1, range(1)))) == 'skillpackTerms("t0","");\n'


def test_leaves_of_a_file_of_terms_have_its_number() -> None:
    found = {b"abort$": array("I", range(9_000)), b"accept$": array("I", [7])}
    files = list(term_scripts(found, 2, range(1)))
    assert [file.path for file in files] == [f"assets/search/{name}.js" for name in ("t0", "t0-0", "t0-1")]
    assert _text(files[0]) == 'skillpackTerms("t0","!abort !accept");\n'
    assert _text(files[2]) == 'skillpackTerms("t0-1","$*");\n'


@pytest.mark.parametrize(("skills", "files"), [(1, 1), (301, 4), (1_000, 16), (10_000, 128), (100_000, 2_048)])
def test_a_file_of_names_holds_some_dozens(skills, files) -> None:
    assert name_count(skills) == files


def test_each_name_stands_with_its_place_in_the_file_that_its_hash_says() -> None:
    names = sorted(f"skill-{number}" for number in range(301))
    told = []
    for number, file in enumerate(name_scripts(names)):
        assert file.path == f"assets/search/n{number}.js"
        part, some, places = json.loads(f"[{_text(file).removeprefix('skillpackNames(').removesuffix(');' + chr(10))}]")
        assert part == f"n{number}"
        mine = some.split("\n")
        assert {hashed(name) & 3 for name in mine} == {number}
        assert places == steps([names.index(name) for name in mine])
        told += mine
    assert sorted(told) == names


def test_a_file_of_names_may_have_none() -> None:
    files = [_text(file) for file in name_scripts(["pdf"] * 100)]
    assert min(map(len, files)) == len('skillpackNames("n0","","");\n')


def test_runs_of_rows_are_some_dozens_of_neighbours() -> None:
    names = sorted(f"skill-{number}" for number in range(2_000))
    runs = row_runs(names)
    assert [place for run in runs for place in run] == list(range(2_000))
    assert 60 < len(runs) < 120
    assert max(map(len, runs)) == 48


def test_a_new_skill_changes_its_own_run_alone() -> None:
    names = sorted(f"skill-{number}" for number in range(2_000))
    runs = {tuple(names[run.start : run.stop]) for run in row_runs(names)}
    for name in ("skill-1-more", "skill-5-more", "skill-77-more"):
        longer = sorted([*names, name])
        after = {tuple(longer[run.start : run.stop]) for run in row_runs(longer)}
        changed = [run for run in after - runs if name not in run]
        assert len(after - runs) <= 3
        assert len(changed) < len(after - runs)


def test_no_skills_have_no_runs() -> None:
    assert row_runs([]) == []


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

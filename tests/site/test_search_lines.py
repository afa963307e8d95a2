"""Lines that a search quotes."""

import json

from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.limits import Limits
from skillpack.site.highlight.highlight import highlighted
from skillpack.site.markdown.render import render_body
from skillpack.site.search_lines import LONGEST, MOST, prose_lines, search_lines


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
    assert all(len(line) <= LONGEST for line in lines("word " * 300))
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
    assert len(text) < MOST * 1.2


@given(st.text(max_size=600))
def test_whatever_is_written_no_line_is_too_long(text: str) -> None:
    assert all(len(line) <= LONGEST for line in lines(text))

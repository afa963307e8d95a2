import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Token

from skillpack.site import lexers
from skillpack.site.highlight import highlighted, numbered


def test_kinds_of_words_get_classes() -> None:
    html = highlighted('def f(x): return "a" # b', "python")
    for piece in ("<i class=hk>def", "<i class=hf>f</i>", '<i class=hs>"a"', "<i class=hc># b"):
        assert piece in html


def test_plain_words_get_none() -> None:
    assert highlighted("x = y\n", "python") == "x = y\n"


def test_keywords_in_a_row_are_one_piece() -> None:
    assert highlighted("x is not None", "python") == "x <i class=hk>is not</i> <i class=hn>None</i>"
    assert highlighted("async def f", "python") == "<i class=hk>async def</i> <i class=hf>f</i>"


def test_an_unknown_language_is_escaped() -> None:
    assert highlighted("<b>&", "no-such-language") == "&lt;b&gt;&amp;"
    assert highlighted("<b>&", "") == "&lt;b&gt;&amp;"


def test_capitals_name_a_language_too() -> None:
    assert "hk" in highlighted("def f(): pass", "Python")


def test_a_lexer_that_loses_something_paints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Losing:
        def get_tokens_unprocessed(self, code: str) -> list[tuple[int, object, str]]:
            return [(0, Token, code[1:])]

    monkeypatch.setattr(lexers, "_lexer", lambda _: Losing())
    assert highlighted("<b>", "php") == "&lt;b&gt;"


def test_long_code_and_long_lines_are_escaped_only() -> None:
    assert "<" not in highlighted("x = 1\n" * 40_000, "python")
    assert "<" not in highlighted("x = 1 #" + "a" * 5000, "python")


def test_the_three_calls_of_a_program_are_marked() -> None:
    html = highlighted("def run(input):\n    ask('x')\n    command(['ls'])\n    trace('t')\n    other()\n", "starlark")
    assert '<i class="hx hx-ask">ask</i>' in html
    assert '<i class="hx hx-command">command</i>' in html
    assert '<i class="hx hx-trace">trace</i>' in html
    assert "hx" not in highlighted("ask('x')", "python")


def test_a_text_that_speaks_of_them_is_not() -> None:
    assert "hx" not in highlighted("x = 'ask'\n# command\n", "starlark")


def test_lines_get_anchors_and_no_number_that_could_be_copied(read) -> None:
    page = read(numbered(highlighted('"""a\nb"""\n', "python")))
    assert page.text == '"""a\nb"""\n'
    assert page.values("id") == ["L1", "L2"]
    assert page.values("href") == ["#L1", "#L2"]


def test_every_line_of_a_long_text_gets_its_anchor() -> None:
    html = numbered("x\n" * 2500)
    assert html.count("<a id=L") == 2500
    assert html.endswith("<a id=L2500 href=#L2500 aria-label=2500></a>x\n</code>")


@given(st.text(), st.sampled_from(["python", "bash", "json", "html", "markdown", "yaml", "javascript", "starlark", ""]))
def test_painting_loses_and_adds_nothing(text, language) -> None:
    html = highlighted(text, language)
    without_tags = "".join(part.split(">", 1)[-1] for part in html.split("<"))
    assert without_tags.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == text


@given(st.text(st.sampled_from("'\"#\n\\ab=()[]{}:"), max_size=60))
def test_no_element_spans_a_line_break(text) -> None:
    for line in highlighted(text, "python").split("\n"):
        assert line.count("<i ") == line.count("</i>")

"""Simple texts become the HTML that the parser's own tokens would."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from skillpack.site.token_html import Page, to_html
from skillpack.site.words import is_simple, words_alone, words_html

_PARSER = MarkdownIt("commonmark", {"maxNesting": 10}).enable("strikethrough")
_PIECES = [
    "word", " ", "a_b", "_", "**B** ", " **x y**", "*it* ", "`code`", "` a `", "`  `", "``b``", "`", "[a](b)",
    "[a](x/y.md#z)", "[a](http://b.example/d?e=f)", "!", "& ", "&amp;", "< ", "<b>", "\n", "é", ">", ".", "(",
    "⟦U+200B⟧", "~", "\\",
]  # fmt: skip


def _resolve(target: str, _: bool) -> str:  # noqa: FBT001 a resolver's
    return f"/{target}"


@given(st.lists(st.sampled_from(_PIECES), max_size=8).map("".join).map(str.strip))
def test_html_and_words_are_those_of_the_tokens(text: str) -> None:
    assume(is_simple(text))
    tokens = _PARSER.parseInline(text)
    page = Page(link=_resolve, highlight=lambda code, _: code, shift=2, seal="seal")
    children = tokens[0].children or []

    assert words_html(text, page.resolve) == to_html(tokens, page)
    assert words_alone(text) == "".join(" " if child.type == "softbreak" else child.content for child in children)


@pytest.mark.parametrize(
    ("text", "html", "words"),
    [
        ("a < b & c", "a &lt; b &amp; c", "a < b & c"),
        ("`a < b` and ``c``", "<code>a &lt; b</code> and <code>c</code>", "a < b and c"),
        ("` a ` `  `", "<code>a</code> <code>  </code>", "a   "),
        ("**a b** *c*\nd", "<strong>a b</strong> <em>c</em>\nd", "a b c d"),
        ("[a](b/c.md#d)", '<a href="/b/c.md#d">a</a>', "a"),
    ],
)
def test_simple_pieces(text: str, html: str, words: str) -> None:
    assert is_simple(text)
    assert (words_html(text, _resolve), words_alone(text)) == (html, words)


@pytest.mark.parametrize(
    "text", ["**a", "[a][b]", "<b>", "&amp;", "a\\", "a  \nb", "![a](b)", "`a``", "⟦U+200B⟧", "[ ] a", "~~a~~"]
)
def test_what_stands_around_can_change_the_others(text: str) -> None:
    assert not is_simple(text)

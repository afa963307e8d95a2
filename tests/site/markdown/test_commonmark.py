"""What the parser is set up to do differently from CommonMark."""

from skillpack.site.markdown.commonmark import is_whole, parse


def _kinds(text: str, *, nesting: int = 20, list_depth: int = 32) -> list[str]:
    return [token.type for token in parse(text, nesting=nesting, list_depth=list_depth)]


def test_unknown_tags_begin_no_block_of_html() -> None:
    paragraph = ["paragraph_open", "inline", "paragraph_close"]
    assert _kinds("<example>\n*a*\n</example>") == paragraph
    assert _kinds("*a*\n<example>\n*b*") == paragraph
    assert _kinds("<div>\n*a*\n</div>") == _kinds("<!-- *a* -->") == ["html_block"]


def test_tables_and_struck_out_words_are_known() -> None:
    assert _kinds("| a |\n|--|\n")[0] == "table_open"
    assert [child.type for child in parse("~~a~~", nesting=20, list_depth=32)[1].children or ()] == [
        "s_open",
        "text",
        "s_close",
    ]


def test_text_deeper_than_any_page_shows_is_dropped() -> None:
    assert "inline" in _kinds("- " * 40 + "a")
    assert "inline" not in _kinds("- " * 60 + "a", nesting=2, list_depth=3)


def test_a_text_of_which_some_is_dropped_is_not_whole() -> None:
    for depth in range(1, 60):
        tokens = parse("- " * depth + "a", nesting=2, list_depth=3)
        assert is_whole(tokens, nesting=2, list_depth=3) is any(token.type == "inline" for token in tokens)


def test_inline_text_nests_less_than_blocks() -> None:
    deep = parse("[![" * 20 + "a" + "](b)](c)" * 20, nesting=20, list_depth=32)[1].children or ()
    assert [child.type for child in deep] == ["text", "image", "text"]

"""Blocks by short ways; that all of them are as the parser's own rules find them is told in `test_commonmark.py`."""

from collections.abc import Callable

import pytest
from markdown_it.token import Token

from skillpack.site.blocks import Piece
from skillpack.site.commonmark import parse

Texts = Callable[[str], list[tuple[str, str]]]


@pytest.fixture
def texts() -> Texts:
    def found(text: str) -> list[tuple[str, str]]:
        """Return kind and text of each block that holds text."""
        tokens = parse(text, nesting=20, list_depth=32)
        above = ["", *(token.type.removesuffix("_open") for token in tokens)]
        kinds = (above[index] if token.type == "inline" else token.type for index, token in enumerate(tokens))
        return [(kind, token.content) for kind, token in zip(kinds, tokens, strict=True) if token.content]

    return found


def test_a_piece_is_a_token_like_any_other() -> None:
    assert Piece("text", "", 0, "a") == Piece("text", "", 0, "a")
    assert {name: getattr(Piece("a", "b", 1), name) for name in Token.__slots__} == {
        name: getattr(Token("a", "b", 1), name) for name in Token.__slots__
    }


def test_code_ends_at_a_line_of_as_many_marks(texts) -> None:
    assert texts("````py x\na\n```\n ````  \nb") == [("fence", "a\n```\n"), ("paragraph", "b")]
    assert texts("~~~\na\n```\n\n") == [("fence", "a\n```\n\n")]
    assert texts("```a`b\nc") == [("paragraph", "```a`b\nc")]


def test_headings_lose_marks_at_their_end(texts) -> None:
    assert texts("# A\n## B ##\n### C#\n") == [("heading", "A"), ("heading", "B"), ("heading", "C#")]


def test_cells_beyond_the_head_are_dropped_and_missing_ones_empty(texts) -> None:
    rows = "| a | b |\n|:--|--:|\n| c | `d\\|e` | f |\n| g |\n\nh"
    assert texts(rows) == [("th", "a"), ("th", "b"), ("td", "c"), ("td", "`d|e`"), ("td", "g"), ("paragraph", "h")]


def test_rows_without_a_bar_at_their_start_belong_to_the_table(texts) -> None:
    assert texts("| a |\n|--|\nb\n> c") == [("th", "a"), ("td", "b"), ("paragraph", "c")]


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("- a\n- b\n", True),
        ("- a\n\n- b\n", False),
        ("- a\n- b\n\nc", True),
        ("- a\n  - b\n\n- c", False),
        ("1. a\n2. b", True),
    ],
)
def test_an_empty_line_between_items_makes_a_list_loose(text: str, hidden: bool) -> None:  # noqa: FBT001
    paragraph = next(token for token in parse(text, nesting=20, list_depth=32) if token.type == "paragraph_open")
    assert paragraph.hidden is hidden


def test_lists_go_on_until_the_mark_changes(texts) -> None:
    kinds = [token.type for token in parse("- a\n- b\n* c\n1. d\n2) e\n", nesting=20, list_depth=32)]
    assert kinds.count("bullet_list_open") == kinds.count("ordered_list_open") == 2
    assert texts("- a\n- b\n* c\n\n  d\n- - -\ne") == [("paragraph", each) for each in "abcde"]


def test_items_go_on_below_their_words(texts) -> None:
    assert texts("- a\nb\n- c\n\n      d\n- e\n\n  f") == [
        ("paragraph", "a\nb"),
        ("paragraph", "c"),
        ("code_block", "d\n"),
        ("paragraph", "e"),
        ("paragraph", "f"),
    ]


def test_deep_text_is_cut_as_the_parser_cuts_it(texts) -> None:
    assert texts("- " * 40 + "a")
    assert not [token for token in parse("- " * 60 + "a", nesting=2, list_depth=3) if token.content == "a"]

from collections.abc import Callable

import pytest

from skillpack.model.document import Field
from skillpack.parse.values import is_null, joined_text, mapping_of, parts, read_switch, text_of, words, words_of

ReadField = Callable[[str], Field]


def test_missing_and_null_have_no_text(field: ReadField) -> None:
    assert text_of(None) is None
    for text in ("a:", "a: ~", "a: null"):
        assert is_null(field(text))
        assert text_of(field(text)) is None


def test_a_quoted_null_is_text(field: ReadField) -> None:
    assert text_of(field("a: 'null'")) == "null"
    assert text_of(field("a: ''")) == ""


def test_an_unquoted_hint_gives_its_source_back(field: ReadField) -> None:
    assert text_of(field("argument-hint: [issue-number]")) == "[issue-number]"


def test_a_list_of_scalars_is_joined_and_all_else_is_source(field: ReadField) -> None:
    assert joined_text(field("a:\n- x\n- 1.10\n").value) == "x, 1.10"
    assert joined_text(field("a: []").value) == ""
    assert joined_text(field("a: [[x], y]").value) == "[[x], y]"
    assert joined_text(field("a: {b: c}").value) == "{b: c}"


@pytest.mark.parametrize("text", ["a: b c, d", "a: [b, c, d]", "a:\n- b\n- ' c '\n- d\n- b\n", "a: ' b,,c  d b'"])
def test_words_come_from_lists_and_texts(field: ReadField, text: str) -> None:
    assert words_of(field(text).value) == ("b", "c", "d")


def test_words_of_a_map_or_of_nothing_are_none(field: ReadField) -> None:
    assert words_of(field("a: {b: c}").value) == ()
    assert words_of(field("a:").value) == ()


def test_parts_keep_their_blanks() -> None:
    assert parts(" machine learning, pdf ,, pdf") == ("machine learning", "pdf")
    assert words("") == parts("") == ()


@pytest.mark.parametrize(("text", "value"), [("true", True), ("false", False), ("True", True), ("FALSE", False)])
def test_switches_say_true_or_false(text: str, value: bool) -> None:  # noqa: FBT001
    assert read_switch(text) is value


@pytest.mark.parametrize("text", ["yes", "no", "on", "off", "1", "0", "", "null", "truely", "true "])
def test_no_other_word_is_a_switch(text: str) -> None:
    """Requirements C38."""
    assert read_switch(text) is None


def test_only_maps_have_fields(field: ReadField) -> None:
    assert [item.name for item in mapping_of(field("a: {b: c}"))] == ["b"]
    assert mapping_of(field("a: b")) == mapping_of(field("a: [b]")) == mapping_of(None) == ()

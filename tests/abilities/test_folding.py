"""Texts as an agent takes them."""

import pytest

from skillpack.abilities.folding import folded


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ign\u043ere previ\u043eus", "ignore previous"),
        ("in\u200bstruc\u00adtions", "instructions"),
        ("i g n o r e  this", "ignore  this"),
        ("s-e-c-r-e-t", "secret"),
        ("ｉｇｎｏｒｅ", "ignore"),  # noqa: RUF001 letters of full width are what is folded
        ("don\u2019t", "don't"),
        ("".join(chr(0xE0000 + ord(mark)) for mark in "send"), "send"),
    ],
)
def test_words_read_as_they_look(written: str, read: str) -> None:
    assert folded(written) == read


@pytest.mark.parametrize("text", ["привет мир", "καλημέρα", "a b c", "x = a - b", "用户", "plain words"])
def test_what_pretends_nothing_stays(text: str) -> None:
    assert folded(text) == text


def test_lines_stay_where_they_are() -> None:
    assert folded("a\u200b\n\n\u043ek \ufb01\n").count("\n") == 3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.hidden_characters import INVISIBLE, is_suspect


@given(st.text())
def test_no_text_that_hides_something_is_passed_over(text) -> None:
    assert is_suspect(text) or not INVISIBLE.search(text)


@pytest.mark.parametrize("text", ["", "plain\n\ttext", "Ünïcödé", "你好", "שלום"])
def test_plain_text_is_not_suspected(text) -> None:
    assert not is_suspect(text)


@pytest.mark.parametrize("text", ["a\x1b", "\u202e", "\U000e0041", "\ud800", "\ufe00", "pass\u200bword"])
def test_what_hides_is_suspected(text) -> None:
    assert is_suspect(text)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.hidden_characters import INVISIBLE, is_suspect, revealed


@given(st.text())
def test_no_text_that_hides_something_is_passed_over(text) -> None:
    assert is_suspect(text) or not INVISIBLE.search(text)


@pytest.mark.parametrize("text", ["", "plain\n\ttext", "Ünïcödé", "你好", "שלום"])
def test_plain_text_is_not_suspected(text) -> None:
    assert not is_suspect(text)


@pytest.mark.parametrize("text", ["a\x1b", "\u202e", "\U000e0041", "\ud800", "\ufe00", "pass\u200bword"])
def test_what_hides_is_suspected(text) -> None:
    assert is_suspect(text)


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x1b",
        "\x7f",
        "\x9b",
        "\xad",
        "\u200b",
        "\u200e",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\U000e0041",
        "\U0001bca0",
        "\U0001d173",
    ],
)
def test_invisible_characters_are_written_out(character) -> None:
    assert revealed(f"a{character}b") == f"a⟦U+{ord(character):04X}⟧b"


@pytest.mark.parametrize(
    "text", ["plain\n\ttext", "Ünïcödé", "❤️", "👩\u200d👩\u200d👧", "\u0645\u06cc\u200c\u062e\u0648", "क्\u200dष"]
)
def test_what_has_a_meaning_stays(text) -> None:
    assert revealed(text) == text


@pytest.mark.parametrize("text", ["pass\u200dword", "a\u200c", "\u200db", "я\u200da"])
def test_joiners_beside_latin_letters_are_written_out(text) -> None:
    assert "⟦U+200" in revealed(text)


def test_lone_surrogates_become_replacement_characters() -> None:
    assert revealed("a\udc80b") == "a\ufffdb"


@given(st.text())
def test_revealing_twice_changes_nothing(text) -> None:
    assert revealed(revealed(text)) == revealed(text)

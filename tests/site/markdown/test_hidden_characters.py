import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.markdown.hidden_characters import chips, laid_open, revealed


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x1b", "\x7f", "\x9b", "\xad", "\u200b", "\u200e", "\u202e", "\u2066", "\ufeff", "\U000e0041"],
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


def test_code_is_laid_open_within_its_tags() -> None:
    html = '<i class=hs>"a\u202eb"</i> c\u200bd'
    assert laid_open(html) == (
        '<i class=hs>"a<span class="unseen">U+202E</span>b"</i> c<span class="unseen">U+200B</span>d'
    )
    assert laid_open("plain <b>x</b>") == "plain <b>x</b>"


def test_lone_surrogates_become_replacement_characters() -> None:
    assert revealed("a\udc80b") == "a\ufffdb"


def test_chips_set_written_characters_off() -> None:
    assert chips("a⟦U+200B⟧b") == 'a<span class="unseen">U+200B</span>b'
    assert chips("a⟦U+zz⟧b") == "a⟦U+zz⟧b"


@given(st.text())
def test_revealing_twice_changes_nothing(text) -> None:
    assert revealed(revealed(text)) == revealed(text)

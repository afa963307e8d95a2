from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.skill import Skill
from skillpack.prompt.formats import FORMATS
from skillpack.prompt.trim import shortened, trimmed

FORM = FORMATS["metis"]


def listed(make_skill: Callable[..., Skill], *descriptions: str) -> list[tuple[Skill, str]]:
    return [(make_skill(f"s{number}", text), "") for number, text in enumerate(descriptions)]


def test_without_limits_nothing_is_cut(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, "word " * 100, "short"))
    assert (result.shortened, result.fits) == (0, True)


def test_the_longest_descriptions_give_way_first(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, "word " * 100, "short one"), max_chars=200)
    assert result.shortened == 1
    assert "- s1: short one\n" in result.text
    assert "word…\n" in result.text
    assert len(result.text) <= 200


def test_every_name_stays_even_when_nothing_fits(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, "a b c", "d e f"), max_chars=10)
    assert not result.fits
    assert result.shortened == 2
    assert "- s0: \n- s1: \n" in result.text


def test_tokens_are_four_characters(make_skill) -> None:
    skills = listed(make_skill, "word " * 50)
    by_tokens = trimmed(FORM, skills, max_tokens=40)
    assert by_tokens == trimmed(FORM, skills, max_chars=163)
    assert len(by_tokens.text) // 4 <= 40


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [("one two three", 8, "one two…"), ("one two three", 9, "one two…"), ("onetwothree", 5, "onet…"), ("ab", 1, ""),
     ("ab", 2, "ab"), ("", 0, "")],
)  # fmt: skip
def test_a_text_is_cut_between_words(text, longest, expected) -> None:
    assert shortened(text, longest) == expected


@pytest.mark.parametrize("name", FORMATS)
@given(
    descriptions=st.lists(st.text(alphabet="ab <&\n", max_size=60), max_size=5),
    budget=st.integers(min_value=0, max_value=800),
)
def test_what_fits_is_within_the_budget(name, descriptions, budget, make_skill) -> None:
    result = trimmed(FORMATS[name], listed(make_skill, *descriptions), max_chars=budget)
    assert result.fits == (len(result.text) <= budget)
    assert all(f"s{number}" in result.text for number in range(len(descriptions)))
    assert result == trimmed(FORMATS[name], listed(make_skill, *descriptions), max_chars=budget)

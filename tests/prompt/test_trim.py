from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack import resources
from skillpack.model.skill import ParsedSkill
from skillpack.prompt.formats import formats, published_formats
from skillpack.prompt.trim import trimmed

FORMATS = {name: form.style for name, form in formats(resources.profiles().values()).items()}
PUBLISHED = published_formats(resources.profiles().values())
FORM = FORMATS["metis"]
MERGE = "Master PDF files. Use when merging scans, binding pages, or archiving documents."
SPLIT = "Master PDF files. Use when cutting chapters, extracting pages, or archiving documents."
TEXTS = st.lists(
    st.text(alphabet="ab, <&\"'\\\n", max_size=60)
    | st.lists(st.sampled_from(["pdf", "Merge", "and", "(forms", "tests),", "<b>", "&amp;", "<!--", "-->", "use"])).map(
        " ".join
    ),
    max_size=5,
)


def listed(make_skill: Callable[..., ParsedSkill], *descriptions: str) -> list[tuple[ParsedSkill, str]]:
    return [(make_skill(f"s{number}", text), "") for number, text in enumerate(descriptions)]


def test_without_limits_nothing_is_cut(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, "word " * 100, "short"))
    assert (result.shortened, result.dropped, result.fits) == ((), (), True)
    assert "- s1: short\n" in result.text


def test_what_tells_a_skill_from_the_others_stays(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, MERGE, SPLIT, "Read mail"), max_chars=185)
    assert result.text.endswith(
        "\n- s0: merging scans, binding pages\n- s1: cutting chapters\n- s2: Read mail\n",
    )
    assert (result.shortened, result.dropped) == (("s0", "s1"), ())


def test_the_whole_text_counts_its_frame_and_its_escapes_too(make_skill) -> None:
    skills = listed(make_skill, *(f"Keep <a{word}> & 'b{word}', then mail {word}." for word in ("x1", "y2", "z3")))
    for name in PUBLISHED:
        whole = len(trimmed(FORMATS[name], skills).text)
        bare = len(trimmed(FORMATS[name], skills, max_chars=0).text)
        for budget in range(bare, whole, 7):
            result = trimmed(FORMATS[name], skills, max_chars=budget)
            assert len(result.text) <= budget
            assert result.fits


def test_an_end_of_the_frame_in_a_description_counts_as_it_is_escaped(make_skill) -> None:
    form = FORMATS["instructor"]
    skills = listed(make_skill, *(f"Say </skills-metadata {word}>, sort {word}, mail" for word in ("x1", "y2", "z3")))
    whole = len(trimmed(form, skills).text)
    bare = len(trimmed(form, skills, max_chars=0).text)
    results = [trimmed(form, skills, max_chars=budget) for budget in range(bare, whole)]
    assert all(result.fits and len(result.text) <= bare + more for more, result in enumerate(results))
    assert any("&lt;/skills-metadata" in result.text for result in results)


@pytest.mark.parametrize("name", ["metis", "skills-ref", "openskills", "json"])
def test_the_room_is_used(name, make_skill) -> None:
    skills = listed(make_skill, *(f"Read 'mail {number}', sort it & file it, tell <whom>." for number in range(20)))
    whole = len(trimmed(FORMATS[name], skills).text)
    bare = len(trimmed(FORMATS[name], skills, max_chars=0).text)
    budget = (whole + bare) // 2
    assert budget - len(trimmed(FORMATS[name], skills, max_chars=budget).text) < 40


@pytest.mark.parametrize("name", sorted(PUBLISHED.keys() - {"boxxy"}))  # it writes less around a name alone
def test_no_character_is_wasted(name, make_skill) -> None:
    skills = listed(make_skill, MERGE, SPLIT, "Read 'mail' & <letters>")
    whole, bare = (len(trimmed(FORMATS[name], skills, max_chars=limit).text) for limit in (None, 0))
    result = trimmed(FORMATS[name], skills, max_chars=(whole + bare) // 2)
    assert trimmed(FORMATS[name], skills, max_chars=len(result.text)).text == result.text


def test_a_description_that_goes_leaves_the_name(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, "Merge scans", "Read mail at once"), max_chars=130)
    assert result.dropped == ("s1",)
    assert result.text.endswith("\n- s0: Merge scans\n- s1: \n")


def test_every_name_stays_even_when_nothing_fits(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, "a b c", "d e f", ""), max_chars=10)
    assert not result.fits
    assert (result.shortened, result.dropped) == ((), ("s0", "s1"))
    assert "- s0: \n- s1: \n- s2: \n" in result.text


def test_tokens_are_four_characters(make_skill) -> None:
    skills = listed(make_skill, ", ".join(f"word{number}" for number in range(50)))
    by_tokens = trimmed(FORM, skills, max_tokens=40)
    assert by_tokens == trimmed(FORM, skills, max_chars=163)
    assert by_tokens == trimmed(FORM, skills, max_chars=163, max_tokens=1000)
    assert len(by_tokens.text) // 4 <= 40


@pytest.mark.parametrize("more", range(4))
def test_a_part_of_a_token_is_none(more, make_skill) -> None:
    skills = listed(make_skill, "Read mail" + "!" * more)
    whole = trimmed(FORM, skills).text
    assert trimmed(FORM, skills, max_tokens=len(whole) // 4).text == whole
    assert trimmed(FORM, skills, max_tokens=len(whole) // 4 - 1).text != whole


@pytest.mark.parametrize("name", FORMATS)
@given(descriptions=TEXTS, budget=st.integers(min_value=0, max_value=900))
def test_what_fits_is_within_the_budget(name, descriptions, budget, make_skill) -> None:
    skills = listed(make_skill, *descriptions)
    result = trimmed(FORMATS[name], skills, max_chars=budget)
    bare = len(trimmed(FORMATS[name], skills, max_chars=0).text)
    whole = len(trimmed(FORMATS[name], skills).text)
    assert result.fits == (len(result.text) <= budget) == (min(bare, whole) <= budget)
    assert all(f"s{number}" in result.text for number in range(len(descriptions)))
    assert result == trimmed(FORMATS[name], skills, max_chars=budget)


@given(descriptions=TEXTS, budget=st.integers(min_value=0, max_value=500), order=st.randoms())
def test_the_order_of_the_skills_never_matters(descriptions, budget, order, make_skill) -> None:
    skills = listed(make_skill, *descriptions)
    mixed = order.sample(skills, len(skills))
    one, other = (trimmed(FORM, some, max_chars=budget) for some in (skills, mixed))
    assert sorted(one.text.splitlines()) == sorted(other.text.splitlines())
    assert (one.shortened, one.dropped, one.fits) == (other.shortened, other.dropped, other.fits)

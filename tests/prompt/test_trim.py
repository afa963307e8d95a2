from collections.abc import Callable

import pytest
from hypothesis import assume, given
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
    result = trimmed(FORM, listed(make_skill, MERGE, SPLIT, "Read mail"), max_chars=255)
    first, second, third = result.text.splitlines()[3:]
    assert first.startswith("- s0: Master PDF files. Use when merging scans")
    assert second.startswith("- s1: Master PDF files. Use when cutting chapters")
    assert third == "- s2: Read mail"
    assert result.shortened
    assert (result.dropped, result.left_out) == ((), ())


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


SENTENCE = "Sort letters {0} by date, and file those {0} that nobody has answered, with a note {0} of the day"


def skills_of(make_skill, count: int = 20) -> list[tuple[ParsedSkill, str]]:
    return listed(make_skill, *(SENTENCE.format(f"word{number}") for number in range(count)))


def test_entries_that_have_no_room_are_left_out_whole_and_counted(make_skill) -> None:
    result = trimmed(FORM, skills_of(make_skill), max_chars=700, search="call `skill_search(query)`")
    lines = result.text.splitlines()[3:]
    count = len(lines) - 1
    assert 5 < count < 15
    assert [line.partition(":")[0] for line in lines[:-1]] == [f"- s{number}" for number in range(count)]
    assert all(len(line.partition(": ")[2]) >= 40 for line in lines[:-1])
    assert lines[-1] == f"({20 - count} more skills are not listed here: call `skill_search(query)`)"
    assert result.left_out == tuple(f"s{number}" for number in range(count, 20))
    assert len(result.text) <= 700


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"json"}))
def test_every_format_but_json_counts_what_it_leaves_out(name, make_skill) -> None:
    skills = skills_of(make_skill)
    text = trimmed(FORMATS[name], skills, max_chars=len(trimmed(FORMATS[name], skills).text) * 2 // 5).text
    assert "more skills are not listed here" in text
    assert "more skills are not listed here" not in trimmed(FORMATS[name], skills).text


def test_no_entry_is_left_where_none_fits(make_skill) -> None:
    result = trimmed(FORM, listed(make_skill, "a b c", "d e f", ""), max_chars=10)
    assert not result.fits
    assert (result.shortened, result.dropped, result.left_out) == ((), (), ("s0", "s1", "s2"))
    assert result.text.endswith("\n\n(3 more skills are not listed here)\n")


def test_a_description_of_denials_alone_leaves_the_name(make_skill) -> None:
    skills = listed(make_skill, "Not for letters, or parcels, or anything else that the post brings to a house", MERGE)
    result = trimmed(FORM, skills, max_chars=180)
    assert (result.dropped, result.left_out) == (("s0",), ())


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
    assert result.fits == (len(result.text) <= budget)
    assert result.fits or budget < max(bare, whole)
    kept = [f"s{number}" for number in range(len(descriptions))][: len(descriptions) - len(result.left_out)]
    assert all(name in result.text for name in kept)
    assert result == trimmed(FORMATS[name], skills, max_chars=budget)


@given(descriptions=TEXTS, budget=st.integers(min_value=0, max_value=500), order=st.randoms())
def test_the_order_does_not_matter_while_none_is_left_out(descriptions, budget, order, make_skill) -> None:
    skills = listed(make_skill, *descriptions)
    mixed = order.sample(skills, len(skills))
    one, other = (trimmed(FORM, some, max_chars=budget) for some in (skills, mixed))
    assume(not (one.left_out or other.left_out))  # the last ones go, so then it does
    assert sorted(one.text.splitlines()) == sorted(other.text.splitlines())
    assert (one.shortened, one.dropped, one.fits) == (other.shortened, other.dropped, other.fits)

import re

from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.selection import Described, Intent, IntentSource
from skillpack.search.trimming import trim

SKILLS = [
    Described("pdf-merge", "Master PDF files. Use when merging scans, binding pages, or archiving documents."),
    Described("pdf-split", "Master PDF files. Use when cutting chapters, extracting pages, or archiving documents."),
    Described("mail", "Read mail"),
]
ALL = sum(len(skill.description) for skill in SKILLS)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def test_what_fits_stays_as_it_is() -> None:
    found = trim(SKILLS, ALL)
    assert dict(found.texts) == {skill.name: skill.description for skill in SKILLS}
    assert (found.characters, found.shortened, found.dropped) == (ALL, 0, 0)


def test_the_words_that_tell_apart_stay_longest() -> None:
    texts = dict(trim(SKILLS, 75).texts)
    assert texts == {
        "mail": "Read mail",
        "pdf-merge": "merging scans, binding pages",
        "pdf-split": "cutting chapters, extracting pages",
    }


def test_the_words_a_skill_is_asked_for_stay_longer() -> None:
    asked = Described(
        "pdf-merge", SKILLS[0].description, intents=(Intent("archive old documents", IntentSource.BODY),) * 3
    )
    assert "archiving documents" in dict(trim([asked, *SKILLS[1:]], 60).texts)["pdf-merge"]


def test_without_any_room_names_are_left() -> None:
    found = trim(SKILLS, 0)
    assert {text for _, text in found.texts} == {""}
    assert (found.characters, found.shortened, found.dropped) == (0, 0, 3)
    assert trim(SKILLS, -5) == found
    assert trim([], 0).texts == ()


def test_what_a_skill_is_not_for_is_never_kept_in_half() -> None:
    skill = Described(
        "page", "Design landing pages for brands. Do not use for dashboards, or mobile screens. Fast and pretty."
    )
    for budget in range(len(skill.description)):
        ((_, text),) = trim([skill], budget).texts
        assert "dashboards" not in text
        assert "mobile" not in text


def test_room_that_is_left_gives_back_the_words_between() -> None:
    skills = [
        Described("a", "Merge files, and then split pages"),
        Described("b", "Read mail. Do not use for letters, or parcels."),
    ]
    found = trim(skills, sum(len(skill.description) for skill in skills) - 1)
    assert dict(found.texts) == {"a": skills[0].description, "b": "Read mail"}
    assert (found.shortened, found.dropped) == (1, 0)


WORD = st.sampled_from(
    ["pdf", "Merge", "split", "and", "with", "the", "(forms", "tests)", "deploy,", "use", "not for", "-"]
)
TEXT = st.lists(WORD, max_size=14).map(" ".join)
SETS = st.lists(
    st.builds(Described, st.text("abc", min_size=1, max_size=4), TEXT), max_size=6, unique_by=lambda skill: skill.name
)


@given(SETS, st.integers(0, 250), st.randoms())
def test_texts_fit_and_keep_whole_words_in_their_order(skills, budget, random) -> None:
    found = trim(skills, budget)
    assert found.characters == sum(len(text) for _, text in found.texts) <= budget
    assert [name for name, _ in found.texts] == sorted(skill.name for skill in skills)
    for skill in skills:
        there = iter(words(skill.description))
        assert all(word in there for word in words(dict(found.texts)[skill.name]))
    random.shuffle(skills)
    assert trim(skills, budget) == found


def test_what_costs_more_takes_more_of_the_budget() -> None:
    skills = [Described("a", "Cut & paste, or merge & split"), Described("b", "Read mail, sort letters")]

    def cost(text: str) -> int:
        return len(text) + 4 * text.count("&")

    whole = sum(cost(skill.description) for skill in skills)
    assert trim(skills, whole, cost=cost).shortened == 0
    assert trim(skills, whole - 1, cost=cost).shortened > 0
    for budget in range(whole):
        assert sum(cost(text) for _, text in trim(skills, budget, cost=cost).texts) <= budget

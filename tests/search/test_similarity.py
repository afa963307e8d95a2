from hypothesis import given
from hypothesis import strategies as st

from skillpack.resources import word_weights
from skillpack.search.similarity import LEAST, OWN_TERMS, alike, own_terms, shared_words, similarity

TERMS = st.dictionaries(st.text(alphabet="abc", min_size=1, max_size=2), st.integers(1, 9)).map(
    lambda found: tuple(sorted(found.items()))
)


def test_skills_about_one_thing_are_alike() -> None:
    found = alike(
        {
            "pdf-forms": own_terms("pdf-forms", "Fill PDF forms", word_weights()),
            "pdf-fields": own_terms("pdf-fields", "Read the fields of PDF forms", word_weights()),
            "release-notes": own_terms("release-notes", "Write notes of a release", word_weights()),
        }
    )
    assert {name: list(others) for name, others in found.items()} == {
        "pdf-forms": ["pdf-fields"],
        "pdf-fields": ["pdf-forms"],
        "release-notes": [],
    }


def test_one_shared_word_relates_nothing() -> None:
    known = {"api-patterns": (("api", 8), ("pattern", 8)), "rust-patterns": (("pattern", 8), ("rust", 8))}
    assert alike(known) == {"api-patterns": {}, "rust-patterns": {}}
    assert similarity(known["api-patterns"], known["rust-patterns"]) > LEAST


def test_a_word_of_very_many_skills_brings_nobody_together() -> None:
    few = {f"s{number}": (("x", 5), ("y", 5)) for number in range(9)}
    many = {f"s{number}": (("x", 5), ("y", 5)) for number in range(90)}
    assert len(alike(few)["s5"]) == 8
    assert alike(many)["s5"] == {}


def test_only_what_tells_most_stands_for_a_skill() -> None:
    many = " ".join(f"common{number}" for number in range(OWN_TERMS))
    found = own_terms("pdf", f"{many} rare", {f"common{number}": 1 for number in range(OWN_TERMS)})
    assert len(found) == OWN_TERMS
    assert {("pdf", 535), ("rar", 535)} <= set(found)


def test_a_word_that_every_skill_says_tells_less() -> None:
    weights = word_weights()
    rare = similarity(own_terms("a", "zebra fish", weights), own_terms("b", "zebra bird", weights))
    common = similarity(own_terms("a", "implement fish", weights), own_terms("b", "implement bird", weights))
    assert common < 0.1 < rare


def test_the_similarity_of_two_does_not_depend_on_others() -> None:
    weights = word_weights()
    two = {name: own_terms(name, f"Tests {name} with mocks and fixtures", weights) for name in ("python", "ruby")}
    more = two | {f"s{number}": own_terms(f"s{number}", "Writes tests with mocks", weights) for number in range(20)}
    assert alike(two, least=0)["python"]["ruby"] == alike(more, least=0)["python"]["ruby"]


def test_shared_words_are_those_of_the_text_the_most_telling_first() -> None:
    text, other = "Tests Python code with fixtures and mocks", "Testing ruby code by fixtures"
    terms = [own_terms("", each, word_weights()) for each in (text, other)]
    assert shared_words(*terms, text) == ("fixtures", "tests", "code")


def test_of_two_empty_skills_nothing_is_alike() -> None:
    assert similarity((), ()) == 0.0


@given(TERMS, TERMS)
def test_similarity_is_symmetric_and_bounded(one, other) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, one) == (1.0 if one else 0.0)

from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.similarity import LEAST, OWN_TERMS, alike, own_terms, similarity
from skillpack.search.terms import terms

TERMS = st.dictionaries(st.text(alphabet="abc", min_size=1, max_size=2), st.integers(1, 9)).map(
    lambda found: tuple(sorted(found.items()))
)


def test_skills_about_one_thing_are_alike() -> None:
    found = alike(
        {
            "pdf-forms": terms("pdf-forms", "Fill PDF forms", ()),
            "pdf-fields": terms("pdf-fields", "Read the fields of PDF forms", ()),
            "release-notes": terms("release-notes", "Write notes of a release", ()),
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


def test_only_the_heaviest_terms_stand_for_a_skill() -> None:
    many = tuple((f"t{number:02}", 1) for number in range(40))
    assert len(own_terms((*many, ("heavy", 9)))) == OWN_TERMS
    assert ("heavy", 9) in own_terms((*many, ("heavy", 9)))


def test_of_two_empty_skills_nothing_is_alike() -> None:
    assert similarity((), ()) == 0.0


@given(TERMS, TERMS)
def test_likeness_is_symmetric_and_bounded(one, other) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, one) == (1.0 if one else 0.0)

from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.likeness import OWN_TERMS, likeness, own_terms, related
from skillpack.search.terms import terms

TERMS = st.dictionaries(st.text(alphabet="abc", min_size=1, max_size=2), st.integers(1, 9)).map(
    lambda found: tuple(sorted(found.items()))
)


def test_skills_about_one_thing_are_related() -> None:
    skills = [
        ("pdf-forms", terms("pdf-forms", "Fill PDF forms", (), "")),
        ("pdf-fields", terms("pdf-fields", "Read the fields of PDF forms", (), "")),
        ("release-notes", terms("release-notes", "Write notes of a release", (), "")),
    ]
    assert related(skills, most=6) == {
        "pdf-forms": ("pdf-fields",),
        "pdf-fields": ("pdf-forms",),
        "release-notes": (),
    }


def test_only_the_heaviest_terms_stand_for_a_skill() -> None:
    many = tuple((f"t{number:02}", 1) for number in range(30))
    assert len(own_terms((*many, ("heavy", 9)))) == OWN_TERMS
    assert ("heavy", 9) in own_terms((*many, ("heavy", 9)))


def test_no_more_than_asked_for() -> None:
    skills = [(f"s{number}", (("x", 5), ("y", 5))) for number in range(9)]
    assert related(skills, most=3)["s5"] == ("s0", "s1", "s2")


def test_of_two_empty_skills_nothing_is_alike() -> None:
    assert likeness((), ()) == 0.0


@given(TERMS, TERMS)
def test_likeness_is_symmetric_and_bounded(one, other) -> None:
    assert likeness(one, other) == likeness(other, one)
    assert 0 <= likeness(one, other) <= 1
    assert likeness(one, one) == (1.0 if one else 0.0)

from hypothesis import given
from hypothesis import strategies as st

from skillpack.build.related import RelatedTerms, dependents, related, related_terms

NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"])
TERMS = st.builds(
    RelatedTerms,
    tags=st.lists(st.sampled_from(["x", "y"]), max_size=2, unique=True).map(tuple),
    named=st.lists(NAMES, max_size=3).map(tuple),
    terms=st.dictionaries(st.sampled_from(["p", "q", "r"]), st.integers(1, 9)).map(lambda d: tuple(sorted(d.items()))),
)


def _terms(*tags: str, named: tuple[str, ...] = (), **terms: int) -> RelatedTerms:
    return RelatedTerms(tags, named, tuple(sorted(terms.items())))


def test_what_a_skill_names_comes_first_then_shared_tags_and_words() -> None:
    skills = {
        "one": _terms("pdf", named=("last",), form=4, pdf=8),
        "alike": _terms(form=4, pdf=8),
        "tagged": _terms("pdf"),
        "last": _terms(other=3),
    }
    assert related(skills) == {"one": ("last", "alike", "tagged"), "alike": ("one",), "tagged": ("one",)}


def test_a_name_that_the_set_lacks_and_the_skill_itself_are_no_relatives() -> None:
    assert related({"one": _terms(named=("gone", "one"))}) == {}


def test_a_tag_of_very_many_skills_relates_nothing() -> None:
    assert related({f"s{number}": _terms("all") for number in range(41)}) == {}
    assert len(related({f"s{number}": _terms("all") for number in range(40)})["s1"]) == 6


@given(st.dictionaries(NAMES, TERMS, max_size=8), NAMES)
def test_one_skill_more_changes_only_the_lists_that_it_joins(skills, name) -> None:
    without = {other: each for other, each in skills.items() if other != name}
    before, after = related(without), related(skills)
    for other in without:
        if name not in after.get(other, ()):
            assert after.get(other) == before.get(other)


def test_dependents_are_those_that_depend_on_a_skill_or_name_it() -> None:
    skills = {
        "last": RelatedTerms((), (), (), ("base", "gone")),
        "first": RelatedTerms((), ("base",), (), ("base", "first")),
        "base": RelatedTerms((), (), ()),
    }
    assert dependents(skills) == {"base": ("first", "last")}


def test_a_word_without_a_hyphen_is_no_name(make_candidate, loaded) -> None:
    text = b"---\nname: pdf\ndescription: Reads.\nmetadata:\n  depends: text ^1\n---\nSee `forms` and merge-pdf.\n"
    assert related_terms(loaded(make_candidate(skill=text)).record).uses == ("text", "merge-pdf")

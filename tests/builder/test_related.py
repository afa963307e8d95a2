from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from skillpack.builder.related import RelatedTerms, dependents, similar_skills, used_names

NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"])
TERMS = st.builds(
    RelatedTerms,
    tags=st.lists(st.sampled_from(["x", "y"]), max_size=2, unique=True).map(tuple),
    named=st.lists(NAMES, max_size=3).map(tuple),
    terms=st.dictionaries(st.sampled_from(["p", "q", "r"]), st.integers(1, 9)).map(lambda d: tuple(sorted(d.items()))),
)


def _terms(*tags: str, named: tuple[str, ...] = (), **terms: int) -> RelatedTerms:
    return RelatedTerms(tags, named, tuple(sorted(terms.items())))


def related(skills: dict[str, RelatedTerms]) -> Mapping[str, tuple[str, ...]]:
    return similar_skills(skills, dict.fromkeys(skills, "")).related


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
        "last": ("base", "gone"),
        "first": ("base", "first"),
        "base": (),
    }
    assert dependents(skills) == {"base": ("first", "last")}


def test_a_word_without_a_hyphen_is_no_name(make_candidate, loaded) -> None:
    text = b"---\nname: pdf\ndescription: Reads.\nmetadata:\n  depends: text ^1\n---\nSee `forms` and merge-pdf.\n"
    assert used_names(loaded(make_candidate(skill=text)).record) == ("text", "merge-pdf")


TEXTS = {"a": "forms of PDF", "b": "PDF forms", "c": "PDF", "d": "notes"}
SKILLS = {
    "a": _terms(form=500, pdf=400),
    "b": _terms(form=500, pdf=400),
    "c": _terms(other=900, form=500, pdf=400),
    "d": _terms(note=500),
}


class TestRivals:
    def test_are_hard_to_tell_apart_the_likest_first(self) -> None:
        found = similar_skills(SKILLS, TEXTS)
        assert {name: [(each.name, each.similarity) for each in rivals] for name, rivals in found.rivals.items()} == {
            "a": [("b", 1.0), ("c", 0.58)],
            "b": [("a", 1.0), ("c", 0.58)],
            "c": [("a", 0.58), ("b", 0.58)],
        }

    def test_say_which_words_both_say_alike_on_both_pages(self) -> None:
        found = similar_skills(SKILLS, TEXTS)
        assert found.rivals["a"][0].words == found.rivals["b"][0].words == ("forms", "pdf")

    def test_are_pairs_for_the_catalog(self) -> None:
        pairs = similar_skills(SKILLS, TEXTS).closest
        assert [(name, rival.name) for name, rival in pairs] == [("a", "b"), ("a", "c"), ("b", "c")]

    def test_are_few(self) -> None:
        many = {f"s{number:02}": SKILLS["a"] for number in range(20)}
        found = similar_skills(many, dict.fromkeys(many, ""))
        assert {len(rivals) for rivals in found.rivals.values()} == {5}
        assert len(found.closest) == 50


@given(st.dictionaries(NAMES, TERMS, max_size=8), NAMES)
def test_one_skill_more_changes_only_the_rivals_that_it_joins(skills, name) -> None:
    without = {other: each for other, each in skills.items() if other != name}
    before, after = (similar_skills(each, dict.fromkeys(each, "")).rivals for each in (without, skills))
    for other in without:
        if name not in [rival.name for rival in after.get(other, ())]:
            assert after.get(other) == before.get(other)

from hypothesis import given
from hypothesis import strategies as st

from skillpack.build.related import Kin, kin_of, related, users

NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"])
KIN = st.builds(
    Kin,
    tags=st.lists(st.sampled_from(["x", "y"]), max_size=2, unique=True).map(tuple),
    named=st.lists(NAMES, max_size=3).map(tuple),
    terms=st.dictionaries(st.sampled_from(["p", "q", "r"]), st.integers(1, 9)).map(lambda d: tuple(sorted(d.items()))),
)


def _kin(*tags: str, named: tuple[str, ...] = (), **terms: int) -> Kin:
    return Kin(tags, named, tuple(sorted(terms.items())))


def test_what_a_skill_names_comes_first_then_shared_tags_and_words() -> None:
    kin = {
        "one": _kin("pdf", named=("last",), form=4, pdf=8),
        "alike": _kin(form=4, pdf=8),
        "tagged": _kin("pdf"),
        "last": _kin(other=3),
    }
    assert related(kin) == {"one": ("last", "alike", "tagged"), "alike": ("one",), "tagged": ("one",)}


def test_a_name_that_the_set_lacks_and_the_skill_itself_are_no_relatives() -> None:
    assert related({"one": _kin(named=("gone", "one"))}) == {}


def test_a_tag_of_very_many_skills_relates_nothing() -> None:
    assert related({f"s{number}": _kin("all") for number in range(41)}) == {}
    assert len(related({f"s{number}": _kin("all") for number in range(40)})["s1"]) == 6


@given(st.dictionaries(NAMES, KIN, max_size=8), NAMES)
def test_one_skill_more_changes_only_the_lists_that_it_joins(kin, name) -> None:
    without = {other: each for other, each in kin.items() if other != name}
    before, after = related(without), related(kin)
    for other in without:
        if name not in after.get(other, ()):
            assert after.get(other) == before.get(other)


def test_users_are_those_that_depend_on_a_skill_or_name_it() -> None:
    kin = {
        "last": Kin((), (), (), ("base", "gone")),
        "first": Kin((), ("base",), (), ("base", "first")),
        "base": Kin((), (), ()),
    }
    assert users(kin) == {"base": ("first", "last")}


def test_a_word_without_a_hyphen_is_no_name(make_candidate, prepared) -> None:
    text = b"---\nname: pdf\ndescription: Reads.\nmetadata:\n  depends: text ^1\n---\nSee `forms` and merge-pdf.\n"
    assert kin_of(prepared(make_candidate(skill=text)).prepared).uses == ("text", "merge-pdf")

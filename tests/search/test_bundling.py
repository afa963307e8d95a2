from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.profile import Overflow, Profile
from skillpack.model.selection import Described
from skillpack.search.bundling import bundles
from skillpack.search.shown import listing

SKILLS = [
    Described("pdf-forms", "Fill in the fields of PDF documents"),
    Described("pdf-merge", "Merge the pages of PDF documents"),
    Described("release-notes", "Write notes about a release from commits"),
    Described("release-tags", "Tag a release, with notes, from commits"),
]


def names(found) -> list[tuple[str, ...]]:
    return [bundle.names for bundle in found]


def test_skills_that_are_alike_come_together() -> None:
    found = bundles(SKILLS, budget=130)
    assert names(found) == [("pdf-forms", "pdf-merge"), ("release-notes", "release-tags")]
    assert [bundle.centre for bundle in found] == ["pdf-forms", "release-notes"]
    assert all(bundle.fits and bundle.characters <= 130 for bundle in found)


def test_with_room_for_all_there_is_one_bundle() -> None:
    assert len(bundles(SKILLS, budget=10_000)) == len(bundles(SKILLS)) == 1
    assert bundles([]) == ()


def test_a_skill_larger_than_the_budget_is_alone_and_does_not_fit() -> None:
    large = Described("large", "words " * 50)
    found = bundles([*SKILLS, large], budget=130)
    assert [bundle.fits for bundle in found if "large" in bundle.names] == [False]
    assert ("large",) in names(found)


def test_the_budget_is_the_hosts() -> None:
    host = Profile("host", "Host", "", {}, {}, {}, (), "", "", 130, 0, Overflow.DROP_LEAST_USED, hides=True)
    assert names(bundles(SKILLS, host)) == names(bundles(SKILLS, budget=130))
    assert bundles([Described("a", "text", by_model=False)], host) == ()


WORDS = ("pdf", "merge", "split", "forms", "release", "notes", "tests", "deploy")
SETS = st.lists(
    st.builds(
        Described,
        st.text("abcdef", min_size=1, max_size=4),
        st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    ),
    max_size=12,
    unique_by=lambda skill: skill.name,
)


@given(SETS, st.integers(1, 200), st.randoms())
def test_every_skill_is_in_one_bundle_that_fits(skills, budget, random) -> None:
    found = bundles(skills, budget=budget)
    assert sorted(name for bundle in found for name in bundle.names) == sorted(skill.name for skill in skills)
    cost = {one.name: one.frame + len(one.text) for one in listing(skills, None)}
    for bundle in found:
        assert bundle.characters == sum(cost[name] for name in bundle.names)
        assert bundle.fits == (bundle.characters <= budget)
        assert bundle.fits or len(bundle.names) == 1
        assert bundle.centre in bundle.names
    random.shuffle(skills)
    assert bundles(skills, budget=budget) == found

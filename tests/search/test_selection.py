from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.model.profile import Overflow, Profile
from skillpack.model.selection import FalsePositive, HitRate, Miss, OwnRequest, Query, RequestRate, SelectionInput
from skillpack.search.selection import select, select_own

HOST = Profile(
    "host", "Host", "", {}, {}, {}, (), "", "", 8000, 60, Overflow.DROP_LEAST_USED, ("when_to_use",), hides=True
)
MERGE = SelectionInput("pdf-merge", "Merge several PDF files")
FORMS = SelectionInput("pdf-forms", "Fill in forms of scanned pages")
NOTES = SelectionInput("release-notes", "Write release notes")
SKILLS = [MERGE, FORMS, NOTES]


def test_a_right_skill_that_comes_first_is_a_hit() -> None:
    found = select(SKILLS, [Query("merge these files", ("pdf-merge",)), Query("scanned notes", ("pdf-merge",))], HOST)
    assert (found.requests, found.seen, found.whole) == (2, HitRate(0.5, 0.5), HitRate(0.5, 0.5))


def test_several_right_answers_are_one_request() -> None:
    (found,) = [select(SKILLS, [Query("fill in several forms", ("pdf-merge", "pdf-forms"))], HOST)]
    assert (found.requests, found.seen.hit1, found.missed) == (1, 1.0, ())


def test_a_miss_names_who_comes_first_and_by_which_words() -> None:
    found = select(SKILLS, [Query("Bind scanned pages of the files", ("pdf-merge", "gone"))], HOST)
    assert found.missed == (
        Miss("Bind scanned pages of the files", ("pdf-merge",), 2, "pdf-forms", ("scanned", "pages")),
    )


def test_a_request_of_which_nobody_has_a_word_is_missed_by_all() -> None:
    found = select(SKILLS, [Query("squash my commits", ("pdf-merge",))], HOST)
    assert found.missed == (Miss("squash my commits", ("pdf-merge",), 0, "", ()),)


def test_requests_about_skills_that_are_not_there_do_not_count() -> None:
    assert select(SKILLS, [Query("merge files", ("gone",))], HOST).requests == 0


def test_a_skill_that_is_not_listed_is_found_by_nobody() -> None:
    hidden = replace(NOTES, by_model=False)
    found = select([MERGE, hidden], [Query("write the release notes", ("release-notes",))], HOST)
    assert (found.requests, found.seen.hit1, found.missed[0].skills) == (1, 0.0, ())


def test_a_request_for_no_skill_is_wrong_where_a_description_has_half_of_its_words() -> None:
    found = select(SKILLS, [Query("write the release party", ()), Query("scanned books of Rome", ())], HOST)
    assert (found.requests, found.unanswerable) == (0, 2)
    assert found.false_positives == (FalsePositive("write the release party", "release-notes", 0.667),)


def test_what_the_host_has_no_room_for_finds_nothing() -> None:
    skills = [SelectionInput(f"skill-{n}", f"Says word{n} and nothing else at all") for n in range(4)]
    queries = [Query(f"word{n}", (f"skill-{n}",)) for n in range(4)]
    assert select(skills, queries, HOST).seen.hit1 == 1.0
    half = select(skills, queries, HOST, budget=4 * len("- skill-0: \n") + 2 * len(skills[0].description))
    assert half.whole.hit1 == 1.0
    assert half.seen.hit1 == 0.5
    assert half.missed == ()
    names = select(skills, queries, HOST, budget=10)
    assert (names.seen.hit1, names.whole.hit1) == (0.0, 1.0)


def test_descriptions_are_ranked_as_the_host_cuts_them() -> None:
    late = SelectionInput("mail", "Read what came in and sort it by sender first, by date then, archive folders")
    assert select([late], [Query("archive folders", ("mail",))], HOST).seen.hit1 == 0.0
    helped = replace(late, description="Read mail", fields=(("when_to_use", "archive folders"),))
    assert select([helped], [Query("archive folders", ("mail",))], HOST).seen.hit1 == 1.0


WORDS = ("pdf", "merge", "split", "forms", "release", "notes", "tests", "deploy", "mail", "sign")
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
SETS = st.lists(
    st.builds(SelectionInput, st.sampled_from([f"{one}-{other}" for one in WORDS for other in WORDS]), TEXT),
    min_size=1,
    max_size=7,
    unique_by=lambda each: each.name,
)


@given(SETS, TEXT, st.integers(1, 300), st.randoms())
def test_the_order_of_the_skills_never_matters(skills, text, budget, random) -> None:
    queries = [Query(text, (skills[0].name,)), Query(text, ())]
    before = select(skills, queries, HOST, budget=budget)
    random.shuffle(skills)
    assert select(skills, queries, HOST, budget=budget) == before
    assert 0 <= before.seen.hit1 <= before.seen.hit3 <= 1


class TestOwnRequests:
    """Requests that skills bring among their tasks."""

    def test_those_that_name_the_skill_are_counted_apart(self) -> None:
        requests = [
            OwnRequest("merge these files", "pdf-merge", "pdf-merge"),
            OwnRequest("write about scanned pages", "release-notes", "release-notes"),
            OwnRequest("use pdf-forms", "pdf-forms", "pdf-forms", names_skill=True),
        ]
        found = select_own(SKILLS, requests, HOST)
        assert (found.skills, found.unnamed, found.named) == (3, RequestRate(2, 0.5, 1.0), RequestRate(1, 1.0, 1.0))
        assert [(each.right, each.place, each.first) for each in found.verdicts] == [
            (True, 1, "pdf-merge"),
            (False, 2, "pdf-forms"),
            (True, 1, "pdf-forms"),
        ]
        assert found.verdicts[1].words == ("scanned", "pages")

    def test_one_that_should_not_find_its_owner_is_wrong_where_it_does(self) -> None:
        requests = [
            OwnRequest("merge files of code", "pdf-merge", ""),
            OwnRequest("merge", "release-notes", ""),
            OwnRequest("write a long letter to my aunt in Rome", "release-notes", ""),
            OwnRequest("squash commits", "pdf-merge", ""),
        ]
        found = select_own(SKILLS, requests, HOST)
        assert (found.negatives, found.wrong) == (4, 1)
        assert [each.right for each in found.verdicts] == [False, True, True, True]
        assert found.verdicts[0].words == ("merge", "files")

    def test_what_cannot_be_judged_does_not_count(self) -> None:
        requests = [
            OwnRequest("draw a chart", "pdf-merge", "draw-chart"),
            OwnRequest("why is it not pdf-merge?", "pdf-merge", "", names_skill=True),
        ]
        found = select_own(SKILLS, requests, HOST)
        assert (found.absent, found.unjudged, found.negatives, found.verdicts) == (1, 1, 0, ())
        assert found.unnamed == RequestRate(0, 0.0, 0.0)

    def test_a_skill_that_is_not_listed_is_found_by_nobody(self) -> None:
        hidden = replace(NOTES, by_model=False)
        request = OwnRequest("write the release notes", "release-notes", "release-notes")
        (verdict,) = select_own([MERGE, hidden], [request], HOST).verdicts
        assert (verdict.right, verdict.place) == (False, 0)

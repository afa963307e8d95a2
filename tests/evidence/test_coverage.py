"""What reviews come to for one content: states, chains, objections, and the laws that hold for all of them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.evidence.coverage import circle_of_steps, cover
from skillpack.model.review import (
    NOT_COVERED,
    Coverage,
    CoverageState,
    Review,
    Reviewer,
    ReviewVerdict,
    Scan,
)

CONTENTS = tuple(digit * 64 for digit in "abcde")
A, B, C, D, E = CONTENTS
SAFE, OBJECTS = ReviewVerdict.SAFE, ReviewVerdict.OBJECTS
RANK = (
    *(CoverageState.NONE, CoverageState.MACHINE, CoverageState.OLDER),
    *(CoverageState.STEPS, CoverageState.WHOLE),
)
"""From nobody to all of it; an objection stands beside them."""


def review(digest: str, since: str = "", by: str = "Ada", day: str = "2026-05-04", **more: Any) -> Review:
    return Review(digest, by, day, more.pop("verdict", SAFE), since, **more)


def model(digest: str, since: str = "") -> Review:
    return review(digest, since, by="some-model-4", kind=Reviewer.MODEL)


def objection(digest: str, **more: Any) -> Review:
    return review(digest, verdict=OBJECTS, **more)


class TestStates:
    def test_without_reviews_nobody_looked(self) -> None:
        assert cover(A, []) is NOT_COVERED

    def test_a_whole_review_covers(self) -> None:
        assert cover(A, [review(A)]) == Coverage(CoverageState.WHOLE, (review(A),), by_any=True)

    def test_steps_from_a_whole_review_cover(self) -> None:
        steps = review(C, B), review(B, A), review(A)
        assert cover(C, steps) == Coverage(CoverageState.STEPS, steps, by_any=True)

    def test_a_step_from_nothing_covers_nothing(self) -> None:
        assert cover(B, [review(B, A)]) == Coverage(CoverageState.NONE, others=(review(B, A),))

    def test_a_change_leaves_the_older_content_covered(self) -> None:
        assert cover(B, [review(A)]) == Coverage(CoverageState.OLDER, (review(A),))

    def test_of_older_contents_the_newest_that_was_published_counts(self) -> None:
        reviews = [review(A, day="2026-09-01"), review(B)]
        found = cover(C, reviews, versions=[(C, "3.0.0"), (B, "2.0.0"), (A, "1.0.0")])
        assert found.chain == (replace(review(B), version="2.0.0"),)
        assert cover(C, reviews).chain == (reviews[0],)

    def test_models_alone_are_said_to_be_models(self) -> None:
        assert cover(A, [model(A)]) == Coverage(CoverageState.MACHINE, (model(A),), by_any=True)

    def test_a_step_of_a_person_from_what_a_model_read_is_a_models(self) -> None:
        found = cover(B, [review(B, A), model(A)])
        assert (found.state, found.chain) == (CoverageState.MACHINE, (review(B, A), model(A)))
        assert (found.by_any, found.by_people) == (True, False)

    def test_a_step_of_a_model_leaves_the_older_content_of_people(self) -> None:
        found = cover(B, [model(B, A), review(A)])
        assert (found.state, found.chain, found.others) == (CoverageState.OLDER, (review(A),), (model(B, A),))
        assert found.by_any

    def test_a_model_that_read_something_older_read_nothing_of_this(self) -> None:
        assert cover(B, [model(A)]) == Coverage(CoverageState.NONE)

    def test_a_scan_is_a_machines_and_no_review(self) -> None:
        scan = Scan("scanner", digest=A)
        assert cover(A, [], scans=[scan]) == Coverage(CoverageState.MACHINE, scans=(scan,))

    def test_others_are_told_the_newest_first(self) -> None:
        found = cover(A, [model(A), review(A, by="Bo", day="2026-01-01"), review(A), review(B)])
        assert found.others == (model(A), review(A, by="Bo", day="2026-01-01"))

    def test_the_label_is_the_one_that_was_published(self) -> None:
        (known,) = cover(A, [review(A, version="9.9.9")], versions=[(A, "1.0.0")]).chain
        assert known.version == "1.0.0"


class TestChains:
    def test_the_shortest_counts(self) -> None:
        assert cover(C, [review(C, B), review(B, A), review(A), review(B)]).chain == (review(C, B), review(B))
        assert cover(C, [review(C, B), review(B, A), review(A), review(C)]).chain == (review(C),)

    def test_of_equal_ones_the_newest_counts(self) -> None:
        diamond = [review(A), review(B, A), review(C, A), review(D, B), review(D, C, day="2026-06-01")]
        assert cover(D, diamond).chain == (review(D, C, day="2026-06-01"), review(C, A), review(A))

    def test_a_circle_covers_nothing_and_hurts_nothing(self) -> None:
        circle = [review(B, A), review(A, B)]
        assert cover(A, circle).state is CoverageState.NONE
        assert cover(A, [*circle, review(B)]).chain == (review(A, B), review(B))

    def test_thousands_of_steps_are_followed(self) -> None:
        names = [f"{number:064x}" for number in range(20_000)]
        steps = [review(new, old) for old, new in pairwise(names)]
        assert len(cover(names[-1], [review(names[0]), *steps]).chain) == 20_000
        assert circle_of_steps(steps) is None
        assert circle_of_steps([*steps, review(names[0], names[-1])]) is not None


class TestObjections:
    def test_one_outweighs_all_reviews(self) -> None:
        found = cover(A, [review(A), objection(A, by="Bo"), model(A)])
        assert (found.state, found.chain) == (CoverageState.OBJECTED, (objection(A, by="Bo"),))
        assert (found.by_any, found.by_people) == (False, False)
        assert set(found.others) == {review(A), model(A)}

    def test_one_to_a_step_is_one_to_what_it_leads_to(self) -> None:
        assert cover(B, [objection(B, since=A), review(A)]).state is CoverageState.OBJECTED
        assert cover(A, [objection(B, since=A), review(A)]).state is CoverageState.WHOLE

    def test_one_to_something_older_breaks_the_chain_there(self) -> None:
        chain = [review(A), review(B, A), review(C, B)]
        found = cover(C, [*chain, objection(B, by="Bo")])
        assert (found.state, found.chain) == (CoverageState.OLDER, (review(A),))
        assert cover(C, [*chain, objection(B, by="Bo"), review(C)]).state is CoverageState.WHOLE

    @pytest.mark.parametrize(
        ("people", "origin", "kind", "stands"),
        [
            ((), "", Reviewer.PERSON, True),
            ((), "https://other.example/", Reviewer.PERSON, False),
            (("Bo",), "https://other.example/", Reviewer.PERSON, True),
            (("Cy",), "", Reviewer.PERSON, False),
            (("Bo",), "", Reviewer.MODEL, False),
        ],
    )
    def test_only_who_may_objects(self, people, origin, kind, stands) -> None:
        against = objection(A, by="Bo", origin=origin, kind=kind)
        found = cover(A, [review(A), against], people=people)
        assert (found.state is CoverageState.OBJECTED) == stands
        assert (against in found.chain, against in found.others) == (stands, not stands)


class TestCircles:
    def test_the_first_step_is_told(self) -> None:
        steps = [review(E, D, line=1), review(B, A, line=3), review(C, B, line=5), review(A, C, line=9)]
        assert circle_of_steps([review(A, line=12), *reversed(steps)]) == steps[1]

    def test_what_leads_into_one_is_none(self) -> None:
        assert circle_of_steps([review(B, A), review(C, B), review(D, A), review(D, C)]) is None


DIGESTS = st.sampled_from(CONTENTS)
REVIEWS = st.builds(
    lambda digest, since, by, day, verdict, kind: Review(
        digest, by, f"2026-05-0{day}", verdict, "" if since == digest else since, kind=kind
    ),
    DIGESTS,
    st.one_of(st.just(""), DIGESTS),
    st.sampled_from(["Ada", "Bo", "Cy"]),
    st.integers(1, 9),
    st.sampled_from(ReviewVerdict),
    st.sampled_from(Reviewer),
)
SOME = st.lists(REVIEWS, max_size=12, unique=True)


class TestLaws:
    @given(SOME, st.randoms(use_true_random=False), DIGESTS)
    def test_the_order_of_entries_does_not_matter(self, reviews: list[Review], chance: Any, digest: str) -> None:
        mixed = list(reviews)
        chance.shuffle(mixed)
        assert cover(digest, mixed) == cover(digest, reviews)
        assert (circle_of_steps(mixed) is None) == (circle_of_steps(reviews) is None)

    @given(SOME, REVIEWS, DIGESTS)
    def test_a_models_review_never_makes_more_than_a_machines(
        self, reviews: list[Review], further: Review, digest: str
    ) -> None:
        before = cover(digest, reviews)
        after = cover(digest, [*reviews, replace(further, kind=Reviewer.MODEL)])
        assert after.state in {before.state, CoverageState.MACHINE}
        assert after.by_people == before.by_people

    @given(SOME, REVIEWS, DIGESTS)
    def test_a_persons_review_makes_nothing_worse_unless_it_objects(
        self, reviews: list[Review], further: Review, digest: str
    ) -> None:
        before, after = (cover(digest, some) for some in (reviews, [*reviews, replace(further, verdict=SAFE)]))
        if before.state is CoverageState.OBJECTED:
            assert after.state is CoverageState.OBJECTED
        else:
            assert RANK.index(after.state) >= RANK.index(before.state)

    @given(SOME, REVIEWS, DIGESTS)
    def test_an_objection_makes_nothing_better(self, reviews: list[Review], further: Review, digest: str) -> None:
        before, after = (cover(digest, some) for some in (reviews, [*reviews, replace(further, verdict=OBJECTS)]))
        if after.state is not CoverageState.OBJECTED:
            assert RANK.index(after.state) <= RANK.index(before.state)

    @given(SOME, DIGESTS)
    def test_other_bytes_are_covered_no_more(self, reviews: list[Review], digest: str) -> None:
        reviews = [review(digest), *(each for each in reviews if each.verdict is not OBJECTS)]
        assert cover(digest, reviews).state is CoverageState.WHOLE
        assert cover("f" * 64, reviews).state is CoverageState.OLDER

    @given(SOME, DIGESTS)
    def test_a_chain_leads_from_a_whole_to_what_it_covers(self, reviews: list[Review], digest: str) -> None:
        found = cover(digest, reviews)
        if found.state in {CoverageState.WHOLE, CoverageState.STEPS, CoverageState.OLDER}:
            check_chain(found.chain, people=True)
        if found.state is CoverageState.MACHINE:
            check_chain(found.chain, people=False)
        assert not set(found.others) & set(found.chain)
        assert {each.digest for each in found.others} <= {digest}

    @given(SOME)
    def test_a_step_of_a_circle_is_reached_from_where_it_leads(self, reviews: list[Review]) -> None:
        step = circle_of_steps(reviews)
        reached = {step.digest} if step else set()
        for _ in reviews:
            reached |= {each.digest for each in reviews if each.since in reached}
        assert step is None or step.since in reached


def check_chain(chain: Sequence[Review], *, people: bool) -> None:
    assert [each.since for each in chain] == [*(each.digest for each in chain[1:]), ""]
    assert all(each.verdict is not OBJECTS for each in chain)
    assert all(each.kind is Reviewer.PERSON for each in chain) == people

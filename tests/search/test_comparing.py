from dataclasses import replace
from typing import Any

import pytest

from skillpack.model.profile import Overflow, Profile
from skillpack.model.selection import Described, Intent, IntentSource, Query, Sight
from skillpack.search.comparing import Comparison, Hidden, Part, compare

HOST = Profile("host", "Host", "", {}, {}, {}, (), "", "", 400, 120, Overflow.DROP_LEAST_USED, (), hides=True)


def one(name: str, description: str, *lines: str, source: IntentSource = IntentSource.BODY) -> Described:
    return Described(name, description, intents=tuple(Intent(line, source) for line in lines))


NOTES = one(
    "release-notes",
    "Drafts release notes of merged changes",
    "which lines changed since the last release",
    "draft notes",
)
FORMS = one("pdf-forms", "Fills in PDF forms", "fill in a form")
NEWS = one("changelog", "Says which lines changed since the last version")


def compared(old, new, **more: Any) -> Comparison:  # noqa: ANN401 whatever `compare` takes
    return compare(old, new, HOST, **more)


def test_a_new_skill_takes_a_request() -> None:
    found = compared([NOTES, FORMS], [NOTES, FORMS, NEWS])

    assert (found.added, found.changed, found.removed) == (("changelog",), (), ())
    (taken,) = found.taken
    assert (taken.name, taken.part, taken.by, taken.nearly) == ("release-notes", Part.SAME, Part.NEW, False)
    assert (taken.lost.text, taken.lost.thief) == ("which lines changed since the last release", "changelog")
    assert taken.lost.decided == ("last", "lines", "changed")


def test_it_is_won_back_when_that_skill_goes() -> None:
    found = compared([NOTES, FORMS, NEWS], [NOTES, FORMS])

    assert found.removed == ("changelog",)
    assert found.taken == ()
    assert found.won == (("release-notes", 1),)


def test_a_changed_description_takes_and_loses() -> None:
    greedy = replace(
        FORMS, description="Fills in PDF forms, drafts notes of which lines changed since the last release"
    )
    found = compared([NOTES, FORMS], [NOTES, greedy])
    assert {(taken.name, taken.by) for taken in found.taken} == {("release-notes", Part.CHANGED)}
    assert found.changed == ("pdf-forms",)

    back = compared([NOTES, greedy], [NOTES, FORMS])
    assert back.taken == ()
    assert back.won == (("release-notes", len(found.taken)),)


def test_a_skill_may_lose_by_its_own_change() -> None:
    joins, sorts = one("alpha", "Joins PDF files", "join files"), one("beta", "Sorts files")
    found = compared([joins, sorts], [replace(joins, description="Works on PDF"), sorts])

    assert [(taken.name, taken.part, taken.by, taken.lost.thief) for taken in found.taken] == [
        ("alpha", Part.CHANGED, Part.SAME, "beta")
    ]


def test_only_requests_of_both_states_are_compared() -> None:
    other = replace(NOTES, intents=(Intent("merge pull requests", IntentSource.BODY),))

    assert compared([NOTES, FORMS], [other, FORMS]).taken == ()


def test_labelled_queries_are_asked_in_both_states() -> None:
    labelled = (Intent("which changes came with the last version", IntentSource.LABELLED),)
    found = compared([NOTES, FORMS], [replace(NOTES, intents=labelled), FORMS, NEWS])

    assert [taken.lost.source for taken in found.taken] == [IntentSource.LABELLED]


def test_queries_of_a_file_count() -> None:
    queries = [Query("tell me which lines changed since the last version", ("release-notes",))]
    found = compared([NOTES, FORMS], [NOTES, FORMS, NEWS], queries=queries)

    assert [taken.lost.text for taken in found.taken] == ["tell me which lines changed since the last version"]


@pytest.mark.parametrize(
    ("description", "nearly"),
    [("Drafts release notes of merged changes for all who ask", False), ("Drafts notes of merged changes", True)],
)
def test_a_clause_of_the_description_is_lost_where_another_has_all_of_it(description, nearly) -> None:
    own = one(
        "release-notes",
        "Drafts release notes of merged changes, tags",
        "drafts release notes of merged changes",
        source=IntentSource.DESCRIPTION,
    )
    new = one("release-writer" if not nearly else "writer", description)
    found = compared([own, FORMS], [own, FORMS, new])

    assert [taken.nearly for taken in found.taken] == [nearly]


class TestHidden:
    def test_a_list_that_grows_over_the_budget_may_hide_all(self) -> None:
        long = [one(f"skill-{number}", "word " * 20) for number in range(4)]
        assert compared(long[:3], long).hidden == tuple(
            Hidden(f"skill-{number}", Sight.WHOLE, Sight.NAME) for number in range(3)
        )

    def test_it_was_hidden_before(self) -> None:
        long = [one(f"skill-{number}", "word " * 20) for number in range(6)]
        assert compared(long[:5], long).hidden == ()

    def test_a_description_that_grows_is_cut(self) -> None:
        grown = replace(FORMS, description="Fills in PDF forms " * 8)
        assert compared([FORMS], [grown]).hidden == (Hidden("pdf-forms", Sight.WHOLE, Sight.CUT),)

    def test_who_takes_a_skill_off_the_list_means_to(self) -> None:
        assert compared([FORMS], [replace(FORMS, by_model=False)]).hidden == ()

    def test_another_budget_may_be_given(self) -> None:
        assert compared([FORMS], [FORMS, NOTES], budget=60).hidden == (Hidden("pdf-forms", Sight.WHOLE, Sight.NAME),)


def test_the_order_of_skills_never_matters() -> None:
    assert compared([NOTES, FORMS], [NOTES, FORMS, NEWS]) == compared([FORMS, NOTES], [NEWS, FORMS, NOTES])


def test_the_same_state_twice_differs_in_nothing() -> None:
    found = compared([NOTES, FORMS, NEWS], [NOTES, FORMS, NEWS])
    assert (found.added, found.removed, found.changed, found.taken, found.won, found.hidden) == ((), (), (), (), (), ())

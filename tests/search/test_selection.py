from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.profile import Overflow, Profile
from skillpack.model.selection import Chosen, Described, Greedy, Intent, IntentSource, Query
from skillpack.search.selection import select
from skillpack.search.vocabulary import vocabulary

HOST = Profile(
    "host", "Host", "", {}, {}, {}, (), "", "", 8000, 40, Overflow.DROP_LEAST_USED, ("when_to_use",), hides=True
)


def one(name: str, description: str, *lines: str) -> Described:
    return Described(name, description, intents=tuple(Intent(line, IntentSource.BODY) for line in lines))


MERGE = one("pdf-merge", "Merge several PDF files", "joining PDF files", "bind scanned pages", "merge several files")
FORMS = one("pdf-forms", "Fill in forms of scanned pages", "fill in a form")
NOTES = one("release-notes", "Write release notes")
SKILLS = [MERGE, FORMS, NOTES]


def chosen(skills, name, profile=None) -> Chosen:
    return next(each for each in select(skills, profile=profile).skills if each.name == name)


def test_each_skill_is_asked_its_own_lines() -> None:
    found = select(SKILLS)
    assert [each.name for each in found.skills] == ["pdf-forms", "pdf-merge", "release-notes"]
    assert [each.requests for each in found.skills] == [1, 3, 0]
    assert (found.listed, found.requests, found.labelled) == (3, 4, 0)
    assert (found.hit1, found.hit3, found.mrr) == (0.75, 0.75, 0.75)
    assert found.no_intent == ("release-notes",)


def test_a_lost_line_names_the_thief_and_the_words() -> None:
    found = chosen(SKILLS, "pdf-merge")
    (lost,) = found.lost
    assert (lost.text, lost.source, lost.rank, lost.thief) == ("bind scanned pages", IntentSource.BODY, 0, "pdf-forms")
    assert lost.decided == ("pages", "scanned")
    assert lost.lacking == ("bind", "pages", "scanned")
    assert not lost.partly
    assert found.taken_by == (("pdf-forms", 1),)
    assert chosen(SKILLS, "pdf-forms").takes_from == (("pdf-merge", 1),)
    assert (found.hit1, found.mrr) == (0.667, 0.667)


def test_the_words_that_lack_win_the_line_back() -> None:
    better = replace(MERGE, description="Merge several PDF files, bind scanned pages together")
    assert chosen([better, FORMS, NOTES], "pdf-merge").hit1 == 1.0


def test_a_line_does_not_win_by_standing_in_its_own_description() -> None:
    line = Intent("merge several PDF files", IntentSource.DESCRIPTION)
    twin = Described("pdf-join", "Sign a contract, merge several PDF files, archive mail", intents=(line,))
    other = one("pdf-merge", "Merge several PDF files and more")
    (lost,) = chosen([twin, other], "pdf-join").lost
    assert (lost.thief, lost.partly) == ("pdf-merge", True)
    told = replace(twin, intents=(replace(line, source=IntentSource.BODY),))
    assert chosen([told, replace(other, description="Merge files")], "pdf-join").hit1 == 1.0


def test_labelled_lines_are_told_apart() -> None:
    asked = replace(
        NOTES,
        intents=(
            Intent("write the release notes", IntentSource.LABELLED),
            Intent("release notes", IntentSource.LABELLED, wanted=False),
            Intent("cook dinner", IntentSource.LABELLED, wanted=False),
            Intent("notes of a dinner with several guests", IntentSource.LABELLED, wanted=False),
        ),
    )
    found = chosen([MERGE, asked], "release-notes")
    assert (found.requests, found.labelled, found.hit1) == (1, True, 1.0)
    assert found.unwanted == ("release notes",)
    assert select([MERGE, asked]).labelled == 1


def test_queries_count_instead_of_own_lines_for_the_skills_they_name() -> None:
    queries = [
        Query("put two PDF files together", ("pdf-merge", "pdf-forms")),
        Query("fill in forms", ("pdf-merge", "unknown")),
        Query("write the release notes", ()),
        Query("cook dinner", ()),
    ]
    found = select(SKILLS, queries=queries)
    by_name = {each.name: each for each in found.skills}
    assert (by_name["pdf-merge"].requests, by_name["pdf-merge"].labelled) == (2, True)
    assert by_name["pdf-merge"].hit1 == 0.5
    assert by_name["pdf-forms"].requests == 1
    assert [(stray.text, stray.name) for stray in found.strays] == [("write the release notes", "release-notes")]
    assert found.no_intent == ("release-notes",)


def test_a_query_for_a_skill_that_is_not_listed_is_lost() -> None:
    hidden = replace(NOTES, by_model=False)
    found = select([MERGE, hidden], profile=HOST, queries=[Query("write the release notes", ("release-notes",))])
    assert chosen([MERGE, hidden], "release-notes").requests == 0
    assert (found.skills[1].requests, found.skills[1].hit1) == (1, 0.0)


def test_descriptions_are_ranked_as_the_host_shows_them() -> None:
    late = one("mail", "Read what came in and sort it by sender first, then archive folders", "archive folders")
    other = one("folders", "Tidy the disk")
    assert chosen([late, other], "mail").hit1 == 1.0
    assert chosen([late, other], "mail", profile=HOST).hit1 == 0.0
    assert select([late, other], profile=HOST).host == "host"
    helped = replace(other, fields=(("when_to_use", "archive folders"),))
    assert chosen([late, helped], "mail").hit1 == 1.0
    assert chosen([replace(late, description="archive"), helped], "mail", profile=HOST).hit1 == 0.0


def test_what_is_never_shown_is_silent() -> None:
    hidden, empty = replace(NOTES, by_model=False), one("empty", "", "do something else")
    found = select([MERGE, hidden, empty], profile=HOST)
    assert found.silent == ("empty", "release-notes")
    assert found.listed == 2


def test_a_description_that_takes_from_many_is_greedy() -> None:
    skills = [one(f"s{n}", f"topic{n}", f"all files number{n}", f"each file of part{n}") for n in range(6)]
    broad = one("broad", "All files, every file, any file of all")
    assert select([*skills, broad]).greedy == (Greedy("broad", 12, 6, round(12 / 7, 3)),)
    assert select(skills).greedy == ()


def test_a_weak_skill_has_lost_something() -> None:
    assert not chosen(SKILLS, "release-notes").weak
    lost = one("mail", "Things", "archive folders", "sort letters")
    assert chosen([*SKILLS, lost], "mail").weak


def test_a_request_without_words_is_nobodys() -> None:
    found = select([one("empty", ""), MERGE], queries=[Query("the of and", ("empty",)), Query("of the", ())])
    assert (found.skills[0].requests, found.skills[0].hit1, found.strays) == (1, 0.0, ())


def test_of_nothing_nothing_is_said() -> None:
    found = select([])
    assert (found.requests, found.hit1, found.skills, found.neighbours) == (0, 0.0, (), ())


WORDS = ("pdf", "merge", "split", "forms", "release", "notes", "tests", "deploy", "mail", "sign")
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
SKILL = st.builds(
    lambda name, description, lines: one(name, description, *lines),
    st.sampled_from([f"{one}-{other}" for one in WORDS for other in WORDS]),
    TEXT,
    st.lists(TEXT, max_size=3, unique=True),
)
SETS = st.lists(SKILL, min_size=1, max_size=7, unique_by=lambda each: each.name)


@given(SETS, st.randoms())
def test_the_order_of_the_input_never_matters(skills, random) -> None:
    shuffled = list(skills)
    random.shuffle(shuffled)
    assert select(shuffled) == select(skills)


@given(SETS, SKILL)
def test_another_skill_never_improves_a_rank_while_weights_are_held(skills, added) -> None:
    if added.name in {each.name for each in skills}:
        return
    weights = vocabulary({each.name: each.description for each in [*skills, added]}).weights
    before, after = select(skills, weights=weights), select([*skills, added], weights=weights)
    later = {each.name: each for each in after.skills}
    for each in before.skills:
        now = later[each.name]
        assert now.hit1 <= each.hit1
        assert now.hit3 <= each.hit3
        assert now.mrr <= each.mrr
        ranks = {lost.text: lost.rank for lost in now.lost}
        for lost in each.lost:
            assert ranks[lost.text] >= lost.rank or lost.rank == 0


@given(SETS, TEXT)
def test_a_description_that_is_the_line_wins_it(skills, line) -> None:
    asking = one("zz", "something else entirely", line)
    equal = one("yy", line)
    others = [each for each in skills if each.description != line]
    found = chosen([*others, asking, equal], "zz")
    assert found.lost[0].thief == "yy"
    assert chosen([*others, replace(equal, intents=asking.intents)], "yy").hit1 == 1.0


@pytest.mark.parametrize("more", ["", " the of and"])
def test_results_are_plain_rounded_values(more) -> None:
    for each in select([replace(skill, description=skill.description + more) for skill in SKILLS]).skills:
        assert all(round(value, 3) == value for value in (each.hit1, each.hit3, each.mrr, each.score))

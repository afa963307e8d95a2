import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.asked import as_written, best, deciding, lacking, request, scored, share_of, standing
from skillpack.search.vocabulary import Vocabulary, vocabulary

TEXTS = {
    "pdf-forms": "Fill in PDF forms and extract their fields",
    "pdf-merge": "Merge several PDF files into one",
    "release-notes": "Write release notes from commits",
}
KNOWN = vocabulary(TEXTS)
FORMS, MERGE, NOTES = range(3)

WORDS = ("pdf", "merge", "split", "forms", "release", "notes", "tests", "deploy")
TEXT = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
SETS = st.dictionaries(st.sampled_from([f"{one}-{other}" for one in WORDS for other in WORDS]), TEXT, max_size=8)


def plainly(text: str, known: Vocabulary) -> dict[int, int]:
    """Return what each skill scores, added up the long way."""
    wanted = request(text).stems
    sums = {place: sum(own.get(stem, 0) for stem in wanted) for place, own in enumerate(known.own)}
    return {place: score for place, score in sums.items() if score}


def test_the_skill_that_is_meant_comes_first() -> None:
    assert standing(request("merging PDF files"), KNOWN, MERGE).rank == 1
    found = standing(request("merging PDF files"), KNOWN, FORMS)
    assert (found.rank, found.thief) == (2, MERGE)


def test_a_skill_without_any_word_has_no_rank() -> None:
    assert standing(request("merging PDF files"), KNOWN, NOTES).rank == 0
    nobody = standing(request("cook dinner"), KNOWN, NOTES)
    assert (nobody.rank, nobody.thief) == (0, None)


def test_skills_that_are_as_right_do_not_stand_before_it() -> None:
    assert standing(request("merging PDF files"), KNOWN, FORMS, beside=[MERGE]).rank == 1


def test_a_part_of_the_own_score_may_count() -> None:
    text = "PDF forms and files to merge"
    assert standing(request(text), KNOWN, MERGE).rank == 1
    assert standing(request(text), KNOWN, MERGE, share=3).rank == 2


def test_a_description_that_is_the_request_wins() -> None:
    known = vocabulary({"a": "merge files", "merge-files": "merge files merge files quickly"})
    assert standing(request("merge files"), known, 0).rank == 2
    assert standing(request("merge files"), known, 0, exact=[0]).rank == 1
    assert standing(request("merge files"), known, 1, exact=[0]).rank == 2


def test_ties_go_by_name() -> None:
    known = vocabulary({"aa": "merge files", "bb": "merge files"})
    assert standing(request("merge"), known, 0).rank == 1
    assert standing(request("merge"), known, 1).rank == 2
    assert best(request("merge"), known) == 0
    assert best(request("cook"), known) is None


def test_the_words_that_decide_are_told_as_written() -> None:
    asked = request("Merging the PDF forms")
    assert as_written(asked, deciding(asked, KNOWN, MERGE, FORMS))[0] == "merging"
    assert as_written(asked, lacking(asked, KNOWN, MERGE)) == ("forms",)


def test_where_both_say_the_same_the_shared_words_decide() -> None:
    known = vocabulary({"aa": "merge files", "bb": "merge files"})
    assert deciding(request("merge"), known, 0, 1) == ("merg",)


def test_the_share_of_a_request_that_a_description_has() -> None:
    assert share_of(request("merge several files"), KNOWN, MERGE) == 1.0
    assert 0 < share_of(request("merge dinner"), KNOWN, MERGE) < 0.5
    assert share_of(request(""), KNOWN, MERGE) == 0.0


@pytest.mark.parametrize("text", ["", "the of and", "word " * 100_000])
def test_any_request_is_bounded(text) -> None:
    assert len(request(text).stems) <= 32


@given(SETS, TEXT)
def test_whoever_comes_first_is_always_found(texts, text) -> None:
    known = vocabulary(texts)
    expected = plainly(text, known)
    first = min(expected, key=lambda place: (-expected[place], place), default=None)
    assert best(request(text), known) == first
    assert scored(request(text), known).get(first, 0) == expected.get(first, 0)


@given(SETS, TEXT)
def test_ranks_are_those_of_the_full_sums(texts, text) -> None:
    known = vocabulary(texts)
    expected = plainly(text, known)
    order = sorted(expected, key=lambda place: (-expected[place], place))
    for place in range(len(known.names)):
        rank = order.index(place) + 1 if place in expected else 0
        assert standing(request(text), known, place).rank == rank

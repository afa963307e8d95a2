import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.search import rank as ranking
from skillpack.search.lengths import COMMON, FINENESS
from skillpack.search.rank import (
    K1_OF_BODIES,
    B,
    corrections,
    gather,
    matched_terms,
    rank,
    rank_as_metis,
    within_one_edit,
)
from skillpack.search.terms import LONGEST_WORD, SHORTEST_STEM, weighted

SKILLS = {
    "pdf-forms": ("Fill in PDF forms and extract their fields.", "Open the document, then fill each field."),
    "pdf-merge": ("Merge several PDF files into one.", "Concatenate pages."),
    "code-review": ("Review a diff for bugs before merging it.", "Read the change, name each bug."),
    "release-notes": ("Write release notes from commits.", "Group commits by kind."),
    "debugging": ("Find the cause of a failing test.", "Reproduce, then bisect."),
}
POSTINGS = gather((name, weighted(name, about, (), (), body)) for name, (about, body) in SKILLS.items())
GOLDEN = json.loads(Path(__file__).with_name("ranking.json").read_text("utf-8"))
METIS = [(name, about) for name, (about, _) in SKILLS.items()]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("fill in a form", "pdf-forms"),
        ("merge pdfs", "pdf-merge"),
        ("reviewing changes", "code-review"),
        ("rel", "release-notes"),
        ("debug a failing test", "debugging"),
        ("relaese", "release-notes"),
        ("comits", "release-notes"),
        ("bisect", "debugging"),
        ("PDF merge", "pdf-merge"),
        ("codereview", "code-review"),
        ("conca", "pdf-merge"),
        ("concatenatio", "pdf-merge"),
    ],
)
def test_the_skill_that_is_meant_comes_first(query, first) -> None:
    assert rank(query, POSTINGS, limit=5)[0] == first


@pytest.mark.parametrize("row", GOLDEN["queries"], ids=lambda row: row["query"] or "nothing")
def test_ranking_is_the_same_everywhere(row) -> None:
    postings = gather(
        (one["name"], weighted(one["name"], one["description"], one["tags"], one["headings"], one["body"]))
        for one in GOLDEN["skills"]
    )
    assert list(rank(row["query"], postings, limit=5)) == row["names"]


def test_a_blank_query_gives_the_first_names() -> None:
    assert rank("  ", POSTINGS, limit=2) == ("code-review", "debugging")


def test_what_nobody_says_finds_nothing() -> None:
    assert rank("kubernetes", POSTINGS, limit=5) == ()
    assert rank("?!", POSTINGS, limit=5) == ()


def test_a_query_of_stop_words_is_taken_by_its_word() -> None:
    assert rank("it", POSTINGS, limit=5) == ()


def test_a_skill_that_is_called_like_the_query_comes_first() -> None:
    loud = gather((name, weighted(name, about, (), (), "")) for name, about in {
        "test": "", "test-test": "Test a test.", "use-test": "Test tests.", "tests": "Testing tests, test by test."
    }.items())  # fmt: skip
    for name in ("test", "test-test", "use-test", "tests"):
        assert rank(name, loud, limit=4)[0] == name
        assert rank(name.upper().replace("-", " "), loud, limit=4)[0] == name


def test_the_terms_that_a_query_may_mean() -> None:
    assert {"pdf", "form"} <= matched_terms("PDF forms", POSTINGS)
    assert matched_terms("the", POSTINGS) == frozenset()
    assert matched_terms("zebra", POSTINGS) == matched_terms("", POSTINGS) == frozenset()


def test_ties_go_by_name() -> None:
    postings = gather([("b", (("x", 2),)), ("a", (("x", 2),))])
    assert rank("x1 x", gather([]), limit=5) == ()
    assert rank("xx", postings, limit=5) == ()
    assert rank("x", gather([("b", (("xy", 2),)), ("a", (("xy", 2),))]), limit=5) == ()
    assert rank("xy", gather([("b", (("xy", 2),)), ("a", (("xy", 2),))]), limit=5) == ("a", "b")


def test_a_long_query_takes_no_time() -> None:
    assert rank("merge " + "word " * 100_000, POSTINGS, limit=1) == ("pdf-merge",)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("abc", "abc", False), ("abc", "abd", True), ("abc", "ab", True), ("abc", "bc", True), ("abc", "acb", True),
        ("abc", "abxc", True), ("abc", "xabcx", False), ("abcd", "badc", False), ("", "a", True), ("a", "b", True),
        ("ab", "ba", True), ("abc", "cba", False),
    ],
)  # fmt: skip
def test_one_edit(one, other, apart) -> None:
    assert within_one_edit(one, other) is apart
    assert within_one_edit(other, one) is apart


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_any_query_gives_names_each_once(query, limit) -> None:
    found = rank(query, POSTINGS, limit=limit)
    assert len(set(found)) == len(found) <= limit
    assert set(found) <= set(SKILLS)


# requirements section 1, search


@pytest.mark.demand("M35", "M48.19")
def test_metis_finds_the_whole_query_in_name_or_description() -> None:
    assert rank_as_metis(" PDF ", METIS, limit=10) == ("pdf-forms", "pdf-merge")
    assert rank_as_metis("fill in", METIS, limit=10) == ("pdf-forms",)
    assert rank_as_metis("forms pdf", METIS, limit=10) == ()


@pytest.mark.demand("M35", "M48.20")
def test_metis_ranks_a_name_above_a_description() -> None:
    entries = [("a", "about merge"), ("merge", "x"), ("z-merge", "merge"), ("b", "merge")]
    assert rank_as_metis("merge", entries, limit=10) == ("z-merge", "merge", "a", "b")


@pytest.mark.demand("M35", "M48.21")
def test_metis_gives_the_first_names_for_an_empty_query() -> None:
    assert rank_as_metis("", METIS, limit=2) == ("code-review", "debugging")


@pytest.mark.demand("M35", "M48.22")
def test_metis_respects_the_limit() -> None:
    assert rank_as_metis("pdf", METIS, limit=1) == ("pdf-forms",)


@pytest.mark.parametrize(
    ("query", "taken"),
    [
        ("relaese notes", {"relaese": ("releas",)}),
        ("review comits", {"comits": ("commit",)}),
        ("merge pdfs", {}),
        ("conca", {}),  # the beginning of a word is no slip
        ("zebra", {}),
        ("", {}),
    ],
)
def test_words_that_no_skill_says_are_told_with_what_they_are_taken_for(query, taken) -> None:
    assert corrections(query, POSTINGS) == taken


SAID = {"a-guess": "Gravel. Turban.", "b-right": "Theme. Other."}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("theme grawel", "b-right"),  # one edit
        ("theme grawel turben", "b-right"),
        ("theme gravelfo", "b-right"),  # an ending behind a known word
        ("theme gravelfo turbanfo", "b-right"),
        ("theme grav", "b-right"),  # the beginning of a longer word
        ("theme grav turb", "a-guess"),
    ],
)
def test_a_word_as_it_was_typed_counts_more_than_what_it_may_stand_for(query, first) -> None:
    postings = gather((name, weighted(name, about, (), (), "")) for name, about in SAID.items())
    assert rank(query, postings, limit=2)[0] == first


def test_a_word_that_is_known_stands_for_longer_ones_far_less() -> None:
    said = {"a-longer": "Database. Datum. Databank.", "b-right": "Data. And more. Words here, plain.", "c": "Other."}
    postings = gather((name, weighted(name, about, (), (), "")) for name, about in said.items())
    assert rank("data", postings, limit=3) == ("b-right", "a-longer")


def test_a_browser_ranks_by_the_same_numbers() -> None:
    script = (Path(__file__).parents[2] / "templates/assets/search.js").read_text("utf-8")
    numbers = {name: float(value) for name, value in re.findall(r"\b([A-Z][A-Z0-9_]*) = ([0-9.e]+)[,;]", script)}
    ours = {"K1": K1_OF_BODIES, "B": B, "LONGEST_WORD": LONGEST_WORD, "SHORTEST_STEM": SHORTEST_STEM}
    ours |= {"FINENESS": FINENESS, "COMMON": COMMON}
    ours |= {name[1:]: value for name, value in vars(ranking).items() if name[1:] in numbers}
    assert {"FINE", "PREFIX", "BESIDE", "ONE_EDIT", "BEGUN", "KEPT", "MOST_TERMS", "MOST_WORDS"} <= ours.keys()
    assert numbers == ours

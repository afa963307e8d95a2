import re
from collections import Counter
from time import perf_counter
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.terms import MOST_IN_BODY, stem, stems, terms, words


@pytest.mark.parametrize(
    "together",
    [
        ("test", "tests", "tested", "testing"),
        ("create", "creates", "created", "creating", "creation"),
        ("migration", "migrations", "migrate", "migrating"),
        ("query", "queries"),
        ("process", "processes", "processing"),
        ("plan", "plans", "planned", "planning"),
        ("database", "databases"),
        ("debugger", "debugging", "debug"),
        ("class", "classes"),
        ("deploy", "deploys", "deployed", "deploying"),
    ],
)
def test_forms_of_a_word_meet(together) -> None:
    assert len({stem(word) for word in together}) == 1


@pytest.mark.parametrize("word", ["pdf", "aws", "css", "s3", "python3", "технология", "技能", "red", "is"])
def test_short_and_foreign_words_stay_whole(word) -> None:
    assert stem(word) == word


def test_name_counts_six_times_description_and_tags_twice_body_once() -> None:
    found = dict(terms("pdf-forms", "Fill a pdf", ("pdf",), "pdf pdf fill"))
    assert found == {"pdf": 6 + 2 + 2 + 2, "form": 6, "fill": 2 + 1}


def test_a_body_that_repeats_a_word_gains_no_more() -> None:
    assert dict(terms("x", "", (), "spam " * 1000))["spam"] == MOST_IN_BODY


def test_stop_words_and_single_letters_are_left_out() -> None:
    assert list(stems("Use this when you are in a b c")) == []


def test_words_of_other_scripts_count() -> None:
    assert list(words("技 能 é x")) == ["技", "能", "é"]


def test_terms_come_sorted() -> None:
    assert terms("b", "alpha zeta", (), "") == (("alpha", 2), ("zeta", 2))


def test_a_body_without_blanks_takes_no_time() -> None:
    start = perf_counter()
    terms("x", "", (), "a" * 1_000_000)
    assert perf_counter() - start < 2


@given(st.text(), st.text())
def test_a_stem_is_never_empty(name, body) -> None:
    assert all(found and weight > 0 for found, weight in terms(name, "", (), body))


PIECES = ["it", "Naïve", "…", "ﬁne", "\u0301", "=\u0338", "_", "\u3000", "İ"]
TEXTS = st.lists(st.one_of(st.text(max_size=8), st.sampled_from(PIECES)), max_size=12).map("".join)


@given(TEXTS)
def test_words_are_the_runs_of_letters_and_digits_of_the_whole_text(text) -> None:
    runs = re.findall(r"[^\W_]+", normalize("NFKC", text).casefold())
    assert list(words(text)) == [run[:40] for run in runs if 1 < len(run) <= 40 or not run.isascii()]


@given(TEXTS)
def test_a_body_gives_the_stems_of_its_words(text) -> None:
    counted = Counter(stems(text))
    assert dict(terms("", "", (), text)) == {found: min(count, MOST_IN_BODY) for found, count in counted.items()}

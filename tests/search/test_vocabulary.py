from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.bm25 import K1, rarity, saturated
from skillpack.search.vocabulary import UNIT, vocabulary

TEXTS = {"pdf-merge": "Merge PDF files", "pdf-split": "Split PDF files", "mail": "Read mail"}


def test_rare_words_weigh_more() -> None:
    weights = vocabulary(TEXTS).weights
    assert weights.of("mail") > weights.of("pdf") > 0
    assert weights.of("nowhere") == weights.unknown > weights.of("mail")


def test_a_word_of_the_name_counts_most() -> None:
    known = vocabulary(TEXTS)
    place = known.names.index("pdf-merge")
    assert known.own[place]["merg"] > known.own[place]["fil"]
    assert known.most["merg"] == known.own[place]["merg"]
    assert dict(known.postings["merg"]) == {place: known.own[place]["merg"]}


def test_scores_are_whole_numbers() -> None:
    assert all(isinstance(count, int) for own in vocabulary(TEXTS).own for count in own.values())


def test_weights_that_are_held_fixed_give_the_same_numbers_among_others() -> None:
    known = vocabulary(TEXTS)
    fewer = vocabulary({"mail": TEXTS["mail"]}, known.weights)
    assert fewer.own[0] == known.own[known.names.index("mail")]


def test_of_nothing_there_is_no_vocabulary() -> None:
    known = vocabulary({})
    assert (known.names, known.own, dict(known.postings), known.weights.average) == ([], [], {}, 1.0)


@given(st.integers(1, 1000), st.integers(1, 1000))
def test_rarity_falls_and_stays_above_zero(having, more) -> None:
    total = having + more
    assert rarity(having, total) > rarity(total, total) > 0


@given(st.integers(1, 1000), st.integers(1, 1000), st.integers(1, 1000))
def test_a_repeated_word_gains_ever_less(weight, length, average) -> None:
    once, twice = saturated(weight, length, average), saturated(2 * weight, length, average)
    assert 0 < once < twice < min(2 * once, K1 + 1) + 1 / UNIT
    assert saturated(weight, length, average) > saturated(weight, length + 1, average)

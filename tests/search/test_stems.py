import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.stems import stem


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
        ("optimize", "optimizes", "optimizing", "optimizer", "optimization", "optimizations"),
        ("optimize", "optimise", "optimises", "optimising", "optimised", "optimiser", "optimisation", "optimisations"),
        ("analyze", "analyse", "analyses", "analysis", "analysing", "analyzer", "analyser"),
        ("enterprise", "enterprises"),
        ("size", "sizes", "sized", "sizing"),
    ],
)
def test_forms_and_spellings_of_a_word_meet(together) -> None:
    assert len({stem(word) for word in together}) == 1


@pytest.mark.parametrize(
    "apart",
    [
        ("organize", "organ"), ("size", "side"), ("noise", "nose"), ("wise", "wiz"), ("basis", "base"),
        ("testament", "test"),
    ],
)  # fmt: skip
def test_other_words_stay_apart(apart) -> None:
    assert len({stem(word) for word in apart}) == len(apart)


@pytest.mark.parametrize("word", ["pdf", "aws", "css", "s3", "python3", "технология", "技能", "red", "is"])
def test_short_and_foreign_words_stay_whole(word) -> None:
    assert stem(word) == word


@given(st.from_regex(r"[a-z]{1,20}", fullmatch=True))
def test_a_stem_keeps_the_first_three_letters(word) -> None:
    assert stem(word)[:3] == word[:3]

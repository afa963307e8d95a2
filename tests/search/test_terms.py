import re
from collections import Counter
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.terms import MOST_IN_BODY, counted, found_in, stem, stems, terms, weighted, words


def test_name_counts_eight_times_description_and_tags_four_times() -> None:
    found = dict(terms("pdf-forms", "Fill a pdf", ("pdf",)))
    assert found == {"pdf": 8 + 4 + 4, "form": 8, "fill": 4}


def test_stop_words_and_single_letters_are_left_out() -> None:
    assert list(stems("Use this when you are in a b c")) == []
    assert list(stems("Why doesn't it? Somebody's still here, please")) == []


@pytest.mark.parametrize("word", ["go", "next", "make-file", "new", "done", "mean", "mine"])
def test_words_that_name_something_are_none_of_them(word) -> None:
    assert list(stems(word))


def test_words_of_other_scripts_count() -> None:
    assert list(words("技 能 ж x")) == ["技", "能", "ж"]


def test_marks_of_letters_are_no_other_letters() -> None:
    assert list(words("Résumé ΆΛΦΑ Ёлка naïve")) == ["resume", "αλφα", "елка", "naive"]
    assert list(words("がくせい हिन्दी")) == ["がくせい", *re.findall(r"[^\W_]+", "हिन्दी")]


def test_terms_come_sorted() -> None:
    assert terms("b", "zeta alpha", ()) == (("alpha", 4), ("zeta", 4))


def test_a_body_without_blanks_comes_to_an_end() -> None:
    assert sum(counted("a" * 1_000_000).values()) <= 1


@given(st.text(), st.text())
def test_a_stem_is_never_empty(name, body) -> None:
    assert all(found and weight > 0 for found, weight in (*terms(name, body, ()), *counted(body).items()))


PIECES = ["it", "Naïve", "…", "ﬁne", "\u0301", "=\u0338", "_", "\u3000", "İ"]
TEXTS = st.lists(st.one_of(st.text(max_size=8), st.sampled_from(PIECES)), max_size=12).map("".join)


@given(TEXTS)
def test_words_are_the_runs_of_letters_and_digits_of_the_whole_text(text) -> None:
    plain = "".join(
        mark for mark in normalize("NFD", normalize("NFKC", text).casefold()) if not 0x300 <= ord(mark) < 0x370
    )
    runs = re.findall(r"[^\W_]+", normalize("NFC", plain))
    assert list(words(text)) == [run[:40] for run in runs if 1 < len(run) <= 40 or not run.isascii()]


@given(TEXTS)
def test_a_body_gives_the_stems_of_its_words(text) -> None:
    assert counted(text) == Counter(stems(text))


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


def test_name_counts_eight_times_description_and_tags_four_times_body_once() -> None:
    found = dict(weighted("pdf-forms", "Fill a pdf", ("pdf",), (), "pdf pdf fill zebra"))
    assert found == {"pdf": 8 + 4 + 4 + 2, "form": 8, "fill": 4 + 1, "zebra": 1, "pdfform": 4}


def test_a_body_that_repeats_a_word_gains_no_more() -> None:
    assert dict(weighted("x", "", (), (), "spam " * 1000))["spam"] == MOST_IN_BODY


def test_a_heading_counts_beside_the_body_it_stands_in() -> None:
    assert dict(weighted("x", "", (), ("Spam", "More spam"), "# Spam\n## More spam"))["spam"] == 2 + 2


def test_no_word_stands_for_another() -> None:
    assert dict(weighted("k8s", "Opens a pull request", (), (), "")) == {"k8s": 8, "open": 4, "pull": 4, "request": 4}


def test_a_name_is_also_found_as_one_word() -> None:
    assert dict(weighted("on-call-reviews", "", (), (), "")).items() >= {"oncall": 4, "callreview": 4}.items()


def test_weighted_terms_come_sorted() -> None:
    found = weighted("b-zeta", "db zeta alpha", (), ("omega",), "beta")
    assert list(found) == sorted(found)


@given(st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_each_term_is_something_and_weighs_something(name, body, headings) -> None:
    assert all(found and weight > 0 for found, weight in weighted(name, body, headings, headings, body))


def test_it_is_told_which_parts_have_a_word(skill) -> None:
    one = skill("Deploys to Kubernetes", "# Fields\n\nzebra", name="pdf-forms")
    for word, parts in {
        "pdf": ("name",),
        "pdfform": ("name",),
        "kubernet": ("description",),
        "k8s": (),
        "field": ("headings", "body"),
        "zebra": ("body",),
        "quux": (),
    }.items():
        assert found_in(one, frozenset([word])) == parts

from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.indexed import MOST_IN_BODY, found_in, weighted


def test_name_counts_eight_times_description_and_tags_four_times_body_once() -> None:
    found = dict(weighted("pdf-forms", "Fill a pdf", ("pdf",), (), "pdf pdf fill zebra"))
    assert found == {"pdf": 8 + 4 + 4 + 2, "form": 8, "fill": 4 + 1, "zebra": 1, "pdfform": 4}


def test_a_body_that_repeats_a_word_gains_no_more() -> None:
    assert dict(weighted("x", "", (), (), "spam " * 1000))["spam"] == MOST_IN_BODY


def test_a_heading_counts_beside_the_body_it_stands_in() -> None:
    assert dict(weighted("x", "", (), ("Spam", "More spam"), "# Spam\n## More spam"))["spam"] == 2 + 2


def test_other_words_for_the_same_count_half() -> None:
    found = dict(weighted("k8s", "Opens a pull request", (), (), ""))
    assert (found["k8s"], found["kubernet"], found["kub"]) == (8, 4, 4)
    assert (found["pull"], found["request"], found["pr"], found["mr"]) == (4, 4, 2, 2)


def test_a_word_that_stands_there_counts_by_itself_where_that_is_more() -> None:
    found = dict(weighted("kubernetes-k8s", "", (), (), ""))
    assert (found["k8s"], found["kubernet"]) == (8, 8)


def test_bodies_bring_no_other_words() -> None:
    assert dict(weighted("x", "", (), (), "kubernetes")) == {"kubernet": 1}


def test_a_name_is_also_found_as_one_word() -> None:
    assert dict(weighted("on-call-reviews", "", (), (), "")).items() >= {"oncall": 4, "callreview": 4}.items()


def test_terms_come_sorted() -> None:
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
        "k8s": ("description",),
        "field": ("headings", "body"),
        "zebra": ("body",),
        "quux": (),
    }.items():
        assert found_in(one, frozenset([word])) == parts

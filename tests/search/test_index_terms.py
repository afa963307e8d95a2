from hypothesis import given
from hypothesis import strategies as st

from skillpack.search.index_terms import MOST_IN_BODY, found_in, weighted


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
        "kubernet": ("description",),
        "k8s": (),
        "field": ("headings", "body"),
        "zebra": ("body",),
        "quux": (),
    }.items():
        assert found_in(one, frozenset([word])) == parts

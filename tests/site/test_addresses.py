from hypothesis import given
from hypothesis import strategies as st

from skillpack.catalog.paths import relative
from skillpack.site.addresses import href, quoted, unquoted


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_unquoting_undoes_quoting(text) -> None:
    assert unquoted(quoted(text)) == text
    assert quoted(text).isascii()


@given(*[st.lists(st.sampled_from(["a", "b", "a b", "index.html"]), min_size=1, max_size=5).map("/".join)] * 2)
def test_a_way_is_the_shortest_one(here, there) -> None:
    assert href(here, there) == quoted(relative(here, there))


def test_no_path_reads_as_a_scheme_a_query_or_a_fragment() -> None:
    assert quoted("javascript:x?y#z%41") == "javascript%3Ax%3Fy%23z%2541"


def test_addresses_are_relative_and_escaped() -> None:
    assert href("skills/a/index.html", "skills/b#1/index.html") == "../b%231/index.html"

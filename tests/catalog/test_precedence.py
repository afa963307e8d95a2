from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from skillpack.catalog.precedence import contender_order, name_key, resolve_names
from skillpack.model.tree import Form, Origin, Trust


def origin(rank: int, path: str, form: Form = Form.FOLDER) -> Origin:
    return Origin(f"source{rank}", rank, path, path.split(".", maxsplit=1)[0], form, Trust.LOCAL)


def won(*claims: tuple[str, Origin]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(winner[0], winner[1].path, tuple(path.path for _, path in losers)) for winner, *losers in resolved(claims)]


def resolved(claims: Iterable[tuple[str, Origin]]) -> list[tuple[tuple[str, Origin], ...]]:
    return resolve_names(claims, lambda claim: claim[0], lambda claim: claim[1])


def test_the_first_source_wins() -> None:
    low, high = origin(1, "b"), origin(0, "a")
    assert won(("pdf", low), ("pdf", high)) == [("pdf", "a", ("b",))]


def test_within_a_source_a_folder_wins_then_markdown_then_yaml() -> None:
    claims = [
        ("pdf", origin(0, "pdf.yml", Form.YAML)),
        ("pdf", origin(0, "pdf.yaml", Form.YAML)),
        ("pdf", origin(0, "pdf.md", Form.MARKDOWN)),
        ("pdf", origin(0, "zoo")),
    ]
    assert won(*claims) == [("pdf", "zoo", ("pdf.md", "pdf.yaml", "pdf.yml"))]


def test_the_form_counts_before_the_alphabet() -> None:
    claims = [
        ("pdf", origin(0, "c.yml", Form.YAML)),
        ("pdf", origin(0, "d.yaml", Form.YAML)),
        ("pdf", origin(0, "e.md", Form.MARKDOWN)),
        ("pdf", origin(0, "f")),
    ]
    assert won(*claims) == [("pdf", "f", ("e.md", "d.yaml", "c.yml"))]


def test_within_a_source_the_folder_that_has_the_name_wins() -> None:
    assert won(("pdf", origin(0, "a")), ("pdf", origin(0, "pdf")), ("pdf", origin(0, "b"))) == [
        ("pdf", "pdf", ("a", "b"))
    ]
    assert won(("pdf", origin(0, "a")), ("pdf", origin(0, "PDF")))[0][1] == "PDF"


def test_form_and_rank_come_before_the_folders_name() -> None:
    assert won(("pdf", origin(0, "a")), ("pdf", origin(0, "pdf.md", Form.MARKDOWN)))[0][1] == "a"
    assert won(("pdf", origin(0, "a")), ("pdf", origin(1, "pdf")))[0][1] == "a"


def test_rank_comes_before_form() -> None:
    assert won(("pdf", origin(1, "pdf")), ("pdf", origin(0, "pdf.yml", Form.YAML)))[0][1] == "pdf.yml"


def test_names_that_differ_in_case_are_one_name() -> None:
    assert won(("PDF", origin(1, "PDF")), ("pdf", origin(0, "pdf"))) == [("pdf", "pdf", ("PDF",))]
    assert won(("straße", origin(0, "a")), ("STRASSE", origin(1, "b"))) == [("straße", "a", ("b",))]


def test_other_names_are_left_alone() -> None:
    assert won(("b", origin(0, "b")), ("a", origin(0, "a"))) == [("a", "a", ()), ("b", "b", ())]


CLAIMS = st.lists(
    st.tuples(
        st.sampled_from(["a", "A", "b", "ﬁ", "fi"]),
        st.builds(
            origin,
            st.integers(0, 3),
            st.sampled_from(["x", "y", "x.md", "x.yaml", "x.yml"]),
            st.sampled_from(Form),
        ),
    )
)


@given(CLAIMS, st.randoms())
def test_nothing_is_lost_and_the_order_of_claims_does_not_matter(claims, random) -> None:
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert won(*claims) == won(*shuffled)
    assert sum(1 + len(losers) for _, _, losers in won(*claims)) == len(claims)


@given(CLAIMS)
def test_claims_in_claim_order_have_the_winner_first(claims) -> None:
    ordered = sorted(claims, key=lambda claim: contender_order(*claim))
    seen: dict[str, Origin] = {}
    for name, place in ordered:
        seen.setdefault(name_key(name), place)
    assert {name_key(winner[0]): winner[1] for winner, *_ in resolved(claims)} == seen

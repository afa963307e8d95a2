from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.catalog.roles import ROLES, balance, balance_line, declared_role, role_of, trit

# requirements 3b, observed of boxxy
VECTORS = {
    "pdf": 0, "code-review": 0, "xlsx": 0, "beta": 0, "gamma": 0, "test": 0, "hello": 1, "a": 1, "b": 1,
    "pdf-processing": 2, "skill": 2, "data-analysis": 2, "alpha": 2, "c": 2,
}  # fmt: skip
BY_TRIT = {0: "pdf", 1: "hello", 2: "skill"}


@pytest.mark.demand("B16", "B19")
@pytest.mark.parametrize(("name", "expected"), VECTORS.items())
def test_trit_of_a_name(name, expected) -> None:
    assert trit(name) == expected


@pytest.mark.demand("B16")
@pytest.mark.parametrize(
    ("name", "label", "colours"),
    [
        ("pdf", "Coordinator (0)", ("#F59E0B", "#D97706", "#92400E")),
        ("hello", "Generator (+1)", ("#A855F7", "#7C3AED", "#581C87")),
        ("skill", "Verifier (-1)", ("#2E5FA3", "#1D4ED8", "#1E3A5F")),
    ],
)
def test_role_and_colours_of_a_name(name, label, colours) -> None:
    role = role_of(name)
    assert (role.label, (role.colour, role.accent, role.code)) == (label, colours)


@pytest.mark.demand("B16", "B19")
def test_nine_of_the_triples_are_balanced() -> None:
    triples = [[BY_TRIT[element] for element in triple] for triple in product(range(3), repeat=3)]
    assert sum(balance(names).even for names in triples) == 9


@pytest.mark.demand("B16")
@pytest.mark.parametrize(
    ("names", "line"),
    [
        (["pdf", "hello", "skill"], "✓ ∑ trits ≡ 0 (mod 3) — balanced"),
        (["pdf"], "✗ needs Coordinator to balance"),
        (["hello"], "✗ needs Verifier to balance"),
        (["pdf", "pdf", "pdf", "pdf"], "✗ needs Coordinator to balance"),
        ([], "✓ ∑ trits ≡ 0 (mod 3) — balanced"),
        (["skill", "skill", "pdf"], "✗ needs Verifier to balance"),
    ],
)
def test_summary_says_what_is_missing(names, line) -> None:
    assert balance_line(balance(names)) == line


@given(st.lists(st.text(), max_size=20))
def test_the_role_that_a_set_needs_balances_it(names) -> None:
    measured = balance(names)
    assert balance([*names, BY_TRIT[measured.needs.trit]]).even


@pytest.mark.parametrize(
    ("text", "role"), [("generator", ROLES[1]), (" Verifier ", ROLES[2]), ("boss", None), ("", None)]
)
def test_a_declared_role_is_one_of_the_three(text, role) -> None:
    assert declared_role(text) == role

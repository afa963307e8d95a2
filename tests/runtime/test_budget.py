"""What one conversation may load, at the edge of each limit."""

import pytest

from skillpack.runtime.budget import UNLIMITED, Budgets, refusal


@pytest.mark.demand("M41")
def test_as_many_skills_as_the_limit_may_be_loaded_and_no_more() -> None:
    budgets = Budgets(activations=2)
    assert refusal(budgets, "c", 1, loaded=["b"], spent=0) == ""
    assert refusal(budgets, "c", 1, loaded=["b", "a"], spent=0) == (
        "activation budget exhausted: 2 skills already activated this session (limit 2). Already loaded: ['b', 'a']. "
        "To free budget, start a fresh session or summarize and discard previously loaded skill bodies."
    )
    assert refusal(Budgets(activations=0), "c", 1, loaded=[], spent=0).endswith("skill bodies.")


@pytest.mark.demand("M41")
def test_as_many_tokens_as_the_cap_may_be_loaded_and_no_more() -> None:
    budgets = Budgets(most_tokens=100)
    assert refusal(budgets, "c", 40, loaded=["a"], spent=60) == ""
    assert refusal(budgets, "c", 41, loaded=["a"], spent=60) == (
        "activation token cap exhausted: loading 'c' would bring cumulative activation tokens to 101 (cap 100). "
        "Already loaded: ['a']."
    )


@pytest.mark.demand("M41")
def test_a_limit_that_is_switched_off_refuses_nothing() -> None:
    assert refusal(UNLIMITED, "c", 10**9, loaded=["a"] * 99, spent=10**9) == ""
    assert refusal(Budgets(activations=None), "c", 1, loaded=["a"] * 99, spent=0) == ""
    assert refusal(Budgets(most_tokens=None), "c", 10**9, loaded=[], spent=0) == ""


@pytest.mark.demand("M41")
def test_a_session_has_the_limits_of_metis() -> None:
    assert Budgets() == Budgets(activations=3, warn_tokens=10_000, most_tokens=30_000, index_characters=None)

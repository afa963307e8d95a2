import pytest

from skillpack.abilities.javascript.signs import can_flow
from skillpack.abilities.javascript.tables import DECODERS, EVALUATES, FETCHES, FILES, NETWORK, PRIVATE_CALLS, RUNS

REACHES = sorted(NETWORK | FETCHES)


@pytest.mark.parametrize("name", sorted(FILES | RUNS))
def test_what_reads_files_or_starts_programs_can_by_itself(name: str) -> None:
    assert can_flow(f"import x from '{name.partition('.')[0]}'")


@pytest.mark.parametrize("name", sorted(PRIVATE_CALLS))
def test_what_is_private_can_where_something_sends(name: str) -> None:
    assert all(can_flow(f"import x from '{name.partition('.')[0]}'; import y from '{other}'") for other in REACHES)


@pytest.mark.parametrize("name", [*DECODERS, *REACHES, "a.join", "a.reverse"])
def test_what_is_decoded_or_fetched_can_where_something_evaluates(name: str) -> None:
    evaluates = [*sorted(EVALUATES), "Function", "setTimeout", "window"]
    assert all(can_flow(f'"{name}"; {other}(x)') for other in evaluates)


@pytest.mark.parametrize("text", ["require(a)", "await import('ax' + 'ios')", 'globalThis["ev" + "al"]', "window?.[a]"])
def test_a_name_that_is_put_together_can(text: str) -> None:
    assert can_flow(text)


@pytest.mark.parametrize("text", ["import React from 'react'; require('path')", "fetch(u).then(r => r.json())", "a+b"])
def test_other_scripts_cannot(text: str) -> None:
    assert not can_flow(text)

"""What Claude Code shows, as it was measured with 2.1.328 and 2.1.330 on what it sends to its model."""

from pathlib import Path

import pytest

from skillpack import resources
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inspection.lookup import read_selection_inputs
from skillpack.cli.options.profiles import with_budgets
from skillpack.model.limits import Limits
from skillpack.model.selection import HostVisibility, SelectionInput
from skillpack.search.visibility import shown

SITE = Path(__file__).parents[3] / "site"
VARIABLE = "SLASH_COMMAND_TOOL_CHAR_BUDGET"
SMALL = {VARIABLE: "8000"}


def seen(skills: list[SelectionInput], env: dict[str, str]) -> HostVisibility:
    (host,) = with_budgets([resources.profiles()["claude-code"]], env)
    return shown(skills, host)


def many() -> list[SelectionInput]:
    """Return skills of the number and the size of a well-known repository: 181, with 46,000 characters."""
    return [
        SelectionInput(f"a-skill-whose-name-is-{number:03}", "x" * (56 + 10 * (number % 41))) for number in range(181)
    ]


def test_a_share_of_the_default_window_without_what_its_own_skills_take() -> None:
    view = seen(many(), {})
    assert (view.budget, view.at_default_window) == (24_000, True)
    assert view.who == "Claude Code with its default context window"


def test_the_variable_sets_the_budget() -> None:
    view = seen(many(), SMALL)
    assert (view.budget, view.at_default_window, view.who) == (2_000, False, "Claude Code")


@pytest.mark.parametrize("value", ["", "0", "many", "-1", "8e3", "\u0663"])
def test_a_value_that_is_no_number_counts_as_unset(value: str) -> None:
    assert seen(many(), {VARIABLE: value}).budget == 24_000


def test_no_room_is_left_where_its_own_skills_take_all() -> None:
    assert seen(many(), {VARIABLE: "100"}).most == 0


def test_few_skills_are_all_described_by_default_and_six_of_ten_with_8000() -> None:
    skills = list(read_selection_inputs([locate(SITE)], Limits()))
    assert len(skills) == 10
    assert seen(skills, {}).fewest == 10
    view = seen(skills, SMALL)
    assert view.fewest <= 6 <= view.most < 10


def test_many_are_described_in_part_by_default_and_none_with_8000() -> None:
    view = seen(many(), {})
    assert view.fewest < view.even < view.most < 181
    assert view.even == pytest.approx(74, abs=4)
    assert seen(many(), SMALL).most == 0

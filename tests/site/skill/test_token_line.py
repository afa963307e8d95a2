"""What versions cost, as a line."""

import re

from skillpack.site.skill.token_line import token_line


def test_goes_up_by_steps_from_the_oldest() -> None:
    svg = token_line([100, 200, 150])
    assert re.search(r'd="M6 38H120V6H234V22"', svg)
    assert svg.count("<circle") == 3


def test_of_equal_costs_is_flat() -> None:
    assert 'd="M6 6H234V6"' in token_line([100, 100])


def test_needs_two_that_were_counted() -> None:
    assert token_line([]) == token_line([100]) == token_line([0, 100, 0]) == ""

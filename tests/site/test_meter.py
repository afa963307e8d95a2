"""What versions cost, as a line."""

import re

from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.entry import Tokens
from skillpack.site.meter import ADVISED, meter, ruler, token_line

COUNT = st.integers(0, 10**6)


def _widths(svg: str) -> list[float]:
    return [float(width) for width in re.findall(r'width="([^"]+)" height', svg)]


def test_a_row_shows_what_using_the_skill_costs() -> None:
    assert _widths(meter(Tokens(250, 2500, 4000))) == [5.0, 50.0]


def test_a_level_without_tokens_has_no_bar() -> None:
    assert len(_widths(meter(Tokens(40, 0, 100)))) == 1


def test_a_skill_that_costs_more_than_is_advised_stands_out() -> None:
    assert 'class="past"' in meter(Tokens(40, ADVISED, 0))
    assert 'class="past"' not in meter(Tokens(40, ADVISED - 40, 0))


def test_the_ruler_shows_the_levels_on_its_scale() -> None:
    drawn = ruler(Tokens(60, 4027, 8009))
    assert drawn.marks == (0, 2500, 5000, 7500, 10_000, 12_500)
    assert [round(width) for width in _widths(drawn.bar)] == [5, 322, 641]
    assert 'class="limit" d="M400 0' in drawn.bar


def test_the_ruler_of_a_small_skill_reaches_what_is_advised() -> None:
    assert ruler(Tokens(10, 100, 0)).marks == (0, 1000, 2000, 3000, 4000, 5000)


@given(COUNT, COUNT, COUNT)
def test_a_scale_has_few_marks_and_holds_everything(always, opened, on_demand) -> None:
    marks = ruler(Tokens(always, opened, on_demand)).marks
    assert 3 <= len(marks) <= 8
    assert always + opened + on_demand <= marks[-1]


@given(COUNT, COUNT, COUNT)
def test_bars_stay_inside(always, opened, on_demand) -> None:
    tokens = Tokens(always, opened, on_demand)
    for svg, end in ((meter(tokens), 100.1), (ruler(tokens).bar, 1000.1)):
        for x, width in re.findall(r'x="([^"]+)" width="([^"]+)"', svg):
            assert float(x) >= 0
            assert float(x) + float(width) <= end


def test_goes_up_by_steps_from_the_oldest() -> None:
    svg = token_line([100, 200, 150])
    assert re.search(r'd="M6 38H120V6H234V22"', svg)
    assert svg.count("<circle") == 3


def test_of_equal_costs_is_flat() -> None:
    assert 'd="M6 6H234V6"' in token_line([100, 100])


def test_needs_two_that_were_counted() -> None:
    assert token_line([]) == token_line([100]) == token_line([0, 100, 0]) == ""

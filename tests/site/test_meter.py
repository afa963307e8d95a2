import re

from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.entry import Tokens
from skillpack.site.meter import FULL, meter, ruler

COUNT = st.integers(0, 10**6)


def _widths(svg: str) -> list[float]:
    return [float(width) for width in re.findall(r'width="([^"]+)" height', svg)]


def test_widths_are_shares_of_one_scale() -> None:
    assert _widths(meter(Tokens(400, 2000, 4000))) == [5.0, 25.0, 50.0]


def test_a_level_without_tokens_has_no_bar() -> None:
    assert len(_widths(meter(Tokens(40, 100, 0)))) == 2


def test_a_skill_that_passes_the_scale_is_broken() -> None:
    assert "<path" in meter(Tokens(40, FULL, 0))
    assert "<path" not in meter(Tokens(40, FULL - 40, 0))


def test_the_ruler_shows_shares_of_the_skill() -> None:
    assert [round(width) for width in _widths(ruler(Tokens(100, 300, 600)))] == [10, 30, 60]


@given(COUNT, COUNT, COUNT)
def test_bars_stay_inside(always, opened, on_demand) -> None:
    for svg in (meter(Tokens(always, opened, on_demand)), ruler(Tokens(always, opened, on_demand))):
        for x, width in re.findall(r'x="([^"]+)" width="([^"]+)"', svg):
            assert float(x) >= 0
            assert float(x) + float(width) <= 100.1

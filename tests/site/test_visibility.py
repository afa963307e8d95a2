"""What hosts show of a set, in the numbers and words of its pages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.selection import HostVisibility
from skillpack.site.visibility import VisibilityLine, budget_pictures, visibility_lines


def _shown(*, budget: int = 8000, needed: int = 9000, listed: int = 5, unknown: tuple[str, ...] = ()) -> HostVisibility:
    return HostVisibility("claude-code", "Claude Code", budget, needed, listed, 1, 4, 3, unknown, ())


def test_a_host_shows_as_many_as_it_does_where_all_are_used_alike() -> None:
    assert list(visibility_lines([_shown()])) == [VisibilityLine("Claude Code", 3, 5, 1, 4, 9000, 8000)]


def test_a_set_that_fits_is_whole() -> None:
    (line,) = visibility_lines([_shown(needed=8000)])
    assert line.whole
    (line,) = visibility_lines([_shown(needed=8001)])
    assert not line.whole


@pytest.mark.parametrize("shown", [_shown(budget=0), _shown(listed=0), _shown(unknown=("overflow",))])
def test_what_is_not_known_is_not_told(shown: HostVisibility) -> None:
    assert list(visibility_lines([shown])) == []


def test_what_fits_is_told_where_nobody_knows_what_goes() -> None:
    assert len(list(visibility_lines([_shown(needed=100, unknown=("overflow",))]))) == 1


def host(budget: int, lengths: tuple[int, ...], *, frames: int = 100, unknown: tuple[str, ...] = ()) -> HostVisibility:
    listed = len(lengths)
    needed = frames + sum(lengths)
    return HostVisibility("h", "Host", budget, needed, listed, 1, 2, 2, unknown, (), lengths=lengths)


def _widths(path: str) -> list[float]:
    return [float(width) for width in re.findall(r"h([\d.]+)v", path)]


def test_one_segment_is_drawn_for_each_description_up_to_the_room() -> None:
    (picture,) = budget_pictures([host(500, (150, 150, 200, 400))])
    assert (picture.kept, picture.whole, picture.limit) == (2, False, 500)
    assert (len(_widths(picture.shown)), len(_widths(picture.dropped))) == (2, 2)
    assert [round(width) for width in _widths(picture.room_shown)] == [299, 299]


def test_where_all_fits_nothing_falls_off() -> None:
    (picture,) = budget_pictures([host(2000, (100, 100))])
    assert (picture.kept, picture.whole, picture.dropped) == (2, True, "")


def test_a_host_of_which_too_little_is_known_has_no_picture() -> None:
    assert list(budget_pictures([host(0, (1, 2)), host(50, (100,), unknown=("overflow",)), host(500, ())])) == []


@given(st.integers(1, 10**5), st.lists(st.integers(0, 2000), min_size=1, max_size=300))
def test_what_fits_never_passes_the_room(budget, lengths) -> None:
    (picture,) = budget_pictures([host(budget, tuple(lengths))])
    assert picture.kept == len(lengths) or 100 + sum(lengths[: picture.kept + 1]) > budget
    assert picture.kept == 0 or 100 + sum(lengths[: picture.kept]) <= budget
    assert 0 < picture.limit <= 1000

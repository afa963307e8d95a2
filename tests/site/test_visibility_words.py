"""What hosts show of a set, in the numbers and words of its pages."""

import pytest

from skillpack.model.selection import HostVisibility
from skillpack.site.visibility_words import VisibilityLine, visibility_lines


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

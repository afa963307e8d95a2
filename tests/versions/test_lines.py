from difflib import unified_diff

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.versions.lines import MOST_CHARACTERS, MOST_LINES, line_diff

LINES = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=30)


def text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_equal_texts_have_no_diff() -> None:
    assert line_diff("a\nb\n", "a\nb") == ()


@given(LINES, LINES)
def test_no_line_is_lost_or_made_up(old, new) -> None:
    found = line_diff(text(old), text(new))
    removed = sorted(line[1:] for line in found if line.startswith("-"))
    added = sorted(line[1:] for line in found if line.startswith("+"))
    assert sorted([*old, *added]) == sorted([*new, *removed])


@given(LINES, LINES)
def test_a_hunk_tells_its_place_in_the_whole_text(old, new) -> None:
    before = ["same"] * 50
    found = line_diff(text(before + old), text(before + new))
    for line in found:
        if line.startswith("@@"):
            start = int(line.split(",")[0].removeprefix("@@ -").split(" ")[0])
            assert start >= 48


def test_a_small_change_in_a_long_text_is_shown_as_any_diff_shows_it() -> None:
    old = [f"line {number}" for number in range(10_000)]
    new = [*old[:7000], "new line", *old[7001:]]
    assert line_diff(text(old), text(new)) == tuple(unified_diff(old, new, lineterm=""))[2:]


@pytest.mark.parametrize("count", [MOST_LINES, MOST_LINES + 1])
def test_only_so_many_lines_are_compared(count) -> None:
    found = line_diff(text(["a"] * count), text(["b"] * count))
    assert (len(found) == 1) == (count > MOST_LINES)


def test_long_lines_are_cut() -> None:
    (_, removed, added) = line_diff("x" * 2000, "y" * 2000)
    assert removed == "-" + "x" * MOST_CHARACTERS + "…"
    assert added == "+" + "y" * MOST_CHARACTERS + "…"


def test_lines_that_differ_only_beyond_the_cut_are_told() -> None:
    assert line_diff("x" * 600 + "a", "x" * 600 + "b") == ("\\ 1 lines differ only after character 500",)

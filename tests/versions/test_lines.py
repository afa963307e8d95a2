from difflib import unified_diff

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.versions.lines import BEFORE, MOST_CHARACTERS, MOST_LINES, line_diff

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


def test_of_a_long_line_the_part_is_shown_that_changed() -> None:
    (_, removed, added) = line_diff("x" * 600 + "a", "x" * 600 + "b" + "z" * 900)
    assert removed == "-…" + "x" * BEFORE + "a"
    assert added == "+…" + "x" * BEFORE + "b" + "z" * (MOST_CHARACTERS - BEFORE - 1) + "…"


def test_a_line_of_500_characters_is_shown_whole() -> None:
    (_, removed, added) = line_diff("x" * 500, "y" * 501)
    assert (removed, added) == ("-" + "x" * 500, "+" + "y" * 500 + "…")


@pytest.mark.parametrize(("same", "cut"), [(380, 0), (381, 261)])
def test_a_change_near_the_beginning_of_a_long_line_is_shown_from_there(same, cut) -> None:
    (_, removed, added) = line_diff("x" * same + "a" + "z" * 900, "x" * same + "b" + "z" * 900)
    mark = "…" if cut else ""
    assert removed == f"-{mark}{('x' * same + 'a' + 'z' * 900)[cut : cut + 500]}…"
    assert added == f"+{mark}{('x' * same + 'b' + 'z' * 900)[cut : cut + 500]}…"


def test_long_lines_stand_for_themselves_where_none_took_their_place() -> None:
    lines = ["a" * 900 + str(number) for number in range(3)]
    (_, *found) = line_diff(text(lines[:1]), text(lines))
    assert found == [" " + "a" * MOST_CHARACTERS + "…", *["+" + "a" * MOST_CHARACTERS + "…"] * 2]


@given(st.text("ab", max_size=2000), st.text("ab", max_size=2000))
def test_a_long_line_that_changed_is_never_shown_as_the_same(old, new) -> None:
    found = line_diff(f"{old}!", f"{new}?")
    assert found[1][1:] != found[2][1:]
    assert all(len(line) <= MOST_CHARACTERS + 3 for line in found)


def test_long_lines_may_be_shown_whole() -> None:
    old, new = "x" * 2 * MOST_CHARACTERS, "y" * 2 * MOST_CHARACTERS

    assert line_diff(old, new, whole=True)[1:] == (f"-{old}", f"+{new}")

import pytest

from skillpack.evidence.results.quantities import (
    LONGEST_NAME,
    read_amount,
    read_day,
    read_difference,
    read_name,
    read_points,
    read_share,
)


@pytest.mark.parametrize(
    ("value", "share"),
    [(0, 0.0), (1, 1.0), (0.83, 0.83), ("83%", 0.83), (" 83.5 % ", 0.835), ("+100%", 1.0)],
)
def test_a_share_is_a_number_or_percent(value, share) -> None:
    assert read_share(value) == pytest.approx(share)


@pytest.mark.parametrize(
    "value",
    [
        83,
        1.01,
        -0.1,
        float("nan"),
        float("inf"),
        True,
        None,
        "0.83",
        "101%",
        "-1%",
        "%",
        [],
        {},
        "9" * 400 + "%",
        10**400,
    ],
)
def test_anything_else_is_no_share(value) -> None:
    assert read_share(value) is None


def test_a_difference_has_a_sign_or_is_a_number() -> None:
    assert [read_difference(each) for each in ("+0.50", "-0.25", "\u22120.25", 0.5, 0)] == [0.5, -0.25, -0.25, 0.5, 0.0]
    assert [read_difference(each) for each in ("+50", "1e999", float("nan"), 1.5, "", "+-1", None)] == [None] * 7


def test_points_are_whole_or_not_and_zero_has_no_sign() -> None:
    assert [read_points(each) for each in ("+73", "-0", "±0", "\u22124.5", "12")] == [73.0, 0.0, 0.0, -4.5, 12.0]
    assert [read_points(each) for each in ("+101", "", "many", "1e9")] == [None] * 4


def test_an_amount_is_finite_and_not_negative() -> None:
    assert [read_amount(each) for each in (0, 1.5, 12_480)] == [0.0, 1.5, 12_480.0]
    assert [read_amount(each) for each in (-1, float("inf"), 1e300, "12", None, True)] == [None] * 6


def test_a_name_is_short_and_hides_nothing() -> None:
    assert read_name("  Claude\n Code ") == "Claude Code"
    assert read_name("a\x1b[31m\u202eb") == "a\\x1b[31m\\u202eb"
    assert len(read_name("x" * 10_000)) == LONGEST_NAME
    assert read_name(5) == ""


def test_a_day_is_one_that_exists() -> None:
    assert read_day("2026-03-01T09:00:00Z") == "2026-03-01"
    assert read_day("") == read_day(None) == ""
    assert [read_day(each) for each in ("2026-02-30", "yesterday", 20260301, "2026-03-011")] == [None] * 4

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.version import in_range, is_label, is_range, label_of, order, semver_key

DIGEST = "0123456789abcdef" * 4
# semver.org 2.0.0 section 11, and numbers of more than one digit.
IN_ORDER = [
    "1.0.0-0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.2.0",
    "1.10.0",
    "2.0.0",
    "10.0.0",
]
VERSIONS = st.from_regex(r"(0|[1-9][0-9]?)\.(0|[1-9])\.(0|[1-9])(-(a|b|0|1)(\.(a|2|10))?)?", fullmatch=True)


@pytest.mark.parametrize(
    "text", ["0.0.0", "1.2.3", "1.2.3-rc.1", "1.2.3--", "10.20.30", "1.0.0-0a", "1.0.0-" + "a" * 58]
)
def test_full_versions_are_labels(text: str) -> None:
    assert is_label(text)
    assert label_of(text, DIGEST) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1.2",
        "v1.2.3",
        "1.2.3+build",
        "01.2.3",
        "1.2.3-01",
        "1.2.3-",
        "1.2.3-a..b",
        "1.2.3 ",
        "1.2.3\n",
        "\u0661.2.3",
        "../1.2.3",
        "1.0.0-" + "a" * 59,
    ],
)
def test_all_else_is_labelled_by_the_digest(text: str) -> None:
    """Decisions 4."""
    assert not is_label(text)
    assert label_of(text, DIGEST) == "0123456789ab"


def test_without_a_digest_there_is_no_label() -> None:
    assert label_of("1.2.3", "") == ""


def test_versions_sort_as_semver_says() -> None:
    mixed = IN_ORDER[1::2] + IN_ORDER[::2]
    assert sorted(mixed, key=lambda text: semver_key(text) or pytest.fail(text)) == IN_ORDER
    for lower, higher in pairwise(IN_ORDER):
        assert (order(lower, higher), order(higher, lower), order(lower, lower)) == (-1, 1, 0)


def test_build_metadata_does_not_count() -> None:
    assert order("1.0.0+a", "1.0.0+b.c") == 0
    assert semver_key("1.0.0+a") == semver_key("1.0.0")


def test_what_is_no_version_is_lower_than_any_and_equal_to_its_like() -> None:
    assert semver_key("latest") is semver_key("1.2") is semver_key("1." + "1" * 300 + ".0") is None
    assert (order("latest", "0.0.0-0"), order("0.0.0-0", "latest"), order("a", "b")) == (-1, 1, 0)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("^1.2.3", "1.2.3 1.9.0", "1.2.2 2.0.0 2.0.0-a 1.3.0-a"),
        ("^1.2", "1.2.0 1.9.9", "1.1.9 2.0.0"),
        ("^1", "1.0.0 1.9.9", "0.9.0 2.0.0"),
        ("^0.2.3", "0.2.3 0.2.9", "0.2.2 0.3.0"),
        ("^0.0.3", "0.0.3", "0.0.2 0.0.4"),
        ("^0.0", "0.0.0 0.0.9", "0.1.0"),
        ("^0", "0.0.0 0.9.9", "1.0.0"),
        ("~1.2.3", "1.2.3 1.2.9", "1.2.2 1.3.0"),
        ("~1.2", "1.2.0 1.2.9", "1.3.0"),
        ("~1", "1.0.0 1.9.9", "2.0.0"),
        ("~0", "0.5.0", "1.0.0"),
        (">=1 <2", "1.0.0 1.9.9", "0.9.9 2.0.0"),
        (">= 1.0.0   < 2", "1.0.0", "2.0.0"),
        (">=1<2", "1.5.0", "2.0.0"),
        (">1.2", "1.3.0", "1.2.0 1.2.9"),
        (">1.2.3", "1.2.4", "1.2.3"),
        ("<=1.2", "0.0.0 1.2.9", "1.3.0"),
        ("<=1.2.3", "1.2.3", "1.2.4"),
        ("<1.2", "1.1.9", "1.2.0 1.2.0-a"),
        ("<1.2.3", "1.2.2", "1.2.3"),
        ("1.x", "1.0.0 1.9.9", "2.0.0"),
        ("1.2.*", "1.2.0 1.2.9", "1.3.0"),
        ("1.X.X", "1.9.9", "2.0.0"),
        ("*", "0.0.0 99.9.9", "1.0.0-a"),
        ("", "0.0.0", "1.0.0-a"),
        (">=*", "1.0.0", ""),
        ("<=*", "1.0.0", ""),
        (">*", "", "0.0.0 1.0.0"),
        ("<*", "", "0.0.0 1.0.0"),
        ("1.2.3", "1.2.3 1.2.3+build", "1.2.4 1.2.3-a"),
        ("=1.2.3", "1.2.3", "1.2.2"),
        ("1.2", "1.2.0 1.2.9", "1.3.0"),
        ("1.2.3-a", "1.2.3-a", "1.2.3-a.b 1.2.3"),
        (">=1.2.3-b", "1.2.3-b 1.2.3-c 1.2.3 1.5.0", "1.2.3-a 1.2.4-a"),
        ("^1.2.3-beta.2", "1.2.3-beta.10 1.2.3 1.9.0", "1.2.3-beta.1 1.2.4-beta.5 2.0.0"),
        ("1.x || >=3 <4 || 5.0.0", "1.0.0 3.1.0 5.0.0", "2.0.0 4.0.0 5.0.1"),
        ("1.0.0 2.0.0", "", "1.0.0 2.0.0"),
    ],
)
def test_ranges_are_those_of_npm(text: str, inside: str, outside: str) -> None:
    assert is_range(text)
    assert [version for version in inside.split() if not in_range(version, text)] == []
    assert [version for version in outside.split() if in_range(version, text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "latest",
        "^",
        "1.2.3.4",
        "01.2",
        "1.2.3-01",
        ">=>1",
        "^1.2a",
        "1 - 2",
        "1.2.3+build",
        "^1 || a",
        "1,2",
        "1" * 257,
    ],
)
def test_what_is_no_range_holds_nothing(text: str) -> None:
    assert not is_range(text)
    assert not in_range("1.2.3", text)


def test_what_is_no_version_is_in_no_range() -> None:
    assert not in_range("latest", "*")
    assert not in_range("1.2", "*")


@given(VERSIONS, VERSIONS)
def test_order_is_the_order_of_keys(one: str, other: str) -> None:
    first, second = semver_key(one), semver_key(other)
    assert first is not None
    assert second is not None
    assert order(one, other) == -order(other, one) == (first > second) - (first < second)


@given(VERSIONS, VERSIONS)
def test_comparators_agree_with_the_order(version: str, bound: str) -> None:
    if "-" not in version:
        assert in_range(version, f">={bound}") == (order(version, bound) >= 0)
        assert in_range(version, f"<{bound}") == (order(version, bound) < 0)
    assert in_range(version, version)
    assert in_range(version, f"^{version}")
    assert in_range(version, f"~{version}")


@given(st.text(alphabet="0123456789.xX*^~<>=-|a \n", max_size=20), st.text(max_size=10))
def test_any_text_can_be_asked(text: str, version: str) -> None:
    assert in_range("1.2.3", text) <= is_range(text)
    assert not in_range(version, text) or semver_key(version) is not None

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.versions.labels import is_lower, next_label, precedence

# semver 2.0 §11
ORDERED = [
    "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
    "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0",
]  # fmt: skip


def test_versions_are_ordered_as_semver_says() -> None:
    keys = [precedence(label) for label in ORDERED]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    "label", ["1.2", "1", "v1.0.0", "01.0.0", "1.0.0+build", "1.0.0-", "1.0.0-01", "0123456789ab", "", "1." + "9" * 70]
)
def test_what_is_no_version(label) -> None:
    assert precedence(label) is None


@pytest.mark.parametrize(
    ("new", "old", "lower"),
    [
        ("1.0.0", "1.0.1", True),
        ("1.0.1", "1.0.0", False),
        ("1.0.0", "1.0.0", False),
        # decisions 4: labelled -> unlabelled counts as lower
        ("0123456789ab", "1.0.0", True),
        ("1.0.0", "0123456789ab", False),
        ("ba9876543210", "0123456789ab", False),
    ],
)
def test_a_label_that_goes_back(new, old, lower) -> None:
    assert is_lower(new, old) is lower


@pytest.mark.parametrize(
    ("label", "advice", "expected"),
    [
        ("1.2.3", "major", "2.0.0"), ("1.2.3", "minor", "1.3.0"), ("1.2.3", "patch", "1.2.4"),
        ("1.2.3-rc.1", "patch", "1.2.3"), ("1.2.3", "none", "1.2.3"), ("0123456789ab", "major", "0123456789ab"),
    ],
)  # fmt: skip
def test_where_an_advice_leads(label, advice, expected) -> None:
    assert next_label(label, advice) == expected


@given(st.text(max_size=80))
def test_any_text_is_a_version_or_none(label) -> None:
    assert precedence(label) is None or not is_lower(label, label)

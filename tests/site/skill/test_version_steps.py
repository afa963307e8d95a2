import pytest

from skillpack.site.skill.version_steps import step


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1.0.0", "2.0.0", "major"),
        ("1.0.0", "1.1.0", "minor"),
        ("1.0.0", "1.0.1", "patch"),
        ("1.0.0-rc.1", "1.0.0", "patch"),
        ("1.0.0", "1.0.0", ""),
        ("2.0.0", "1.0.0", ""),
        ("0.1.0", "0.2.0", ""),
        ("abcdef123456", "1.0.0", ""),
        ("1.0.0", "abcdef123456", ""),
    ],
)
def test_of_two_labels(old: str, new: str, expected: str) -> None:
    assert step(old, new) == expected

import pytest

from skillpack.catalog.kinds import kinds


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"single": True}, ("text",)),
        ({"single": False}, ("files",)),
        ({"single": False, "scripts": True}, ("scripts",)),
        ({"single": False, "metaskill": True}, ("metaskill",)),
        ({"single": False, "metaskill": True, "scripts": True}, ("metaskill", "scripts")),
    ],
)
def test_of_a_skill(make_entry, changes, expected) -> None:
    assert kinds(make_entry(**changes)) == expected

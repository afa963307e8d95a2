"""How many names a build may take from a site."""

import pytest

from skillpack.builder.history.history import NameHistory
from skillpack.builder.withdrawal import published_names, refuse_withdrawal, withdrawal
from skillpack.errors import WithdrawalError
from skillpack.model.release import Release, Tombstone
from skillpack.model.settings import Renamed
from skillpack.registry.skill_json import PublishedVersion

FOUR = ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("published", "left"),
    [(("a",), ()), (("a", "b"), ()), (("a", "b", "c"), ("a",)), (FOUR, ("a",))],
)
def test_more_than_half_is_most(published: tuple[str, ...], left: tuple[str, ...]) -> None:
    assert withdrawal(published, left, ()).is_most


@pytest.mark.parametrize(("published", "left"), [(("a", "b"), ("a",)), (FOUR, ("a", "b")), (FOUR, FOUR), ((), ())])
def test_half_is_not(published: tuple[str, ...], left: tuple[str, ...]) -> None:
    assert not withdrawal(published, left, ()).is_most


def test_new_skills_make_up_for_none() -> None:
    assert withdrawal(("a",), ("b", "c", "d"), ()).is_most


def test_a_name_in_another_case_is_the_same() -> None:
    assert withdrawal(("Alpha",), ("alpha",), ()).names == ()


@pytest.mark.parametrize("new", ["e", ""])
def test_what_the_configuration_tells_of_does_not_count(new: str) -> None:
    found = withdrawal(FOUR, ("a",), [Renamed("b", new, "")])
    assert (found.names, found.is_most) == (("c", "d"), False)


def test_the_message_lists_each_name_and_the_number_to_write() -> None:
    with pytest.raises(WithdrawalError) as caught:
        refuse_withdrawal(withdrawal(FOUR, ("a",), ()), 0)
    assert str(caught.value) == "3 of 4 published names would be withdrawn at once:\n  `b`\n  `c`\n  `d`"
    assert caught.value.names == ("b", "c", "d")
    assert "`--allow-withdrawn 3`" in caught.value.hint


def test_a_number_allows_no_more_than_itself() -> None:
    found = withdrawal(FOUR, ("a",), ())
    refuse_withdrawal(found, 3)
    refuse_withdrawal(found, 4)
    with pytest.raises(WithdrawalError):
        refuse_withdrawal(found, 2)


def test_what_ended_before_or_has_no_version_is_not_published() -> None:
    version = PublishedVersion(Release("a", "1.0.0", "0" * 64, "", "", "", 0), "")
    history = {
        "a": NameHistory("a", (version,), None),
        "b": NameHistory("b", (version,), Tombstone("b", "", "", None)),
        "c": NameHistory("c", (), None),
    }
    assert published_names(history) == ("a",)

"""What follows from an entry alone."""

import pytest
from msgspec.structs import replace

from skillpack.model.entry import Entry, EntryState, Tokens
from skillpack.model.release import Release
from skillpack.model.requirements import Requirements

ENTRY = Entry(
    *("pdf", "skills/pdf/SKILL.md", "Extract text.", EntryState.PUBLISHED),
    release=Release("pdf", "1.0.0", "d" * 64, "v" * 16, "archives/pdf/pdf-1.0.0.zip", "a" * 64, 100),
    **dict.fromkeys(("license", "role", "status", "successor", "owner", "updated"), ""),
    **dict.fromkeys(("tags", "authors", "tools", "verdicts"), ()),
    **dict.fromkeys(("errors", "warnings", "infos"), 0),
    tokens=Tokens(10, 100, 0),
    files=1,
    size=400,
    single=True,
    metaskill=False,
    by_model=True,
    by_user=True,
    requires=Requirements(),
)


def test_a_published_skill_is_offered() -> None:
    assert ENTRY.is_available


def test_withheld_yanked_or_without_an_archive_is_not_offered() -> None:
    assert not replace(ENTRY, state=EntryState.WITHHELD).is_available
    assert not replace(ENTRY, release=replace(ENTRY.release, yanked="leaks")).is_available
    assert not replace(ENTRY, release=replace(ENTRY.release, archive="")).is_available


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
def test_of_a_skill(changes, expected) -> None:
    assert replace(ENTRY, **changes).kinds == expected

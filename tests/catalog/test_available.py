from msgspec.structs import replace

from skillpack.catalog.available import is_available
from skillpack.model.entry import EntryState


def test_a_published_skill_is_offered(make_entry) -> None:
    assert is_available(make_entry())


def test_withheld_yanked_or_without_an_archive_is_not_offered(make_entry) -> None:
    entry = make_entry()
    assert not is_available(replace(entry, state=EntryState.WITHHELD))
    assert not is_available(replace(entry, release=replace(entry.release, yanked="leaks")))
    assert not is_available(replace(entry, release=replace(entry.release, archive="")))

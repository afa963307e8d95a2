from dataclasses import replace

from skillpack.catalog.offered import is_offered
from skillpack.model.entry import State


def test_a_published_skill_is_offered(make_entry) -> None:
    assert is_offered(make_entry())


def test_withheld_yanked_or_without_an_archive_is_not_offered(make_entry) -> None:
    entry = make_entry()
    assert not is_offered(replace(entry, state=State.WITHHELD))
    assert not is_offered(replace(entry, release=replace(entry.release, yanked="leaks")))
    assert not is_offered(replace(entry, release=replace(entry.release, archive="")))

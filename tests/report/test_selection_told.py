import pytest

from skillpack.model.finding import Suppression
from skillpack.report.selection_told import Note, notes, silenced, touched_by, worth_telling


def names(report) -> list[str]:
    return [chosen.name for chosen in worth_telling(report)]


def test_the_weak_are_told_and_with_all_every_one_that_loses(selected) -> None:
    assert names(selected()) == ["tidy-history"]
    assert names(selected(everything=True)) == ["tidy-history", "release-notes"]


def test_of_a_change_only_what_it_touches_is_told(selected) -> None:
    assert touched_by(selected()) is None
    assert touched_by(selected(against=True)) == {"changelog"}
    assert names(selected(against=True)) == []
    assert [note for kind in notes(selected(against=True)) for note in kind if note.name == "pdf-tables"] == []


def test_what_is_accepted_is_counted(selected) -> None:
    accepted = (Suppression("SL002", "tidy-history", "by design", ""),)
    assert (names(selected(suppressions=accepted)), silenced(selected(suppressions=accepted))) == ([], 1)
    assert silenced(selected()) == 0


def test_notes_come_by_kind(selected) -> None:
    greedy, mute, near, strays = notes(selected())
    assert [(note.name, note.kind) for note in mute] == [("pdf-tables", "silent"), ("pdf-forms", "no-intent")]
    assert near == [Note("git-helper and tidy-history", "near", "share 3 requests, and neither names the other")]
    assert (greedy, strays) == ([], [])


@pytest.mark.parametrize("name", ["git-helper", "tidy-history"])
def test_either_of_two_neighbours_may_be_accepted(selected, name) -> None:
    assert notes(selected(suppressions=(Suppression("SL003", name, "known", ""),)))[2] == []

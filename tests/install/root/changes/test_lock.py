import os
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from skillpack.errors import FetchError, IntegrityError, OutputError
from skillpack.install.root.changes.lock import write_lock
from skillpack.install.root.root import read_lock
from skillpack.model.limits import Limits

LIMITS = Limits()
MINE = b"what somebody wrote\n"
Place = Any  # `changes.Place`, which the fixtures load


@pytest.fixture
def place(place: Place) -> Place:
    """Give a place where nothing but these tests writes the lock file."""
    return replace(place, locks=False)


def lock(place: Place, *names: str) -> dict[str, str]:
    place.work(lambda transaction: write_lock(transaction.state, LIMITS, names or None))
    return {each.name: each.label for each in read_lock(place.root)}


def test_holds_what_was_installed(place: Place) -> None:
    assert read_lock(place.root) == ()
    place.put("1")
    place.put("2", name="xlsx")
    Path(place.root.skill("foreign")).mkdir()
    assert lock(place) == {"pdf": "1.0.0", "xlsx": "2.0.0"}


def test_what_says_the_same_is_not_written_again(place: Place) -> None:
    place.put("1")
    lock(place)
    before = place.root.lock_file.stat()
    lock(place)
    assert place.root.lock_file.stat() == before


def test_a_command_changes_only_the_entries_that_it_was_about(place: Place) -> None:
    """A colleague locked `docx` and a newer `xlsx`, which this root does not have yet."""
    place.put("2", name="xlsx")
    place.put("1", name="docx")
    place.put("1")
    lock(place)
    place.put("1", name="xlsx")
    place.work(lambda transaction: transaction.remove("docx"))
    place.put("2")
    assert lock(place, "pdf") == {"docx": "1.0.0", "pdf": "2.0.0", "xlsx": "2.0.0"}
    assert lock(place, "docx") == {"pdf": "2.0.0", "xlsx": "2.0.0"}
    assert lock(place) == {"pdf": "2.0.0", "xlsx": "1.0.0"}


def test_one_that_is_refused_is_not_replaced_by_a_command_about_some(place: Place) -> None:
    place.put("1")
    place.root.lock_file.write_bytes(b"<<<<<<< ours\n")
    with pytest.raises(IntegrityError, match="merge conflict"):
        lock(place, "pdf")
    assert place.root.lock_file.read_bytes() == b"<<<<<<< ours\n"


def test_a_link_in_its_place_is_replaced_and_not_followed(place: Place, changes: ModuleType) -> None:
    place.put("1")
    (place.base / "outside").write_bytes(MINE)
    place.root.lock_file.symlink_to("outside")
    lock(place)
    assert not place.root.lock_file.is_symlink()
    assert (place.base / "outside").read_bytes() == MINE
    assert changes.debris(place) == ["outside"]


def test_somebodys_file_beside_it_is_left_alone(place: Place) -> None:
    place.put("1")
    beside = place.root.lock_file.with_name("skills.lock.new")
    beside.write_bytes(MINE)
    lock(place)
    assert beside.read_bytes() == MINE


def test_a_folder_in_its_place_is_refused(place: Place, changes: ModuleType) -> None:
    place.put("1")
    place.root.lock_file.mkdir()
    with pytest.raises(OutputError):
        place.work(lambda transaction: write_lock(transaction.state, LIMITS))
    assert changes.debris(place) == []


def test_a_pipe_in_its_place_is_an_error_and_nobody_waits(place: Place) -> None:
    place.put("1")
    os.mkfifo(place.root.lock_file)
    with pytest.raises(FetchError, match="is not a file"):
        read_lock(place.root)


def test_is_brought_to_the_disk_before_it_is_renamed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.put("1")
    synced: list[int] = []
    fsync, replace = os.fsync, os.replace

    def noted(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    def checked(written: str, there: str, *, src_dir_fd: int, dst_dir_fd: int) -> None:
        assert os.stat(written, dir_fd=src_dir_fd).st_ino in synced
        replace(written, there, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)
        synced.clear()

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(os, "replace", checked)
    lock(place)
    assert place.base.stat().st_ino in synced

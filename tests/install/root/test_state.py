"""The state of a root is reached by descriptors: no link leads to it or out of it."""

import os
import shutil
import stat
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from skillpack.errors import OutputError
from skillpack.files import open_folder
from skillpack.files.open_folder import has_descriptors
from skillpack.install.rollback import roll_back, unhold
from skillpack.install.root.root import FOLDERS, find_root
from skillpack.install.root.state import names_on_hold, noted_names, reading
from skillpack.install.root.transaction import recover, working
from skillpack.model.limits import Limits

LIMITS = Limits()
Place = Any  # `changes.Place`, which the fixtures load
PARTS = (".skillpack", ".skillpack/skills", *(f".skillpack/skills/{name}" for name in FOLDERS))


def replace_by_link(place: Place, part: str) -> Path:
    """Put a link in the place of a folder of the state, to a copy of it elsewhere, and return that."""
    there, outside = place.base / part, place.base / "outside"
    there.rename(outside)
    there.symlink_to(outside)
    return outside


def everything(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize("part", PARTS)
def test_a_link_in_the_state_is_refused_and_not_followed(place: Place, part: str) -> None:
    place.put("1", "2")
    outside = replace_by_link(place, part)
    before = everything(outside)
    with pytest.raises(OutputError, match="is a link or a file"):
        place.put("3")
    assert everything(outside) == before


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_read_through_a_link(place: Place, part: str) -> None:
    place.put("1", "2")
    replace_by_link(place, part)
    (place.base / "outside" / "planted").mkdir()
    with reading(place.root) as state:
        name = part.rpartition("/")[2]
        for opened in [getattr(state, each) for each in FOLDERS if name in {each, "skills", ".skillpack"}]:
            with pytest.raises(NotADirectoryError):
                opened.names()
            assert not (opened / "planted").mode


def test_a_previous_version_behind_a_link_is_none(place: Place) -> None:
    place.put("1", "2")
    replace_by_link(place, ".skillpack/skills/previous")
    (planned,) = roll_back(["pdf"], place.root, LIMITS, dry_run=True)
    assert planned.step.reason == "no previous version"


@pytest.mark.parametrize("name", FOLDERS)
def test_what_is_put_in_the_place_of_a_folder_meanwhile_is_not_used(
    place: Place, changes: ModuleType, name: str
) -> None:
    place.put("1", "2")
    outside = place.base / "outside"
    outside.mkdir()
    with working(place.root, LIMITS) as transaction:
        moved = Path(place.root.state, name)
        moved.rename(place.base / "moved")
        moved.symlink_to(outside)
        transaction.install(*changes.version("pdf", "3"))
    assert everything(outside) == []
    assert b"Version 3." in Path(place.root.skill("pdf"), "SKILL.md").read_bytes()


def test_without_descriptors_it_goes_by_path(
    place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_folder, "has_descriptors", lambda: False)
    place.put("1", "2", "3")
    assert roll_back(["pdf"], place.root, LIMITS)[0].step.action == "restore"
    assert recover(place.root, LIMITS) == ()
    assert changes.debris(place) == []
    replace_by_link(place, ".skillpack/skills/staging")
    with pytest.raises(OutputError, match="is a link or a file"):
        place.put("4")


def test_this_system_has_them() -> None:
    assert has_descriptors() == (os.name == "posix")


def test_paths_are_told_as_people_know_them(place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    place.put("1")

    def full(path: str, _mode: int = 0o777, *, dir_fd: int) -> None:
        raise OSError(28, "No space left on device", path, None, str(dir_fd))

    with working(place.root, LIMITS) as transaction:
        monkeypatch.setattr(os, "mkdir", full)
        with pytest.raises(OutputError) as caught:
            transaction.install(*changes.version("pdf", "2"))
    assert "/proc/" not in str(caught.value)
    assert f"{place.root.state}/staging/" in str(caught.value)


@pytest.mark.parametrize("umask", [0o077, 0o022, 0o000])
@pytest.mark.parametrize("way", ["by descriptor", "by path"])
def test_folders_above_are_0755_whatever_the_umask(
    base: Path, monkeypatch: pytest.MonkeyPatch, umask: int, way: str
) -> None:
    if way == "by path":
        monkeypatch.setattr(open_folder, "has_descriptors", lambda: False)
    before = os.umask(umask)
    try:
        with working(find_root(base / "a" / "b" / "skills"), LIMITS):
            pass
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in base.rglob("*") if path.is_dir()} == {0o755}


def test_opening_by_path_makes_the_same(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(open_folder, "has_descriptors", lambda: False)
        with working(find_root(base / "one" / "skills"), LIMITS):
            pass
    with working(find_root(base / "two" / "skills"), LIMITS):
        pass
    assert everything(base / "one") == everything(base / "two")
    shutil.rmtree(base / "one")


def test_what_was_rolled_back_is_held_until_it_is_unheld(place: Place) -> None:
    place.put("1", "2")
    assert names_on_hold(place.root, LIMITS) == frozenset()

    roll_back(["pdf"], place.root, LIMITS)
    assert names_on_hold(place.root, LIMITS) == {"pdf"}
    before = Path(place.root.skill("pdf"), "SKILL.md").read_bytes()

    unhold(["pdf", "never-installed"], place.root, LIMITS)
    assert names_on_hold(place.root, LIMITS) == frozenset()
    assert Path(place.root.skill("pdf"), "SKILL.md").read_bytes() == before
    assert Path(place.root.previous("pdf")).is_dir()


def test_in_a_root_that_is_not_there_nothing_is_held(tmp_path) -> None:
    assert names_on_hold(find_root(tmp_path / "none/skills"), LIMITS) == frozenset()
    unhold(["pdf"], find_root(tmp_path / "none/skills"), LIMITS)
    assert not (tmp_path / "none").exists()


def test_of_what_was_begun_the_names_are_known_whatever_lies_beside_it(place: Place) -> None:
    place.put("1")
    staging = Path(place.root.staging)
    (staging / "a-file").touch()
    for name, note in (("empty", b""), ("begun", b'{"change": "place", "name": "docx", "node": 1}')):
        (staging / name).mkdir()
        (staging / name / "meant.json").write_bytes(note)
    (staging / "written").mkdir()
    with reading(place.root) as state:
        assert noted_names(state, LIMITS) == {"docx"}


def test_what_was_begun_is_ended_and_what_was_saved_is_told(place: Place) -> None:
    place.put("1")
    assert recover(place.root, LIMITS) == ()
    folder = Path(place.root.staging, "planted")
    folder.mkdir()
    (folder / "meant.json").write_bytes(b"{")
    assert recover(place.root, LIMITS) == (f"{place.root.saved}/unknown-1",)
    assert recover(place.root, LIMITS) == ()

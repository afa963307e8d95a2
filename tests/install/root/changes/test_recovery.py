"""Hostile and unlikely states: what is planted is put aside or dropped, and never reaches a root or leaves it."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from skillpack.errors import OutputError
from skillpack.files.open_folder import entry_of

MINE = b"what somebody wrote\n"
Place = Any  # `changes.Place`, which the fixtures load


def plant(place: Place, note: Mapping[str, object] | bytes | None, *folders: str) -> Path:
    """Plant a folder of a change that was never made."""
    folder = Path(place.root.staging, "planted")
    folder.mkdir()
    for name in folders:
        (folder / name).mkdir()
        (folder / name / "SKILL.md").write_bytes(MINE)
    if note is not None:
        (folder / "meant.json").write_bytes(note if isinstance(note, bytes) else json.dumps(note).encode())
    return folder


def heal(place: Place) -> None:
    place.work(lambda _: None)


@pytest.fixture
def ready(place: Place) -> Place:
    place.put("1", "2")
    (place.base / "outside").mkdir()
    (place.base / "outside" / "file").write_bytes(MINE)
    return place


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"{",
        b"[" * 5000,
        b"\xff",
        b"[]",
        {},
        {"change": "place", "name": "../../outside", "node": 1},
        {"change": "place", "name": "..", "node": 1},
        {"change": "place", "name": "/etc", "node": 1},
        {"change": "delete", "name": "pdf", "node": 1},
        {"change": "place", "name": "pdf", "node": "1"},
        {"change": "place", "name": "pdf", "node": 0},
        {"change": "place", "name": "pdf", "node": -1},
    ],
)
def test_a_forged_note_is_put_aside_with_all_that_lies_beside_it(
    ready: Place, changes: ModuleType, note: Mapping[str, object] | bytes
) -> None:
    before = changes.see(ready)
    plant(ready, note, "tree")
    heal(ready)
    seen = changes.see(ready)
    assert (seen.skills, seen.previous) == (before.skills, before.previous)
    assert seen.saved["unknown-1"]["tree/SKILL.md"] == MINE
    assert changes.debris(ready) == ["outside"]
    ready.put("3")


@pytest.mark.parametrize("change", ["place", "remove", "restore"])
@pytest.mark.parametrize("names", [("tree",), ("tree.aside",), ("gone",), ("tree", "tree.aside", "gone")])
@pytest.mark.parametrize("victim", ["pdf", "free"])
def test_a_forged_change_of_another_folder_never_reaches_the_root(
    ready: Place, changes: ModuleType, change: str, names: tuple[str, ...], victim: str
) -> None:
    before = changes.see(ready)
    plant(ready, {"change": change, "name": victim, "node": 1}, *names)
    heal(ready)
    heal(ready)
    seen = changes.see(ready)
    assert seen.skills == before.skills
    assert seen.previous["pdf"] == before.previous["pdf"]
    assert changes.mine(ready)
    assert changes.debris(ready) == ["outside"]


@pytest.mark.parametrize("change", ["place", "remove", "restore"])
@pytest.mark.parametrize("name", ["tree", "tree.aside", "gone"])
@pytest.mark.parametrize("victim", ["pdf", "free"])
def test_a_planted_link_is_never_followed_nor_placed(
    ready: Place, changes: ModuleType, change: str, name: str, victim: str
) -> None:
    before = changes.see(ready)
    node = entry_of(ready.root.skill("pdf")).node
    folder = plant(ready, {"change": change, "name": victim, "node": node})
    (folder / name).symlink_to(ready.base / "outside")
    heal(ready)
    seen = changes.see(ready)
    assert seen.skills == before.skills
    assert (ready.base / "outside" / "file").read_bytes() == MINE
    assert not any(path.is_symlink() for path in Path(ready.root.folder).iterdir())
    ready.put("3")
    assert (ready.base / "outside" / "file").read_bytes() == MINE


def test_a_link_that_was_exchanged_in_before_a_kill_is_saved_and_the_skill_stays(
    ready: Place, changes: ModuleType
) -> None:
    skill = Path(ready.root.skill("pdf"))
    ready.edit(str(skill))
    before = changes.see(ready).skills
    folder = plant(ready, {"change": "place", "name": "pdf", "node": entry_of(str(skill)).node})
    (folder / "tree").symlink_to(ready.base / "outside")
    heal(ready)
    assert changes.see(ready).skills == before
    assert Path(ready.root.saved, "pdf-1").readlink() == ready.base / "outside"
    assert changes.debris(ready) == ["outside"]


def test_a_version_that_was_taken_back_and_edited_meanwhile_is_saved(ready: Place, changes: ModuleType) -> None:
    folder = plant(ready, None, "tree")
    note = {"change": "place", "name": "pdf", "node": entry_of(f"{folder}/tree").node}
    (folder / "meant.json").write_text(json.dumps(note))
    heal(ready)
    assert changes.see(ready).saved["pdf-1"] == {"SKILL.md": MINE}


def test_what_was_only_written_is_dropped_and_no_link_in_it_followed(ready: Place, changes: ModuleType) -> None:
    folder = plant(ready, None, "tree")
    (folder / "tree" / "link").symlink_to(ready.base / "outside")
    os.mkfifo(folder / "tree" / "pipe")
    before = changes.see(ready)
    heal(ready)
    assert changes.see(ready) == before
    assert changes.debris(ready) == ["outside"]
    assert (ready.base / "outside" / "file").read_bytes() == MINE


def test_what_is_planted_too_deep_stops_nobody(ready: Place) -> None:
    here = os.open(plant(ready, None), os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    heal(ready)
    ready.put("3")


def test_links_and_files_in_staging_are_left_alone(ready: Place) -> None:
    Path(ready.root.staging, "link").symlink_to(ready.base / "outside")
    Path(ready.root.staging, "file").write_bytes(MINE)
    heal(ready)
    ready.put("3")
    assert (ready.base / "outside" / "file").read_bytes() == MINE
    assert Path(ready.root.staging, "file").read_bytes() == MINE


def make_link(path: Path) -> None:
    path.symlink_to(path.parents[3] / "outside")


def make_file(path: Path) -> None:
    path.write_bytes(MINE)


@pytest.mark.parametrize("make", [make_link, make_file])
def test_a_previous_version_that_is_no_folder_is_put_aside_and_never_put_back(
    place: Place, changes: ModuleType, make: Callable[[Path], None]
) -> None:
    (place.base / "outside").mkdir()
    (place.base / "outside" / "file").write_bytes(MINE)
    place.put("1")
    make(Path(place.root.previous("pdf")))
    before = changes.see(place).skills
    with pytest.raises(OutputError, match="no previous version"):
        place.work(lambda transaction: transaction.restore("pdf"))
    assert changes.see(place).skills == before
    place.put("2")
    assert changes.see(place).previous == before
    assert os.path.lexists(f"{place.root.saved}/pdf-1")
    assert (place.base / "outside" / "file").read_bytes() == MINE


def test_a_name_that_was_taken_between_two_renames_stays_with_who_took_it(ready: Place, changes: ModuleType) -> None:
    skill = Path(ready.root.skill("pdf"))
    ready.edit(str(skill))
    folder = plant(ready, None, "tree")
    note = {"change": "place", "name": "pdf", "node": entry_of(f"{folder}/tree").node}
    (folder / "meant.json").write_text(json.dumps(note))
    skill.rename(folder / "tree.aside")
    skill.mkdir()
    (skill / "SKILL.md").write_bytes(b"of a third")
    heal(ready)
    assert changes.see(ready).skills["pdf"] == {"SKILL.md": b"of a third"}
    assert {each["SKILL.md"] for each in changes.see(ready).saved.values()} == {MINE}
    assert changes.debris(ready) == ["outside"]


def test_an_undoing_by_renames_that_was_killed_is_finished(ready: Place, changes: ModuleType) -> None:
    """The new version was committed, was to be taken back, and lies aside; the old one has no name in the root."""
    before = changes.see(ready)
    skill = Path(ready.root.skill("pdf"))
    folder = Path(ready.root.staging, "x")
    folder.mkdir()
    skill.rename(folder / "tree")
    ready_tree = folder / "tree.aside"
    ready_tree.mkdir()
    note = {"change": "place", "name": "pdf", "node": entry_of(str(ready_tree)).node}
    (folder / "meant.json").write_text(json.dumps(note))
    heal(ready)
    assert (changes.see(ready).skills, changes.see(ready).previous) == (before.skills, before.previous)
    assert changes.debris(ready) == ["outside"]


def test_an_undoing_that_was_killed_gives_the_previous_version_back(ready: Place, changes: ModuleType) -> None:
    """The old version is back in its place; the one before it still lies where it made room."""
    before = changes.see(ready)
    replace(ready, locks=False).put("3", name="other")
    folder = plant(ready, None)
    Path(ready.root.skill("other")).rename(folder / "tree")
    note = {"change": "place", "name": "pdf", "node": entry_of(f"{folder}/tree").node}
    (folder / "meant.json").write_text(json.dumps(note))
    Path(ready.root.previous("pdf")).rename(folder / "gone")
    heal(ready)
    assert changes.see(ready) == before
    assert changes.debris(ready) == ["outside"]


def test_a_machine_that_was_restarted_knows_its_folders_again(ready: Place) -> None:
    """The number of a device may be another one then, so that it is not part of a note."""
    folder = plant(ready, None, "tree")
    ready.work(lambda _: None)
    assert not folder.exists()
    assert entry_of(ready.root.skill("pdf")).node == Path(ready.root.skill("pdf")).stat().st_ino

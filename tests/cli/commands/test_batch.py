"""Several skills at once, of which one cannot be installed: the others are."""

import json
from pathlib import Path

import pytest

from skillpack.files.disk import FILE_MODE
from skillpack.files.open_folder import FolderEntry

NAMES = ("alpha", "beta", "gamma")
ROOT = ("--root", "root/skills")


@pytest.fixture
def folder(write_skill, tmp_path: Path) -> Path:
    """Return a folder of three skills."""
    for name in NAMES:
        write_skill(name)
    return tmp_path / "skills"


def test_a_folder_with_the_name_of_the_receipt_is_refused(cli, folder: Path) -> None:
    (folder / "beta" / ".skillpack.json").mkdir()
    (folder / "beta" / ".skillpack.json" / "x").write_text("x")

    assert "PB013" in cli("check", folder).out
    assert cli("pack", folder / "beta").status == 3
    ran = cli("install", folder, "--all", *ROOT, "--yes")
    assert ran.status == 3
    assert "failed beta: `beta` cannot be installed: `.skillpack.json/x`: `.skillpack.json` is what the" in ran.err
    assert "installed 2, failed 1 in " in ran.err
    assert sorted(path.name for path in Path("root/skills").iterdir()) == ["alpha", "gamma"]
    assert cli("verify", *ROOT).status == 0


def test_so_it_is_by_force_and_as_json(cli, folder: Path) -> None:
    (folder / "beta" / ".skillpack.json").mkdir()
    (folder / "beta" / ".skillpack.json" / "x").write_text("x")
    ran = cli("install", folder, "--all", *ROOT, "--yes", "--force", "--json")

    assert ran.status == 3
    assert {row["name"]: (row["action"], row["done"]) for row in json.loads(ran.out)} == {
        "alpha": ("add", True),
        "gamma": ("add", True),
        "beta": ("fail", False),
    }


def test_a_skill_that_the_disk_refuses_stops_no_other(cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = FolderEntry.write_new

    def refusing(entry: FolderEntry, chunks: list[bytes], mode: int = FILE_MODE) -> str:
        if b"name: beta" in chunks[0]:
            raise OSError(5, "Input/output error", entry.path)
        return write(entry, chunks, mode)

    monkeypatch.setattr(FolderEntry, "write_new", refusing)
    ran = cli("install", folder, "--all", *ROOT, "--yes")

    assert ran.status == 3
    assert "failed beta: " in ran.err
    assert "installed 2, failed 1 in " in ran.err
    assert cli("verify", *ROOT).status == 0
    assert sorted(path.name for path in Path("root/skills").iterdir()) == ["alpha", "gamma"]

"""The whole life of installed skills, from a catalog in a folder: installed, listed, edited, updated, removed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skillpack.cli.main import run

NAMES = ("alpha", "beta", "gamma", "delta", "epsilon")


@pytest.fixture
def life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a catalog and a workspace, in which the commands run; nothing is in the home."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    (tmp_path / "work/.metis").mkdir(parents=True)
    (tmp_path / "work/.metis/skillpack.toml").write_text(f'[[registry]]\nname = "acme"\nurl = "{tmp_path}/site"\n')
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def _publish(folder: Path, version: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        place = folder / "catalog" / name
        (place / "scripts").mkdir(parents=True, exist_ok=True)
        head = f"name: {name}\ndescription: Does {name}. Use when the user asks for {name}.\nlicense: MIT"
        text = f"---\n{head}\nmetadata:\n  version: {version}\n---\n\n# {name}\n\nVersion {version}.\n"
        (place / "SKILL.md").write_text(text)
        (place / "scripts/run.sh").write_text(f"#!/bin/sh\necho {name}\n")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", day)
    before = ["--previous", str(folder / "site")] if (folder / "site").exists() else []
    assert run(["build", str(folder / "catalog"), "-o", str(folder / "site"), "--no-cache", *before]) == 0


def _ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    status = run(list(arguments))
    said = capsys.readouterr()
    return status, said.out + said.err


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _sums(folder: Path) -> str:
    """Return what two machines would compare."""
    command = "find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum"
    return subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=True).stdout


def test_from_the_first_install_to_an_empty_root(life, capsys, monkeypatch) -> None:
    root = life / "work/.metis/skills"
    _publish(life, "1.0.0", "1760000000", monkeypatch)

    status, said = _ran(capsys, "install", *NAMES, "--yes")
    assert (status, said.count("\n  + ")) == (0, 5)
    assert "installed 5 in " in said
    assert all(name in _ran(capsys, "list", "--workspace")[1] for name in NAMES)
    assert _ran(capsys, "verify")[0] == 0

    first = _files(root)
    (root / "beta/SKILL.md").write_text("mine\n")
    _publish(life, "1.1.0", "1770000000", monkeypatch)
    assert _ran(capsys, "outdated", "--exit-code")[0] == 1
    status, said = _ran(capsys, "update")
    assert status == 3
    assert "refused beta: you changed it: SKILL.md changed" in said
    assert "updated 4, refused 1 in " in said
    assert (root / "beta/SKILL.md").read_text() == "mine\n"

    status, said = _ran(capsys, "verify")
    assert status == 1
    assert "beta 1.0.0\n    ~ changed  SKILL.md\n" in said
    assert _ran(capsys, "update", "--force")[0] == 0
    assert _ran(capsys, "verify")[0] == 0

    assert _ran(capsys, "rollback", *NAMES)[0] == 0
    assert _files(root) == first | {"beta/SKILL.md": b"mine\n"}
    assert _ran(capsys, "rollback", "--undo", "beta")[0] == 0

    status, said = _ran(capsys, "uninstall", *NAMES, "--purge")
    assert status == 0
    assert list(root.iterdir()) == []
    saved = root.parent / ".skillpack/skills/saved/beta-1"
    assert f"earlier edits are saved in {saved}\n" in said
    assert (saved / "SKILL.md").read_text() == "mine\n"
    assert sorted(_files(root.parent)) == [
        *(f".skillpack/skills/saved/beta-1/{name}" for name in (".skillpack.json", "SKILL.md", "scripts/run.sh")),
        "skillpack.toml",
    ]


def test_two_machines_with_one_lock_file_hold_the_same_bytes(life, capsys, monkeypatch) -> None:
    _publish(life, "1.0.0", "1760000000", monkeypatch)
    _ran(capsys, "install", *NAMES, "--yes")
    _publish(life, "1.1.0", "1770000000", monkeypatch)
    _ran(capsys, "update", "alpha")

    other = life / "other"
    (other / ".metis").mkdir(parents=True)
    (other / ".metis/skills.lock").write_bytes((life / "work/.metis/skills.lock").read_bytes())
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(
        [sys.executable, "-m", "skillpack", "install", "--frozen"],
        cwd=other,
        env=environment,
        check=True,
        capture_output=True,
    )

    assert _sums(other / ".metis/skills") == _sums(life / "work/.metis/skills")
    assert json.loads((other / ".metis/skills/alpha/.skillpack.json").read_text())["label"] == "1.1.0"
    assert json.loads((other / ".metis/skills/beta/.skillpack.json").read_text())["label"] == "1.0.0"


def test_a_folder_that_is_a_built_site_is_asked_as_a_catalog(life, capsys, monkeypatch) -> None:
    _publish(life, "1.0.0", "1760000000", monkeypatch)
    root = life / "work/.metis/skills"
    status, said = _ran(capsys, "install", str(life / "site"), "--yes")
    assert status == 0
    assert f"from {life}/site, digest checked, not signed" in said
    assert sorted(path.name for path in root.iterdir()) == sorted(NAMES)
    assert sorted(path.name for path in (root / "alpha").rglob("*")) == [
        ".skillpack.json",
        "SKILL.md",
        "run.sh",
        "scripts",
    ]
    status, said = _ran(capsys, "install", str(life / "site"), "--skill", "alpa", "--yes")
    assert status == 3
    assert "did you mean `alpha`?" in said
    _publish(life, "1.1.0", "1770000000", monkeypatch)
    status, said = _ran(capsys, "update", "alpha")
    assert (status, json.loads((root / "alpha/.skillpack.json").read_text())["label"]) == (0, "1.1.0"), said

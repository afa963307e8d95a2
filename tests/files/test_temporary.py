"""Folders that are removed by somebody else."""

import os
from pathlib import Path

from skillpack.files import temporary
from skillpack.files.temporary import remove_later, temporary_folder


def filled(folder: Path) -> Path:
    (folder / "a/b").mkdir(parents=True)
    (folder / "a/b/file").write_text("x")
    return folder


def test_a_process_of_its_own_session_removes_it(tmp_path: Path) -> None:
    folder = filled(tmp_path / "folder")
    process = remove_later(str(folder))
    assert process is not None
    assert os.getsid(process.pid) != os.getsid(0)
    assert process.wait(60) == 0
    assert not folder.exists()


def test_where_none_can_be_started_it_is_removed_at_once(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(temporary.sys, "executable", str(tmp_path / "nothing"))
    folder = filled(tmp_path / "folder")
    assert remove_later(str(folder)) is None
    assert not folder.exists()


def test_also_what_fails_leaves_nothing(tmp_path: Path, monkeypatch) -> None:
    started = []
    monkeypatch.setattr(temporary.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(temporary, "remove_later", started.append)
    made = temporary_folder("some-")
    folder = filled(made.__enter__())
    assert not made.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert started == [str(folder)]
    assert folder.name.startswith("some-")

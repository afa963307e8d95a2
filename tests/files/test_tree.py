import errno
import os
import stat
from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.files.open_folder import FolderEntry
from skillpack.files.read import read_tree
from skillpack.files.tree import write_tree
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree, make_tree

TREE = make_tree({"SKILL.md": b"---\n", "scripts/run.sh": b"#!/bin/sh\n", "references/deep/a.md": b""})


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    write_tree(TREE, tmp_path / "pdf")
    assert read_tree(tmp_path / "pdf", Limits()) == TREE


def test_modes_are_functions_of_content_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_tree(TREE, tmp_path / "pdf")
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "pdf").rglob("*")}
    assert modes == {
        "SKILL.md": 0o644,
        "run.sh": 0o755,
        "scripts": 0o755,
        "references": 0o755,
        "deep": 0o755,
        "a.md": 0o644,
    }
    assert stat.S_IMODE((tmp_path / "pdf").stat().st_mode) == 0o755


def test_every_file_and_folder_is_brought_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = set()
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    write_tree(TREE, tmp_path / "pdf")
    assert {path.stat().st_ino for path in [tmp_path, tmp_path / "pdf", *(tmp_path / "pdf").rglob("*")]} <= synced


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "pdf").mkdir()
    write_tree(TREE, tmp_path / "pdf")
    assert read_tree(tmp_path / "pdf", Limits()) == TREE


@pytest.mark.parametrize("kind", ["file", "full", "link", "broken"])
def test_anything_else_is_refused_and_left_alone(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "pdf"
    if kind == "file":
        place.write_text("mine")
    elif kind == "full":
        place.mkdir()
        (place / "mine").touch()
    else:
        (tmp_path / "empty").mkdir()
        place.symlink_to("empty" if kind == "link" else "nowhere")
    before = place.lstat().st_ino, place.lstat().st_mtime_ns
    with pytest.raises(OutputError, match="exists and is not empty"):
        write_tree(TREE, place)
    assert (place.lstat().st_ino, place.lstat().st_mtime_ns) == before
    assert not any((tmp_path / "empty").glob("*"))


@pytest.mark.parametrize("path", ["../x", "/x", "a//b", "a/./b", "a\\b", "a\0b", "a\nb", "", "a/", "\udcff"])
def test_a_path_that_is_none_is_refused_before_anything_is_written(tmp_path: Path, path: str) -> None:
    with pytest.raises(OutputError, match="is not a path of a file"):
        write_tree(Tree({"SKILL.md": b"", path: b""}), tmp_path / "pdf")
    assert names(tmp_path) == []


@pytest.mark.parametrize("empty", [True, False])
def test_what_fails_on_the_way_leaves_nothing(tmp_path: Path, *, empty: bool) -> None:
    if empty:
        (tmp_path / "pdf").mkdir()
    with pytest.raises(OutputError, match="could not be written"):
        write_tree(Tree({"a": b"", "b/c": b"", "b/d/e": b"", "b/d": b""}), tmp_path / "pdf")
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == (["pdf"] if empty else [])


def test_a_missing_folder_above_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="could not be written"):
        write_tree(TREE, tmp_path / "none" / "pdf")


def test_says_what_to_do_where_one_may_not_write(unprivileged: Path) -> None:
    unprivileged.chmod(0o500)
    with pytest.raises(OutputError) as caught:
        write_tree(TREE, unprivileged / "pdf")
    assert caught.value.hint == "choose a folder that you may write to"


def test_what_fails_late_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="File name too long"):
        write_tree(Tree({"a": b"", "b/c": b"", "b/d/e": b"", "b/d/" + "x" * 300: b""}), tmp_path / "pdf")
    assert names(tmp_path) == []


@pytest.mark.parametrize("step", ["swap", "open"])
def test_what_somebody_put_there_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Both the folder that was made and a link in its place hold somebody's files when the writing fails."""
    place, write = tmp_path / "pdf", FolderEntry.write_new
    (tmp_path / "somebody").mkdir()
    (tmp_path / "somebody" / "SKILL.md").write_text("mine")

    def planted(entry: FolderEntry, chunks: list[bytes], mode: int) -> str:
        if entry.name == "run.sh":
            if step == "open":
                (place / "scripts" / "run.sh").write_text("mine")
            else:
                place.rename(tmp_path / "moved")
                place.symlink_to("somebody")
                raise OSError(errno.EIO, "refused")
        return write(entry, chunks, mode)

    monkeypatch.setattr(FolderEntry, "write_new", planted)
    with pytest.raises(OutputError):
        write_tree(TREE, place)
    left = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert left == (["pdf/scripts/run.sh", "somebody/SKILL.md"] if step == "open" else ["somebody/SKILL.md"])
    assert {(tmp_path / path).read_text() for path in left} == {"mine"}

"""Folders that are open: what is done in them goes by one name, and no link is followed, whoever swaps meanwhile."""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.files import open_folder
from skillpack.files.open_folder import OpenFolder, entry_of


@pytest.fixture(params=["by descriptor", "by path"])
def top(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenFolder]:
    if request.param == "by path":
        monkeypatch.setattr(open_folder, "has_descriptors", lambda: False)
    (tmp_path / "top").mkdir()
    with entry_of(tmp_path / "top").open() as opened:
        assert (opened.descriptor is None) == (request.param == "by path")
        yield opened


@pytest.fixture
def swapped(tmp_path: Path) -> Iterator[OpenFolder]:
    """Give an open folder in whose place there is a link to somebody's now."""
    (tmp_path / "top").mkdir()
    (tmp_path / "somebody" / "inner").mkdir(parents=True)
    (tmp_path / "somebody" / "file").write_text("mine")
    with entry_of(tmp_path / "top").open() as opened:
        (tmp_path / "top").rename(tmp_path / "moved")
        (tmp_path / "top").symlink_to("somebody")
        yield opened


def everything(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_what_is_made_is_read_renamed_and_removed(top: OpenFolder) -> None:
    digest = (top / "file").write_new([b"a", b"b"], 0o755)
    assert len(digest) == 64
    with (top / "file").open_regular() as file:
        assert file.read() == b"ab"
    assert stat.S_IMODE((top / "file").mode) == 0o755
    (top / "file").sync()
    (top / "file").rename(top / "other")
    (top / "other").link(top / "second")
    assert sorted(top.names()) == ["other", "second"]
    (top / "third").write_new([b""])
    (top / "third").replace(top / "second")
    for name in ("other", "second"):
        (top / name).unlink()
    with (top / "folder").make() as made:
        made.sync()
        assert made.stat().st_ino == (top / "folder").node
        assert made.is_at(f"{top.path}/folder")
    (top / "folder").rmdir()
    assert ((top / "folder").mode, (top / "folder").node, top.names()) == (0, 0, [])


@pytest.mark.parametrize("umask", [0o077, 0o000])
def test_modes_are_those_that_are_asked_for_whatever_the_umask(top: OpenFolder, umask: int) -> None:
    before = os.umask(umask)
    try:
        (top / "private").make(0o700).close()
        (top / "folder").make().close()
    finally:
        os.umask(before)
    assert [stat.S_IMODE((top / name).mode) for name in ("private", "folder")] == [0o700, 0o755]


@pytest.mark.parametrize("kind", ["file", "link", "broken"])
def test_what_is_no_folder_is_never_opened_as_one(top: OpenFolder, tmp_path: Path, kind: str) -> None:
    place = tmp_path / "top" / "x"
    if kind == "file":
        place.touch()
    else:
        place.symlink_to(tmp_path if kind == "link" else "nowhere")
    with pytest.raises(NotADirectoryError, match="stands where a folder must be"):
        (top / "x").open()
    for make in ((top / "x").make, lambda: (top / "x").write_new([b""])):
        with pytest.raises(FileExistsError):
            make()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "/a", "a\0"])
def test_a_way_through_folders_is_no_name(top: OpenFolder, name: str) -> None:
    with pytest.raises(OutputError, match="is not a name in a folder"):
        _ = top / name


def test_all_in_a_folder_is_deleted_and_nothing_behind_its_links(top: OpenFolder, tmp_path: Path) -> None:
    (tmp_path / "somebody").mkdir()
    (tmp_path / "somebody" / "file").touch()
    inner = tmp_path / "top" / "x" / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "link").symlink_to(tmp_path / "somebody")
    (inner / "file").touch()
    os.mkfifo(inner / "pipe")
    (top / "x").remove()
    assert everything(tmp_path) == ["somebody", "somebody/file", "top"]


def test_a_link_is_not_removed_as_a_folder(top: OpenFolder, tmp_path: Path) -> None:
    (tmp_path / "somebody").mkdir()
    (tmp_path / "somebody" / "file").touch()
    (tmp_path / "top" / "x").symlink_to(tmp_path / "somebody")
    (top / "x").remove()
    assert everything(tmp_path) == ["somebody", "somebody/file", "top", "top/x"]


def test_folders_that_nobody_may_write_to_or_list_are_deleted_too(unprivileged: Path) -> None:
    inner = unprivileged / "x" / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "file").touch()
    for folder, mode in ((inner, 0o500), (inner.parent, 0o000), (unprivileged / "x", 0o300)):
        folder.chmod(mode)
    with entry_of(unprivileged).open() as top:
        (top / "x").remove()
    assert everything(unprivileged) == []


def test_nothing_reaches_what_a_link_in_its_place_leads_to(swapped: OpenFolder, tmp_path: Path) -> None:
    (swapped / "file").write_new([b"ours"])
    with (swapped / "inner").make() as inner:
        (inner / "x").write_new([b""])
    swapped.sync()
    assert sorted(swapped.names()) == ["file", "inner"]
    assert not swapped.is_at(str(tmp_path / "top"))
    (swapped / "file").rename(swapped / "other")
    swapped.clear()
    assert everything(tmp_path) == ["moved", "somebody", "somebody/file", "somebody/inner", "top"]
    assert (tmp_path / "somebody" / "file").read_text() == "mine"


def test_what_is_refused_is_told_by_paths_that_people_know(top: OpenFolder) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (top / "none").rename(top / "other")
    assert (caught.value.filename, caught.value.filename2) == (f"{top.path}/none", f"{top.path}/other")
    with pytest.raises(FileNotFoundError) as caught:
        (top / "none").open()
    assert caught.value.filename == f"{top.path}/none"


def test_a_folder_that_was_closed_is_not_reached_by_its_path(tmp_path: Path) -> None:
    with entry_of(tmp_path).open() as top:
        pass
    top.close()
    with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
        (top / "file").write_new([b""])
    with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
        top.names()
    assert everything(tmp_path) == []

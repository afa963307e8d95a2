import ctypes
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.files import disk
from skillpack.model.digest import sha256


@pytest.mark.parametrize("path", ["index.html", "a/b c/é.html", ".well-known/x", "a/...", "-", "~"])
def test_plain_relative_paths_are_paths(path: str) -> None:
    disk.check_path(path)


@pytest.mark.parametrize(
    "path", ["", "/a", "a/", "a//b", ".", "./a", "a/..", "../a", "a\\b", "a\0", "a\n", "\x7f", "\ud800"]
)
def test_others_are_refused_in_words_that_can_be_printed(path: str) -> None:
    with pytest.raises(OutputError, match="is not a path of a file in a folder") as caught:
        disk.check_path(path)
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()


def test_a_new_file_never_replaces_anything(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("file", "link"):
        with pytest.raises(FileExistsError):
            disk.create(str(tmp_path / name))
    assert not (tmp_path / "nowhere").exists()


def test_a_file_is_written_whole_and_its_digest_told(tmp_path: Path) -> None:
    chunks = [b"", b"a" * 10, b"b" * 70_000, b"", *(bytes([number % 256]) for number in range(100_000))]
    digest = disk.write_new(str(tmp_path / "file"), iter(chunks))

    assert (tmp_path / "file").read_bytes() == b"".join(chunks)
    assert digest == sha256(b"".join(chunks))
    assert disk.write_new(str(tmp_path / "empty"), ()) == sha256(b"")
    assert (tmp_path / "empty").read_bytes() == b""


def test_a_file_that_fails_on_the_way_leaves_nothing(tmp_path: Path) -> None:
    def failing() -> Iterator[bytes]:
        yield b"x" * 100_000
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        disk.write_new(str(tmp_path / "file"), failing())
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "there").write_text("mine")
    for name in ("link", "there"):
        with pytest.raises(FileExistsError):
            disk.write_new(str(tmp_path / name), [b"x"])

    assert {path.name for path in tmp_path.iterdir()} == {"link", "there"}
    assert (tmp_path / "there").read_text() == "mine"


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"before")
    disk.replace_file(str(tmp_path / "file"), b"after")
    disk.replace_file(str(tmp_path / "new"), b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        disk.replace_file(str(tmp_path / "folder"), b"x")

    assert (tmp_path / "file").read_bytes() == b"after"
    assert {path.name for path in tmp_path.iterdir()} == {"file", "folder", "new"}


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    with disk.open_regular(str(tmp_path / "file")) as file:
        assert file.read() == b"x"
    for name in ("link", "pipe", ".", "none"):
        with pytest.raises(OSError, match=r".+"):
            disk.open_regular(str(tmp_path / name))


def test_parents_are_made_once_and_never_through_a_link(tmp_path: Path) -> None:
    known: set[str] = set()
    disk.make_parents(str(tmp_path), "a/b/c", known)
    disk.make_parents(str(tmp_path), "a/b/d", set())
    assert known == {"a", "a/b"}
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to("elsewhere")
    with pytest.raises(NotADirectoryError):
        disk.make_parents(str(tmp_path), "link/x/y", set())
    assert not any((tmp_path / "elsewhere").iterdir())


def test_real_folders_have_no_link_on_the_way(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "link").symlink_to("a")
    answers = {
        path: disk.is_real(str(tmp_path), path, {}) for path in ("", "a", "a/b", "link", "link/b", "none", "none/x")
    }
    assert [path for path, real in answers.items() if real] == ["", "a", "a/b"]


@pytest.mark.parametrize(
    ("number", "hint"),
    [(errno.ENOSPC, "free some space"), (errno.EROFS, "choose a folder that is not read-only"), (errno.EIO, "")],
)
def test_the_systems_refusal_becomes_one_of_ours(number: int, hint: str) -> None:
    with pytest.raises(OutputError) as caught, disk.reported("dist"):
        raise OSError(number, os.strerror(number))
    assert str(caught.value) == f"`dist` could not be written: {os.strerror(number)}"
    assert caught.value.hint == hint


def test_a_refusal_names_what_it_was_about() -> None:
    with pytest.raises(OutputError, match=r"`dist` could not be written: no \(`dist/x`\)"), disk.reported("dist"):
        raise OSError(errno.EACCES, "no", "from", None, "dist/x")


@pytest.mark.parametrize("count", [1, 100])
def test_files_are_brought_to_the_disk(tmp_path: Path, count: int) -> None:
    names = [f"{number}" for number in range(count)]
    for name in names:
        (tmp_path / name).touch()
    disk.sync_files(str(tmp_path), names)
    disk.sync_folders(str(tmp_path), ["", "."] * count)
    with pytest.raises(FileNotFoundError):
        disk.sync_files(str(tmp_path / "none"), names)


def test_a_file_system_that_cannot_write_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        def syncfs(self, _descriptor: int) -> int:
            ctypes.set_errno(errno.EIO)
            return -1

    monkeypatch.setattr(disk, "LIBRARY", Library())
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        disk.sync_files(str(tmp_path), ["x"] * 100)

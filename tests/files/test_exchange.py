import ctypes
import errno
import os
import sys
from pathlib import Path

import pytest

from skillpack.files.exchange import (
    Swap,
    exchange,
    finish_exchange,
    swap_by,
    system_swap,
    system_take_name,
    take_name_by,
)
from skillpack.files.open_folder import FolderEntry, entry_of

AT_FDCWD = -2 if sys.platform == "darwin" else -100


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    new, old = tmp_path / "staging" / "new", tmp_path / "old"
    for folder, text in ((new, "new"), (old, "old")):
        folder.mkdir(parents=True)
        (folder / "file").write_text(text)
    return new, old


def no_swap(_old: FolderEntry, _new: FolderEntry) -> None:
    raise OSError(errno.EINVAL, "the file system cannot")


def content(pair: tuple[Path, Path]) -> list[str]:
    return [(folder / "file").read_text() for folder in pair]


@pytest.mark.parametrize("swap", [system_swap, no_swap])
def test_two_folders_swap_names(pair: tuple[Path, Path], swap: Swap) -> None:
    exchange(*pair, swap=swap)
    assert content(pair) == ["old", "new"]
    assert sorted(path.name for path in pair[1].parent.iterdir()) == ["old", "staging"]
    assert [path.name for path in pair[0].parent.iterdir()] == ["new"]


def test_the_system_swaps_in_one_step(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "rename", None)
    exchange(*pair)
    assert content(pair) == ["old", "new"]


class Macos:
    """Swaps like the C library of macOS, or refuses with an error number."""

    def __init__(self, error: int = 0) -> None:
        self.error = error

    def renameatx_np(self, here: int, one: bytes, there: int, other: bytes, flags: int) -> int:
        assert (here, there, flags) == (AT_FDCWD, AT_FDCWD, 2)
        if self.error:
            ctypes.set_errno(self.error)
            return -1
        system_swap(entry_of(os.fsdecode(one)), entry_of(os.fsdecode(other)))
        return 0


def test_macos_swaps_in_one_step(pair: tuple[Path, Path]) -> None:
    exchange(*pair, swap=swap_by(Macos()))
    assert content(pair) == ["old", "new"]
    with pytest.raises(OSError, match=os.strerror(errno.EBUSY)):
        exchange(*pair, swap=swap_by(Macos(errno.EBUSY)))


@pytest.mark.parametrize("library", [object(), None, Macos(errno.ENOTSUP)])
def test_another_system_renames(pair: tuple[Path, Path], library: object) -> None:
    exchange(*pair, swap=swap_by(library))
    assert content(pair) == ["old", "new"]


def test_what_cannot_be_renamed_either_stays(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    rename, new = os.rename, pair[0]

    def refuse(old: str, to: str, **folders: int) -> None:
        if old == str(new):
            raise OSError(errno.EBUSY, "busy")
        rename(old, to, **folders)

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(OSError, match="busy"):
        exchange(*pair, swap=no_swap)
    assert content(pair) == ["new", "old"]


def test_another_refusal_is_no_reason_to_rename(pair: tuple[Path, Path]) -> None:
    def other_device(_old: FolderEntry, _new: FolderEntry) -> None:
        raise OSError(errno.EXDEV, "another device")

    with pytest.raises(OSError, match="another device"):
        exchange(*pair, swap=other_device)
    assert content(pair) == ["new", "old"]


def test_a_missing_folder_is_an_error_and_changes_nothing(pair: tuple[Path, Path], tmp_path: Path) -> None:
    for swap in (system_swap, no_swap):
        with pytest.raises(FileNotFoundError):
            exchange(tmp_path / "none", pair[1], swap=swap)
        assert (pair[1] / "file").read_text() == "old"


@pytest.mark.parametrize("renames", [0, 1, 2, 3])
def test_an_exchange_that_was_killed_is_completed(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    done = 0
    rename = os.rename

    def killed(old: str, new: str, **folders: int) -> None:
        nonlocal done
        if done == renames:
            raise KeyboardInterrupt
        done += 1
        rename(old, new, **folders)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", killed)
        if renames < 3:
            with pytest.raises(KeyboardInterrupt):
                exchange(*pair, swap=no_swap)
        else:
            exchange(*pair, swap=no_swap)
    finish_exchange(*pair)
    assert content(pair) == (["old", "new"] if renames else ["new", "old"])
    finish_exchange(*pair)
    assert content(pair) == (["old", "new"] if renames else ["new", "old"])


def test_an_exchange_whose_new_folder_is_gone_gives_the_old_one_back(pair: tuple[Path, Path]) -> None:
    new, old = pair
    old.rename(new.with_name("new.aside"))
    (new / "file").unlink()
    new.rmdir()
    finish_exchange(new, old)
    assert (old / "file").read_text() == "old"


def test_what_cannot_be_put_back_in_its_place_is_undone(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    rename, new = os.rename, pair[0]

    def refuse(old: str, to: str, **folders: int) -> None:
        if to == str(new) and old == f"{new}.aside":
            raise OSError(errno.ENOSPC, "full")
        rename(old, to, **folders)

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(OSError, match="full"):
        exchange(*pair, swap=no_swap)
    assert content(pair) == ["new", "old"]


class Refusing:
    """Is Linux or macOS on a file system that knows no special rename, or says something else."""

    def __init__(self, error: int, system: str) -> None:
        self.error = error
        self.flag = {"linux": 1, "macos": 4}[system]
        setattr(self, {"linux": "renameat2", "macos": "renameatx_np"}[system], self.rename)

    def rename(self, *arguments: object) -> int:
        assert arguments[-1] == self.flag
        ctypes.set_errno(self.error)
        return -1


LIBRARIES = [None, object(), *(Refusing(number, "linux") for number in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP))]
LIBRARIES += [Refusing(errno.ENOTSUP, "macos")]


@pytest.mark.parametrize("take", [system_take_name, *map(take_name_by, LIBRARIES)])
def test_a_free_name_is_taken_and_no_other(pair: tuple[Path, Path], take: Swap, tmp_path: Path) -> None:
    new, old = pair
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "file").touch()
    for taken in (old, tmp_path / "empty", tmp_path / "link", tmp_path / "file"):
        with pytest.raises(FileExistsError):
            take(entry_of(new), entry_of(taken))
    assert content(pair) == ["new", "old"]
    take(entry_of(new), entry_of(tmp_path / "free"))
    assert (tmp_path / "free" / "file").read_text() == "new"


@pytest.mark.parametrize("system", ["linux", "macos"])
@pytest.mark.parametrize("number", [errno.EEXIST, errno.EXDEV, errno.EACCES, errno.ENOSPC])
def test_a_refusal_is_never_a_reason_to_rename_plainly(
    pair: tuple[Path, Path], tmp_path: Path, system: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "rename", None)
    with pytest.raises(OSError, match=os.strerror(number)):
        take_name_by(Refusing(number, system))(entry_of(pair[0]), entry_of(tmp_path / "free"))


def test_names_in_open_folders_swap_whatever_their_paths_lead_to_now(pair: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "somebody").mkdir()
    with entry_of(tmp_path / "staging").open() as staging, entry_of(tmp_path).open() as top:
        (tmp_path / "staging").rename(tmp_path / "moved")
        (tmp_path / "staging").symlink_to("somebody")
        for swap in (system_swap, no_swap):
            exchange(staging / "new", top / "old", swap=swap)
        system_take_name(staging / "new", top / "free")
    assert (pair[1] / "file").read_text() == "old"
    assert (tmp_path / "free" / "file").read_text() == "new"
    assert list((tmp_path / "somebody").iterdir()) == []

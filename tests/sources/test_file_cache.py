import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.model.digest import sha256
from skillpack.sources.file_cache import Store, drop_unused, is_kept, keep

DAY = 24 * 60 * 60


@pytest.fixture
def aged(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that keeps files of ten bytes which were last used so many days ago."""

    def make(**days: float) -> Path:
        for name, age in days.items():
            place = tmp_path / name[:1] / name
            keep(place, (b"01234", b"56789"))
            used = place.stat().st_mtime - age * DAY
            os.utime(place, (used, used))
        return tmp_path

    return make


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


def test_a_file_is_kept_whole(tmp_path: Path) -> None:
    keep(tmp_path / "a/b", (b"one", b"two"))
    assert (tmp_path / "a/b").read_bytes() == b"onetwo"
    assert left(tmp_path) == {"b"}


def test_a_disk_that_refuses_keeps_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b/c").touch()
    keep(tmp_path / "b", (b"one",))
    keep(tmp_path / "b/c/d", (b"one",))
    assert left(tmp_path) == {"c"}


def test_what_fits_stays_however_old(aged) -> None:
    folder = aged(a=100, b=200)
    drop_unused(folder, most=20)
    assert left(folder) == {"a", "b"}


def test_the_longest_unused_goes_first(aged) -> None:
    folder = aged(ab=3, ac=5, b=4, c=2)
    drop_unused(folder, most=25)
    assert left(folder) == {"ab", "c"}


def test_asking_for_a_file_is_a_use(aged) -> None:
    folder = aged(a=5, b=4, c=3)
    assert is_kept(folder / "a/a")
    assert not is_kept(folder / "a/none")
    drop_unused(folder, most=20)
    assert left(folder) == {"a", "c"}


def test_what_another_build_may_be_using_stays_even_where_it_does_not_fit(aged) -> None:
    folder = aged(a=0.9, b=0, c=1.1)
    drop_unused(folder, most=5)
    assert left(folder) == {"a", "b"}


def test_halves_of_killed_builds_go_as_well(aged) -> None:
    folder = aged(a=2)
    (folder / "a/b.0a1b2c3d").write_bytes(b"0123")
    os.utime(folder / "a/b.0a1b2c3d", (1, 1))
    drop_unused(folder, most=10)
    assert left(folder) == {"a"}


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    drop_unused(tmp_path / "nowhere")


CONTENT = b"bytes"
DIGEST = sha256(CONTENT)


def test_gives_back_what_was_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "a/b")
    assert store.get(DIGEST) is None
    assert not store.has(DIGEST)
    store.put(DIGEST, CONTENT)
    store.put(DIGEST, CONTENT)
    assert store.has(DIGEST)
    assert store.get(DIGEST) == CONTENT
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_what_the_disk_spoiled_is_absent(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(DIGEST, CONTENT)
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.write_bytes(b"bytez")
    assert store.get(DIGEST) is None


def test_a_disk_that_refuses_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = Store(tmp_path / "file")
    store.put(DIGEST, CONTENT)
    assert store.get(DIGEST) is None

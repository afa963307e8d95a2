"""Files that another process makes for an output, and what becomes of those that nobody wants."""

import os
import pickle
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.files.folder import FolderOutput
from skillpack.files.output import ComparedOutput, Output
from skillpack.files.staging import WorkerFile, WorkerOutput, discard
from skillpack.model.output import OutputFile

HOMES = ("skills/a", "archives/a")
FILES = {"skills/a/index.html": b"page", "skills/a/raw/x/y.png": b"image", "archives/a/a-1.zip": b"zip"}


def _stream(files: dict[str, bytes]) -> Iterator[OutputFile]:
    return (OutputFile(path, (content[:2], content[2:])) for path, content in files.items())


def _made(output: Output, files: dict[str, bytes], homes: tuple[str, ...] = HOMES) -> WorkerFile:
    """Return what another process made: it and its worker_staging cross a border."""
    worker_staging = output.worker_staging
    assert worker_staging is not None
    worker = WorkerOutput(pickle.loads(pickle.dumps(worker_staging)))  # noqa: S301 our own bytes
    return pickle.loads(pickle.dumps(worker.make(_stream(files), homes=homes)))  # noqa: S301


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "dist"


@pytest.fixture
def write(folder: Path) -> Callable[[dict[str, bytes]], None]:
    def written(files: dict[str, bytes]) -> None:
        with FolderOutput(folder) as output:
            for file in _stream(files):
                output.put(file)
            output.commit()

    return written


@pytest.fixture
def shown(folder: Path, seen) -> Callable[[], dict[str, bytes]]:
    def files() -> dict[str, bytes]:
        found = seen(folder)
        assert found.pop(".skillpack-site")
        return found

    return files


def _beside(folder: Path) -> list[str]:
    return [path.name for path in folder.parent.iterdir() if path != folder and not path.name.endswith("lock")]


@pytest.mark.parametrize("homes", [HOMES, ()])
def test_what_was_made_apart_is_seen_as_if_it_had_been_put(folder: Path, write, shown, homes) -> None:
    write(FILES | {"index.html": b"home"})
    by_hand = (folder / ".skillpack-site").read_bytes()
    other = folder.parent / "other"
    with FolderOutput(other) as output:
        output.put(OutputFile("index.html", (b"home",)))
        output.adopt(_made(output, FILES, homes))
        assert {path: output.get(path) for path in FILES} == FILES
        output.commit()

    assert (other / ".skillpack-site").read_bytes() == by_hand
    assert {path.relative_to(other).as_posix() for path in other.rglob("*")} == {
        path.relative_to(folder).as_posix() for path in folder.rglob("*")
    }
    assert shown() == FILES | {"index.html": b"home"}


def test_what_equals_the_old_site_is_not_written(folder: Path, write, shown) -> None:
    write(FILES)
    before = (folder / "archives/a/a-1.zip").stat()
    with FolderOutput(folder) as output:
        made = _made(output, FILES | {"skills/a/index.html": b"new page"})
        assert made.written == {"skills/a/index.html"}
        assert {path: made.read(path) for path in FILES} == FILES | {"skills/a/index.html": b"new page"}
        output.adopt(made)
        output.commit()
    after = (folder / "archives/a/a-1.zip").stat()

    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert shown() == FILES | {"skills/a/index.html": b"new page"}


def test_what_is_behind_a_link_of_the_old_site_is_not_taken_for_it(folder: Path, write) -> None:
    write(FILES)
    (folder / "archives/a/a-1.zip").rename(folder.parent / "moved")
    (folder / "archives/a/a-1.zip").symlink_to(folder.parent / "moved")
    with FolderOutput(folder) as output:
        assert "archives/a/a-1.zip" in _made(output, FILES).written


def test_what_loses_its_name_is_neither_seen_nor_left(folder: Path, shown) -> None:
    with FolderOutput(folder) as output:
        winner = _made(output, FILES)
        _made(output, dict.fromkeys([*FILES, "skills/a/more.html"], b"of the loser"))
        output.adopt(winner)
        output.commit()

    assert shown() == FILES
    assert _beside(folder) == []


@pytest.mark.parametrize("old", [{}, FILES, {"index.html": b"home"}])
@pytest.mark.parametrize("few", [0, 100])
def test_what_nobody_asks_for_is_left_nowhere(folder: Path, write, seen, old, few) -> None:
    if old:
        write(old)
    with FolderOutput(folder, few=few) as output:
        _made(output, {"skills/b/index.html": b"b"}, ("skills/b",))
        output.put(OutputFile("index.html", (b"new",)))
        output.commit()

    assert set(seen(folder)) == {"index.html", ".skillpack-site"}
    assert _beside(folder) == []


def test_a_build_that_fails_leaves_nothing_of_it(folder: Path) -> None:
    def build() -> None:
        with FolderOutput(folder) as output:
            output.adopt(_made(output, FILES))
            _made(output, {"skills/b/index.html": b"b"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        build()

    assert not folder.exists()
    assert _beside(folder) == []


def test_of_what_was_made_a_part_may_be_wanted(folder: Path, shown) -> None:
    with FolderOutput(folder) as output:
        made = _made(output, FILES)
        assert made.only(list(FILES)) is made
        output.adopt(made.only(["skills/a/index.html"]))
        assert output.get("archives/a/a-1.zip") is None
        output.commit()

    assert shown() == {"skills/a/index.html": b"page"}


def test_files_join_those_that_are_there(folder: Path, shown) -> None:
    with FolderOutput(folder) as output:
        output.put(OutputFile("skills/a/skill.json", (b"{}",)))
        output.adopt(_made(output, FILES))
        output.put(OutputFile("skills/a/raw/z.png", (b"z",)))
        output.commit()

    assert shown() == FILES | {"skills/a/skill.json": b"{}", "skills/a/raw/z.png": b"z"}


def test_files_may_be_made_where_they_belong(folder: Path, shown) -> None:
    with FolderOutput(folder) as output:
        output.adopt(_made(output, FILES))
        worker_staging = output.worker_staging
        assert worker_staging is not None
        for name in ("a", "b"):
            worker = WorkerOutput(worker_staging, worker_staging.site)
            output.adopt(worker.make(_stream({f"skills/{name}/skill.json": name.encode()})))
        output.commit()

    assert shown() == FILES | {"skills/a/skill.json": b"a", "skills/b/skill.json": b"b"}


def test_a_path_is_given_once(folder: Path) -> None:
    with FolderOutput(folder) as output:
        output.adopt(_made(output, FILES))
        with pytest.raises(OutputError, match=r"two files of the output are called `skills/a/index\.html`"):
            output.adopt(_made(output, {"skills/a/index.html": b"again"}, ()))


@pytest.mark.parametrize("path", ["../x", "/x", "skills/../x", ".skillpack-site"])
def test_no_file_is_made_anywhere_else(folder: Path, path: str) -> None:
    with FolderOutput(folder) as output, pytest.raises(OutputError):
        _made(output, {path: b"x"})


def test_modes_are_ours_whatever_the_umask(folder: Path) -> None:
    before = os.umask(0o077)
    try:
        with FolderOutput(folder) as output:
            output.adopt(_made(output, FILES))
            output.commit()
    finally:
        os.umask(before)
    modes = {path.is_dir(): stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}

    assert modes == {True: 0o755, False: 0o644}


def test_a_comparison_finds_what_was_made_apart(folder: Path, write, seen) -> None:
    write(FILES | {"skills/b/index.html": b"b"})
    before = seen(folder)
    with ComparedOutput(folder) as output:
        output.adopt(_made(output, {**FILES, "skills/a/index.html": b"other", "skills/c/index.html": b"c"}))
        assert output.get("skills/a/index.html") == b"other"
        assert output.get("archives/a/a-1.zip") == b"zip"
        output.commit()

    assert output.different == ("skills/a/index.html",)
    assert output.missing == ("skills/c/index.html",)
    assert output.extra == ("skills/b/index.html",)
    assert seen(folder) == before


def test_workers_of_a_killed_build_do_not_write_into_the_next_one(folder: Path, tmp_path: Path) -> None:
    output = FolderOutput(folder)
    worker_staging = output.worker_staging
    assert worker_staging is not None
    late, later = WorkerOutput(worker_staging), WorkerOutput(worker_staging, worker_staging.site)
    late.make(_stream({"skills/a/one.html": b"1"}))
    output.close()
    for worker in (late, later):
        with pytest.raises(OutputError):
            worker.make(_stream({"skills/a/two.html": b"2"}))

    assert list(tmp_path.iterdir()) == []


def test_what_is_discarded_is_deleted_and_nothing_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "somebody").mkdir()
    (tmp_path / "somebody" / "file").write_text("mine")
    (tmp_path / "staging" / "deep").mkdir(parents=True)
    (tmp_path / "staging" / "deep" / "link").symlink_to(tmp_path / "somebody")
    (tmp_path / "link").symlink_to("somebody")
    for name in ("staging", "link", "none"):
        discard(str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "somebody"]
    assert (tmp_path / "somebody" / "file").read_text() == "mine"

"""Builds with other processes: the same bytes, whoever writes them."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from skillpack.builder.build import Built, build_site
from skillpack.builder.dask_cluster import connect
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.load import LoadChunk
from skillpack.builder.outputs.output import TaskChunk
from skillpack.builder.store import BuildStore
from skillpack.cli.main import run
from skillpack.errors import SkillpackError
from skillpack.files.folder import FolderOutput
from skillpack.model.progress import Progress, Report, silent

HEAD = """
[catalog]
name = "acme"
[discovery]
legacy = true
[[source]]
path = "first"
[[source]]
path = "second"
"""


class Elsewhere(Executor):
    """An executor on a machine that sees none of our files: all that goes there and comes back is bytes."""

    def __init__(self) -> None:
        self.tasks: list[str] = []

    def submit(self, fn: Callable[..., Any], /, *args: object, **_: object) -> Future[Any]:
        there, (packed,) = pickle.loads(pickle.dumps((fn, args)))  # noqa: S301 our own bytes
        task, given = pickle.loads(pickle.loads(packed)[1])  # noqa: S301
        assert not isinstance(given, LoadChunk | TaskChunk) or given.worker_staging is None
        assert not isinstance(given, LoadChunk) or (given.store == "" and given.trees)
        self.tasks.append(task.__name__)
        future: Future[Any] = Future()
        future.set_result(pickle.loads(pickle.dumps(there(packed))))  # noqa: S301
        return future

    def shutdown(self, wait: bool = True) -> None:  # noqa: FBT001, FBT002 as that of Dask, which knows no `cancel_futures`
        pass


class Dying(ProcessPoolExecutor):
    """A pool one of whose processes ends in the middle of its work."""

    def __init__(self) -> None:
        super().__init__(2, mp_context=get_context("forkserver"))
        self.left = 3

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> Future[Any]:
        self.left -= 1
        return super().submit(os._exit, 1) if self.left == 0 else super().submit(fn, *args, **kwargs)


class Away(Elsewhere):
    """One for whom the sources are gone as soon as they travel."""

    def __init__(self, source: Path) -> None:
        super().__init__()
        self.source = source

    def submit(self, fn: Callable[..., Any], /, *args: object, **more: object) -> Future[Any]:
        hidden = self.source.rename(self.source.with_name("hidden"))
        try:
            return super().submit(fn, *args, **more)
        finally:
            hidden.rename(self.source)


@pytest.fixture
def source(write_skill, tmp_path: Path) -> Path:
    """Two sources that claim the same names, in a folder and in files, and skills that cannot be published."""
    for number in range(70):
        files = {f"notes/{number}.md": b"# Note\n", "run.py": b"print(1)\n"} if number % 3 else {}
        write_skill(f"s{number:02}", root="source/first" if number % 2 else "source/second", files=files)
    for number in (3, 4, 5, 40):
        write_skill(
            f"s{number:02}",
            root="source/second/deep" if number % 2 else "source/first/deep",
            body=f"\n# Loser or winner {number}\n",
            files={"only-here.md": b"# Here\n"},
        )
    # A name that its folder does not tell, and that another skill has.
    other = write_skill("elsewhere", root="source/second", files={"only-there.md": b"# There\n"}) / "SKILL.md"
    other.write_text(other.read_text().replace("name: elsewhere", "name: s07"))
    write_skill("withheld", root="source/first", body="\n")
    (tmp_path / "source/second/withheld-too").mkdir()
    (tmp_path / "source/second/withheld-too/SKILL.md").write_text("---\nname: Withheld_Too\n---\n\n# x\n")
    (tmp_path / "source/first/nameless").mkdir()
    (tmp_path / "source/first/nameless/SKILL.md").write_text("no front matter\n")
    (tmp_path / "source/skillpack.toml").write_text(HEAD)
    return tmp_path / "source"


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _build(source: Path, out: Path, jobs: int, *more: str) -> int:
    where = [str(source), "-o", str(out), "--cache", f"{out}-cache"]
    who = ["--jobs", str(jobs), "--executor", "processes" if jobs > 1 else "inline"]
    return run(["build", *where, *who, *more])


def _built(source: Path, out: Path, executor: Executor | None, report: Report = silent) -> Built:
    inputs = gather(locate(source), today="2026-01-31", date="")
    cache = BuildStore(None)
    try:
        with FolderOutput(out) as output:
            return build_site(inputs, output, cache, folder="", pool=lambda _: executor, report=report)
    finally:
        cache.close()


def _beside(out: Path) -> list[str]:
    return [path.name for path in out.parent.iterdir() if f".{out.name}." in path.name]


def _begun(out: Path, files: int) -> bool:
    """Return whether a site is begun beside its folder, with so many files."""
    found = [sum(len(names) for *_, names in os.walk(out.parent / name)) for name in _beside(out)]
    return bool(found) and sum(found) >= files


def test_whoever_writes_the_bytes_are_the_same(source: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    _build(source, one, 1)
    _build(source, two, 2)
    assert _files(one) == _files(two)
    assert not [path for path in _files(two) if "only-there" in path]
    assert _beside(two) == []

    for folder in sorted(source.glob("*/s1*")):
        shutil.rmtree(folder)
    for path in sorted(source.glob("*/s2*/SKILL.md")):
        path.write_text(path.read_text() + "\nMore.\n")
    shutil.rmtree(source / "first/deep/s04")
    before = {path: (two / path).stat().st_ino for path in _files(two)}
    again = _files(two)
    _build(source, one, 1)
    _build(source, two, 2)
    assert _files(one) == _files(two) != again
    for path, content in _files(two).items():
        if again.get(path) == content and path != ".skillpack-site":
            assert (two / path).stat().st_ino == before[path], path

    # Nothing is remembered, and everything is there: what is made again equals it.
    shutil.rmtree(f"{two}-cache")
    before = {path: (two / path).stat().st_ino for path in _files(two)}
    _build(source, two, 2)
    assert {path: (two / path).stat().st_ino for path in _files(two)} == before
    assert _beside(two) == []


def test_check_compares_what_others_made(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _build(source, tmp_path / "one", 1)
    before = _files(tmp_path / "one")
    capsys.readouterr()
    _build(source, tmp_path / "one", 2, "--check", "--json")
    same = capsys.readouterr().out
    (tmp_path / "one/skills/s01/index.html").write_bytes(b"somebody's")
    _build(source, tmp_path / "one", 2, "--check", "--json")
    other = capsys.readouterr().out

    assert "skills/s01/index.html" not in same
    assert "skills/s01/index.html" in other
    assert _files(tmp_path / "one") == before | {"skills/s01/index.html": b"somebody's"}


def test_an_executor_that_sees_no_disk_gives_the_same(source: Path, tmp_path: Path) -> None:
    elsewhere = Away(source)
    here, there = _built(source, tmp_path / "one", None), _built(source, tmp_path / "two", elsewhere)

    assert _files(tmp_path / "one") == _files(tmp_path / "two")
    assert here == there
    assert {"load_chunk", "render_tasks"} <= set(elsewhere.tasks)


def test_threads_give_the_same(source: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as threads:
        here, there = _built(source, tmp_path / "one", None), _built(source, tmp_path / "two", threads)

    assert _files(tmp_path / "one") == _files(tmp_path / "two")
    assert here == there


def test_a_worker_that_dies_leaves_nothing(source: Path, tmp_path: Path) -> None:
    with pytest.raises(SkillpackError, match="did not get a task done: BrokenProcessPool"), Dying() as pool:
        _built(source, tmp_path / "one", pool)

    assert not (tmp_path / "one").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["source"]


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    """Give a Dask cluster of two worker processes, with one thread each."""
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0") as made:
        yield made


def test_a_dask_worker_that_is_killed_is_survived(
    write_skill, source: Path, tmp_path: Path, cluster: LocalCluster
) -> None:
    for number in range(120):
        write_skill(f"more-{number}", root="source/first", files={"run.py": b"print(1)\n"})
    killed: list[int] = []
    tasks: list[str] = []

    def kill(progress: Progress) -> None:
        """Kill the worker that has most to do, once something is done."""
        if progress.step == "skills" and not killed:
            known = cluster.scheduler.workers
            busy = max(cluster.workers.values(), key=lambda each: len(known[each.worker_address].processing))
            tasks.extend(task.key for task in known[busy.worker_address].processing)
            killed.append(busy.pid)
            os.kill(busy.pid, signal.SIGKILL)

    executor = connect(cluster.scheduler_address.replace("tcp://", "dask://"))
    here, there = _built(source, tmp_path / "one", None), _built(source, tmp_path / "two", executor, kill)

    assert killed
    assert tasks, "it had nothing to do when it was killed"
    assert killed[0] not in [each.pid for each in cluster.workers.values()]
    assert _files(tmp_path / "one") == _files(tmp_path / "two")
    assert here == there


@pytest.mark.parametrize("written", [0, 1, 100])
def test_a_killed_build_is_followed_by_a_whole_one(source: Path, tmp_path: Path, until, written: int) -> None:
    out = tmp_path / "one"
    command = [sys.executable, "-m", "skillpack", "build", str(source), "-o", str(out), "--no-cache"]
    more = ["--jobs", "2", "--executor", "processes"]
    process = subprocess.Popen([*command, *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    # It has begun, and perhaps written so many files.
    assert until(lambda: process.poll() is not None or _begun(out, written), pause=0.005)
    assert process.poll() is None, "it was not killed"
    process.send_signal(signal.SIGKILL)
    # At once: the workers of the other may not have ended yet.
    _build(source, out, 2)
    process.communicate()

    _build(source, tmp_path / "two", 1)
    assert _files(out) == _files(tmp_path / "two")
    assert _beside(out) == []

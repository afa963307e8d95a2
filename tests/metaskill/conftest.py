"""Runs of programs for the tests of the room."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from skillpack.metaskill.command import CommandPolicy, CommandRule
from skillpack.metaskill.engine import engine_folder
from skillpack.metaskill.grant import ProgramGrant, RunLimits
from skillpack.metaskill.host import Run, RunResult, run_program

MARK = f"started-by-{os.getpid()}"
Go = Callable[..., RunResult]
AtOnce = Callable[[Mapping[str, Callable[[Go], object]]], dict[str, Future[object]]]


@pytest.fixture(scope="session")
def mark() -> str:
    """Return a word for the command line of what a test starts in the worker's place, by which it is found again."""
    return MARK


@pytest.fixture
def go(tmp_path: Path) -> Go:
    """Run a program: its lines, an input, what answers its questions, commands that are allowed, limits."""
    return _going(tmp_path)


@pytest.fixture(scope="module")
def at_once(tmp_path_factory: pytest.TempPathFactory) -> AtOnce:
    """Return a function that does things at once, each with a `go`, and asserts that nothing is left of them then.

    It is for what lasts until its time is up, so that many wait as long as one.
    """

    def do(things: Mapping[str, Callable[[Go], object]]) -> dict[str, Future[object]]:
        go, folder = _going(tmp_path_factory.mktemp("workspace")), tmp_path_factory.mktemp("temporary")
        with (
            pytest.MonkeyPatch.context() as patch,
            _nothing_left(folder, patch),
            ThreadPoolExecutor(len(things)) as pool,
        ):
            return {name: pool.submit(thing, go) for name, thing in things.items()}

    return do


def _going(folder: Path) -> Go:
    def run(source: str, given: dict[str, object] | None = None, **more: object) -> RunResult:
        allowed = tuple(CommandRule(tuple(words)) for words in more.pop("allowed", ()))  # type: ignore[attr-defined]
        grant = ProgramGrant(
            ask=more.pop("ask", None),  # type: ignore[arg-type]
            commands=CommandPolicy(allowed),
            limits=more.pop("limits", RunLimits(seconds=30)),  # type: ignore[arg-type]
        )
        argv, engine = more.pop("argv", None), engine_folder()
        assert engine is not None
        return run_program(Run("it", source, engine, given or {}, grant, folder, {}, **more), argv)  # type: ignore[arg-type]

    return run


def _state(folder: Path) -> tuple[set[str], set[str], set[str]]:
    """Return our processes, our open descriptors by what they lead to, and the temporary files."""
    children: set[str] = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that ended in between
            children.update((task / "children").read_text().split())
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # it ended in between
        if MARK.encode() in words:
            children.add(process.name)
    links = set()
    for each in Path("/proc/self/fd").iterdir():
        try:
            links.add(f"{each.name} {each.readlink()}")
        except FileNotFoundError:
            continue  # the one that lists
    return children, links, {each.name for each in folder.iterdir()}


@contextmanager
def _nothing_left(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    patch.setattr(tempfile, "tempdir", str(folder))
    before = _state(folder)
    yield
    assert _state(folder) == before


@pytest.fixture
def leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Assert that a test leaves no process, no descriptor and no temporary file."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    with _nothing_left(folder, monkeypatch):
        yield

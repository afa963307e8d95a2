"""Runs of programs for the tests of the room."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skillpack.metaskill.command import CommandPolicy, CommandRule
from skillpack.metaskill.engine import engine_folder
from skillpack.metaskill.grant import ProgramGrant, RunLimits
from skillpack.metaskill.host import Run, RunResult, run_program

MARK = f"started-by-{os.getpid()}"
Go = Callable[..., RunResult]


@pytest.fixture
def mark() -> str:
    """Return a word for the command line of what a test starts in the worker's place, by which it is found again."""
    return MARK


@pytest.fixture
def go(tmp_path: Path) -> Go:
    """Run a program: its lines, an input, what answers its questions, commands that are allowed, limits."""

    def run(source: str, given: dict[str, object] | None = None, **more: object) -> RunResult:
        allowed = tuple(CommandRule(tuple(words)) for words in more.pop("allowed", ()))  # type: ignore[attr-defined]
        grant = ProgramGrant(
            ask=more.pop("ask", None),  # type: ignore[arg-type]
            commands=CommandPolicy(allowed),
            limits=more.pop("limits", RunLimits(seconds=30)),  # type: ignore[arg-type]
        )
        argv, engine = more.pop("argv", None), engine_folder()
        assert engine is not None
        return run_program(Run("it", source, engine, given or {}, grant, tmp_path, {}, **more), argv)  # type: ignore[arg-type]

    return run


def _state(folder: Path) -> tuple[set[str], set[str], set[str]]:
    """Return our processes, our open descriptors by what they lead to, and the temporary files."""
    children = {
        number for task in Path("/proc/self/task").iterdir() for number in (task / "children").read_text().split()
    }
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


@pytest.fixture
def leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Assert that a test leaves no process, no descriptor and no temporary file."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    before = _state(folder)
    yield
    assert _state(folder) == before

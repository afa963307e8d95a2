"""Runs of programs for the tests of the room."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skillpack.metaskill.command import CommandPolicy, CommandRule
from skillpack.metaskill.grant import ProgramGrant
from skillpack.metaskill.host import Run, RunResult, run_program
from skillpack.metaskill.limits import RunLimits

Go = Callable[..., RunResult]


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
        argv = more.pop("argv", None)
        return run_program(Run("it", source, given or {}, grant, tmp_path, {}, **more), argv)  # type: ignore[arg-type]

    return run


def _state(folder: str) -> tuple[set[str], set[str], set[str]]:
    """Return our children, our open descriptors by what they lead to, and the temporary files."""
    children = {
        number
        for task in os.listdir("/proc/self/task")
        for number in Path(f"/proc/self/task/{task}/children").read_text().split()
    }
    links = set()
    for each in os.listdir("/proc/self/fd"):
        try:
            links.add(f"{each} {os.readlink(f'/proc/self/fd/{each}')}")
        except FileNotFoundError:
            continue  # the one that lists
    return children, links, set(os.listdir(folder))


@pytest.fixture
def leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Assert that a test leaves no process, no descriptor and no temporary file."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    before = _state(str(folder))
    yield
    assert _state(str(folder)) == before

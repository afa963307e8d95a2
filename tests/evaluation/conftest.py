"""Small programs that stand for agents and graders."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.evaluation.agent import Command

Program = Callable[..., Command]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Return a function that writes a Python program, and gives the command that runs it."""
    count = 0

    def make(text: str, *, seconds: float = 60.0, env: dict[str, str] | None = None) -> Command:
        nonlocal count
        count += 1
        file = tmp_path / f"program-{count}.py"
        file.write_text(text, encoding="utf-8")
        return Command((sys.executable, str(file)), sys.executable, env or {"PATH": "/usr/bin:/bin"}, seconds)

    return make

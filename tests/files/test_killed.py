"""Builds that are killed before a share of their steps on disk; `--every-step` kills before each."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("crash_child.py")
MEMORY = "/dev/shm"  # noqa: S108
CASES = ("first", "empty", "exchange", "three-renames", "journal", "foreign", "other-layer", "inside", "inside-first")
APART = ("apart", "apart-exchange", "apart-journal")


@pytest.fixture
def base() -> Iterator[Path]:
    """Give a folder in memory where there is one: a thousand builds wait for the disk otherwise."""
    folder = Path(tempfile.mkdtemp(dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
    yield folder
    for where, _, _ in os.walk(folder):
        Path(where).chmod(0o700)
    shutil.rmtree(folder)


@pytest.mark.parametrize("case", [*CASES, *APART])
def test_a_build_killed_before_any_step_leaves_the_old_site_or_the_new_one(
    base: Path, case: str, child_environment: dict[str, str], steps: str
) -> None:
    command = [sys.executable, CHILD, base, case, steps]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=child_environment)
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert found["steps"] > 15

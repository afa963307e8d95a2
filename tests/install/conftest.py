"""A root to change, in a folder of the test's own."""

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import skillpack

MEMORY = "/dev/shm"  # noqa: S108
NOBODY = 65534
Place = Any  # `changes.Place`


@pytest.fixture(scope="session")
def changes() -> ModuleType:
    """Give the versions of skills, the places and the changes that tests here share with the programs they run."""
    spec = importlib.util.spec_from_file_location("changes", Path(__file__).with_name("changes.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["changes"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def place(changes: ModuleType, base: Path) -> "Place":
    """Give a place for a root, which is not there yet."""
    return changes.Place(base, changes.SYSTEMS["exchange"])


@pytest.fixture
def base() -> Iterator[Path]:
    """Give a folder in memory where there is one: a thousand changes wait for the disk otherwise."""
    folder = Path(tempfile.mkdtemp(dir=MEMORY if os.access(MEMORY, os.W_OK) else None)).resolve()
    yield folder
    subprocess.run(["chmod", "-R", "u+rwx", folder], check=False, stderr=subprocess.DEVNULL)
    subprocess.run(["rm", "-rf", folder], check=True)  # however deep it is


@pytest.fixture(scope="session")
def child_environment() -> dict[str, str]:
    """Return an environment in which a child finds the package that is tested."""
    return {**os.environ, "PYTHONPATH": str(Path(skillpack.__file__).parents[1])}


@pytest.fixture
def unprivileged(base: Path) -> Iterator[None]:
    """Be a user for whom permissions count, who owns the folder of the test."""
    root = os.geteuid() == 0
    if root:
        os.chown(base, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)

"""Every test on disk is collected by the command that people type: for the name of a folder 513 once were not."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def _written(path: Path) -> Iterator[str]:
    """Yield what pytest calls each test of a file, without its parameters."""
    name = path.relative_to(TESTS.parent).as_posix()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield f"{name}::{node.name}"
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for each in node.body:
                if isinstance(each, ast.FunctionDef) and each.name.startswith("test_"):
                    yield f"{name}::{node.name}::{each.name}"


def _collected(config: pytest.Config) -> set[str]:
    """Return the tests that the command collects when nothing is chosen, without their parameters."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = ["-m", "pytest", "--collect-only", "--quiet", "--snapshot-warn-unused", "-p", "no:cacheprovider"]
    asked = [sys.executable, *command]
    printed = subprocess.run(asked, cwd=config.rootpath, env=clean, capture_output=True, text=True, check=True).stdout
    return {line.split("[")[0] for line in printed.splitlines() if line.startswith("tests/")}


def test_all_tests_on_disk_are_collected(request: pytest.FixtureRequest) -> None:
    written = {test for path in TESTS.rglob("test_*.py") for test in _written(path)}
    assert len(written) > 4000
    collected = {item.nodeid.split("[")[0] for item in request.session.items}
    # What somebody chose may be less than that, or more.
    if [Path(request.config.rootpath, each) for each in request.config.args] != [TESTS] or not written <= collected:
        collected = _collected(request.config)
    assert sorted(written - collected) == []

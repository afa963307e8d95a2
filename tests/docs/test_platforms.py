"""The workflow for macOS and Windows, which nobody runs here: what it names is there."""

import re
from pathlib import Path

import yaml

from skillpack.cli.main import VERBS

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "platforms.yml"


def scripts() -> list[str]:
    steps = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["install"]["steps"]
    return [step["run"] for step in steps if "run" in step]


def test_it_runs_tests_that_are_there() -> None:
    named = {path for script in scripts() for path in re.findall(r"\btests/\S+", script)}

    assert {"tests/files", "tests/install", "tests/end_to_end/test_installing.py"} <= named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_it_types_commands_that_are_there() -> None:
    verbs = {verb for section in VERBS.values() for verb in section}
    typed = {verb for script in scripts() for verb in re.findall(r"^skillpack ([a-z]+)", script, re.MULTILINE)}

    assert {"install", "verify", "doctor", "rollback", "uninstall"} <= typed <= verbs


def test_it_says_that_it_was_not_run_and_is_started_by_hand() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")

    assert "This workflow has not been run" in text
    assert yaml.safe_load(text)[True] == "workflow_dispatch", "`on` is a truth value in YAML 1.1"

"""Changes that are killed, interrupted or refused before a share of their steps on disk; `--every-step` tries each."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHILD = Path(__file__).with_name("faults_child.py")
CHANGES = (
    *("install", "install-beside", "upgrade", "upgrade-again", "downgrade", "over-edits", "over-an-edited-previous"),
    *("adopt-in-place", "adopt-spoiled", "adopt-again"),
    *("uninstall", "uninstall-edited", "rollback", "rollback-edited", "put-back", "lot", "lock", "lock-again"),
)
REPLACING = ("upgrade-again", "over-an-edited-previous", "rollback-edited")


def test_every_change_is_tried(changes: ModuleType) -> None:
    assert set(CHANGES) == set(changes.CHANGES)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_killed_before_any_step_leaves_old_or_new_and_the_next_command_heals(
    base: Path, change: str, child_environment: dict[str, str], steps: str
) -> None:
    tried(base, change, "exchange", "kill", child_environment, steps)


@pytest.mark.parametrize("change", REPLACING)
def test_so_it_does_where_the_system_cannot_exchange(
    base: Path, change: str, child_environment: dict[str, str], steps: str
) -> None:
    tried(base, change, "renames", "kill", child_environment, steps)


@pytest.mark.parametrize(
    "change", ["install", "over-an-edited-previous", "uninstall", "rollback-edited", "lot", "lock"]
)
def test_an_interrupt_before_any_step_leaves_old_or_new_and_nothing_to_heal(
    base: Path, change: str, child_environment: dict[str, str], steps: str
) -> None:
    tried(base, change, "exchange", "interrupt", child_environment, steps)


@pytest.mark.parametrize(
    "change", ["install", "over-an-edited-previous", "uninstall", "rollback", "adopt-in-place", "lot", "lock"]
)
@pytest.mark.parametrize("fault", ["full", "EIO"])
def test_a_disk_that_refuses_any_step_leaves_the_old_version_and_no_debris(
    base: Path, change: str, fault: str, child_environment: dict[str, str], steps: str
) -> None:
    tried(base, change, "exchange", fault, child_environment, steps)


@pytest.mark.parametrize("fault", ["ENOSPC", "EACCES", "EROFS", "EMFILE", "interrupt"])
def test_so_does_one_that_refuses_otherwise(
    base: Path, fault: str, child_environment: dict[str, str], steps: str
) -> None:
    tried(base, "upgrade", "renames", fault, child_environment, steps)


def tried(base: Path, change: str, system: str, fault: str, environment: dict[str, str], steps: str) -> None:
    command = [sys.executable, CHILD, base, change, system, fault, steps]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert found["steps"] > 10

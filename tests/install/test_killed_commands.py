"""Commands that are killed and run again: no skill is ever mixed, and the second run ends what the first began.

`SKILLPACK_KILLS=1000` kills each command before every one of its steps on disk, and after the last one.
"""

import importlib
import json
import os
import subprocess
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("killed_commands.py")
KILLS = os.environ.get("SKILLPACK_KILLS", "5")
COMMANDS = (
    *("install", "install-newer", "install-force", "install-frozen", "install-locked", "update", "update-force"),
    *("rollback", "rollback-edited", "rollback-undo"),
    *("uninstall", "uninstall-force", "uninstall-purge", "adopt", "adopt-force"),
)


def test_every_command_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(CHILD.parent))
    assert set(COMMANDS) == set(importlib.import_module("killed_commands").COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_was_killed_and_is_run_again_ends_whole(base: Path, command: str, warm: Path) -> None:
    program = [warm / "python", CHILD, base, command, KILLS]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["mixed"] == []
    assert found["unfinished"] == []
    assert found["steps"] > 30
    assert found["kills"] >= min(int(KILLS), found["steps"])
    assert found["verify"] == (1 if command == "install-locked" else 0)  # which leaves what is not locked

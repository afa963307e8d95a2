"""Parts of a root's state that are replaced by links to somebody's folder while it is changed.

`--every-step` swaps before every step instead of a share of them, `SKILLPACK_SWAPS=all` every part instead of two.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("swapped_child.py")
HOW = os.environ.get("SKILLPACK_SWAPS", "")
CHANGES = ("install", "upgrade-again", "lot", "uninstall", "rollback-edited", "adopt-again", "lock-again")
KILLED = ("killed:upgrade-again", "killed:rollback-edited")


@pytest.mark.parametrize("change", [*CHANGES, *KILLED])
def test_a_link_in_the_place_of_any_part_at_any_step_harms_nobody_and_no_success_is_claimed(
    base: Path, change: str, child_environment: dict[str, str], steps: str
) -> None:
    command = [sys.executable, CHILD, base, change, steps, HOW]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=child_environment)
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert found["steps"] > 25
    assert found["swaps"] > found["tried"]

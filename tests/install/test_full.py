import json
import subprocess
import sys
from pathlib import Path

ROOM = Path(__file__).parent
OWN = ("unshare", "-rm")  # a user who may mount, in a namespace of its own


def test_a_disk_that_is_full_at_any_point_keeps_the_old_version_and_holds_no_debris(
    base: Path, child_environment: dict[str, str]
) -> None:
    """Where nobody may mount anything, the same by injection."""
    may_mount = subprocess.run([*OWN, "mount", "-t", "tmpfs", "none", base], check=False, capture_output=True)
    if may_mount.returncode == 0:
        command = [*OWN, sys.executable, ROOM / "full_child.py", base]
    else:
        command = [sys.executable, ROOM / "faults_child.py", base, "upgrade", "exchange", "full", "every"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=child_environment)
    found = json.loads(done.stdout)
    assert found["faults"] == []
    assert found.get("refused", 99) > 8
    assert found.get("placed", 99) > 8

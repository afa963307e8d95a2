"""The process that runs a program."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from skillpack.metaskill import worker

_PROBE = """
import json, runpy, socket, sys
said = runpy.run_path(sys.argv[1], run_name="probe")["_lock"]()
done = {}
for name, work in {
    "read": lambda: open("/etc/passwd").close(),
    "write": lambda: open(sys.argv[2], "w").close(),
    "list": lambda: __import__("os").listdir("/"),
}.items():
    try:
        work()
        done[name] = True
    except PermissionError:
        done[name] = False
print(json.dumps([said, done]))
"""


@pytest.mark.demand("K16")
def test_what_the_kernel_is_said_to_refuse_it_refuses(tmp_path) -> None:
    target = tmp_path / "written"
    argv = [sys.executable, "-I", "-S", "-c", _PROBE, worker.__file__, str(target)]
    said, done = json.loads(subprocess.run(argv, capture_output=True, check=True, text=True).stdout)
    allowed = not said
    assert done == {"read": allowed, "write": allowed, "list": allowed}
    assert target.exists() == allowed


@pytest.mark.demand("K16")
def test_it_imports_nothing_of_ours_and_nothing_that_is_slow() -> None:
    start, called, _ = worker.START.partition("supervisor.supervise(int(sys.argv[2]), worker.main)")
    assert called
    argv = [sys.executable, "-I", "-S", "-B", "-c", f"{start} print(*sys.modules)", str(Path(worker.__file__).parent)]
    loaded = subprocess.run(argv, capture_output=True, check=True, text=True).stdout.split()
    assert [name for name in loaded if name.startswith("skillpack")] == []
    assert not {"typing", "importlib.util", "contextlib", "pathlib", "subprocess"} & set(loaded)


@pytest.mark.demand("K16")
def test_nothing_beside_it_can_be_imported_afterwards() -> None:
    probe = worker.START.replace("worker.main", "lambda: __import__('envelope')")
    argv = [sys.executable, "-I", "-S", "-B", "-c", probe, str(Path(worker.__file__).parent), "-1"]
    done = subprocess.run(argv, capture_output=True, check=False, text=True)
    assert "No module named 'envelope'" in done.stderr

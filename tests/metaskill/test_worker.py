"""The process that runs a program."""

import json
import subprocess
import sys

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
def test_it_imports_nothing_of_ours() -> None:
    probe = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='probe'); print(*sys.modules)"
    argv = [sys.executable, "-I", "-S", "-c", probe, worker.__file__]
    loaded = subprocess.run(argv, capture_output=True, check=True, text=True).stdout.split()
    assert [name for name in loaded if name.startswith("skillpack")] == []

"""The process between a program and us."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.metaskill import process, supervisor
from skillpack.metaskill.command import CommandResult, Start, run_process
from skillpack.metaskill.process import Process

_IS_SUBREAPER = 37  # PR_GET_CHILD_SUBREAPER of <linux/prctl.h>
PYTHON = (sys.executable, "-I", "-S", "-c")


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., CommandResult]:
    """Run a line of Python, as a command of a skill is run."""

    def run(code: str, env: dict[str, str] | None = None) -> CommandResult:
        start = Start((*PYTHON, code), sys.executable, tmp_path, env or {})
        return run_process(start, timeout=60, most_bytes=100_000, cancelled=lambda: False)

    return run


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("", 0),
        ("raise SystemExit(7)", 7),
        ("raise SystemExit(126)", 126),
        ("import os; os.kill(os.getpid(), 15)", -15),
        ("import os; os.kill(os.getpid(), 9)", -9),
        ("import os; os.abort()", -6),
    ],
)
def test_it_ends_as_its_program_does(run, code, status) -> None:
    assert run(code).exit_code == status


def test_a_program_gets_its_name_its_words_and_its_folder(tmp_path) -> None:
    code = "import os, sys; print(sys.orig_argv[0], sys.argv[1:], os.getcwd())"
    argv = ("a name", *PYTHON[1:], code, "a b", "", "ü", "\udcff")
    start = Start(argv, sys.executable, tmp_path, {})
    done = run_process(start, timeout=60, most_bytes=1000, cancelled=lambda: False)
    assert (done.exit_code, done.output) == (0, f"a name ['a b', '', 'ü', '\\udcff'] {tmp_path}\n")


@pytest.mark.parametrize("env", [{}, {"A": "b=c", "LC_ALL": "C"}, {"PYTHONPATH": "/nowhere", "LC_CTYPE": "C.UTF-8"}])
def test_a_program_gets_the_environment_that_was_given_and_no_more(run, env) -> None:
    code = "print(open('/proc/self/environ', 'rb').read().decode())"
    given = dict(line.split("=", 1) for line in run(code, env).output.strip().split("\0") if line)
    assert given == env


def test_a_program_gets_signals_and_descriptors_as_without_it(tmp_path) -> None:
    code = "grep -E 'Sig(Ign|Blk)' /proc/self/status; ls /proc/self/fd"
    plain = subprocess.run(["sh", "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    start = Start(("sh", "-c", code), "/bin/sh", tmp_path, {"PATH": "/bin:/usr/bin"})
    assert run_process(start, timeout=60, most_bytes=1000, cancelled=lambda: False).output == plain.stdout


def test_a_script_that_signals_its_group_means_itself(tmp_path) -> None:
    script = "trap 'echo ended; exit 3' TERM; kill 0; sleep 60"
    start = Start(("sh", "-c", script), "/bin/sh", tmp_path, {"PATH": "/bin:/usr/bin"})
    done = run_process(start, timeout=60, most_bytes=1000, cancelled=lambda: False)
    assert (done.exit_code, done.output) == (3, "ended\n")


def test_what_cannot_run_says_why(tmp_path) -> None:
    program = tmp_path / "no-program"
    program.write_text("no shebang")
    program.chmod(0o755)
    start = Start(("no-program",), str(program), tmp_path, {})
    done = run_process(start, timeout=60, most_bytes=1000, cancelled=lambda: False)
    assert (done.exit_code, done.errors) == (supervisor.CANNOT_RUN, f"[Errno 8] Exec format error: '{program}'")


def test_a_host_that_ignores_its_children_learns_how_they_end() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        started = _started("raise SystemExit(7)")
    finally:
        signal.signal(signal.SIGCHLD, before)
    with started:
        assert started.popen.wait(60) == 7


def test_it_alone_gets_the_orphans_and_not_the_process_that_started_it(run) -> None:
    assert run("import os; os.fork() or os.setsid()").exit_code == 0
    found = ctypes.c_int(-1)
    ctypes.CDLL(None).prctl(_IS_SUBREAPER, ctypes.byref(found), 0, 0, 0)
    assert found.value == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM])
def test_a_program_ends_with_its_supervisor(number, until) -> None:
    with _started("import os, time; print(os.getpid(), flush=True); time.sleep(86400)") as started:
        pid = int(started.popen.stdout.readline())
        started.popen.send_signal(number)
        started.end()
        assert until(lambda: _is_gone(pid))


class TestWithoutSubreapers:
    @pytest.fixture(autouse=True)
    def elsewhere(self, monkeypatch) -> None:
        monkeypatch.setattr(process, "SUPERVISED", False)

    def test_a_command_runs_by_itself(self, run, tmp_path) -> None:
        done = run("import os; print(os.getppid(), os.environ['A'])", {"A": "b"})
        assert (done.exit_code, done.output) == (0, f"{os.getpid()} b\n")
        start = Start(("no-such",), "/no/such", tmp_path, {})
        failed = run_process(start, timeout=60, most_bytes=100, cancelled=lambda: False)
        assert (failed.exit_code, failed.errors) == (None, "[Errno 2] No such file or directory: '/no/such'")

    def test_it_ends_with_its_process_group(self, run, until) -> None:
        done = run("import os, time\nnumber = os.fork()\nnumber or time.sleep(86400)\nprint(number)")
        assert done.exit_code == 0
        assert until(lambda: _is_gone(int(done.output)))


def _started(code: str) -> Process:
    words = [sys.executable, *PYTHON, code]
    return Process(words, env={}, folder="/", stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _is_gone(pid: int) -> bool:
    """Return whether a process ended; one that nobody asks for its end has ended too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True

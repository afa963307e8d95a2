"""The server in a process of its own: how it ends, and that nothing is left of it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

SKILL = "---\nname: {0}\ndescription: Does {0}. Use it.\nmetadata: {{metaskill-input: optional}}\n---\n\nDo it.\n"
PROGRAMS = {
    "loops": "def run(input):\n    for i in range(1000000000):\n        pass\n    return 1\n",
    "asks": 'def run(input):\n    return ask("what?", {})["answer"]\n',
    "waits": 'def run(input):\n    return command(["sleep", "70"], {})["result"]\n',
}
OPTIONS = ("--policy", "local", "--allow", "sleep", "--ask-command", "sleep 60")


@pytest.fixture
def root(write) -> Path:
    files = {f"{name}/SKILL.star": text for name, text in PROGRAMS.items()}
    return write({**files, **{f"{name}/SKILL.md": SKILL.format(name) for name in PROGRAMS}})


PATIENCE = 30.0  # seconds


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


def start_programs(server) -> set[int]:
    """Start a program of each kind, and return their processes."""
    server.asked("tools/list")
    for name in PROGRAMS:
        server.ask(name, "tools/call", name="run_metaskill", arguments={"name": name})
    until(lambda: len(server.children()) == 5)  # three programs, a question and a command
    return server.children()


def close(server) -> None:
    server.close()


def interrupt(server) -> None:
    server.process.send_signal(signal.SIGINT)


def terminate(server) -> None:
    server.process.send_signal(signal.SIGTERM)


@pytest.mark.parametrize(("end", "status"), [(close, 0), (interrupt, 130), (terminate, 130)])
def test_every_end_takes_programs_and_their_processes_along(wire, root: Path, end, status: int) -> None:
    with wire.Wire(root, *OPTIONS) as server:
        started = start_programs(server)
        end(server)
        assert server.process.wait(PATIENCE) == status
        until(lambda: not any(map(wire.runs, started)))
    assert b"Traceback" not in server.errors


def test_a_server_ends_with_its_client(wire, root: Path) -> None:
    client = (
        "import subprocess, sys, time\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(server.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    command = (sys.executable, "-c", client, sys.executable, "-m", "skillpack", "mcp", str(root))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        server = int(killed.stdout.readline())
        assert wire.runs(server)
        killed.kill()
        until(lambda: not wire.runs(server))


def test_a_call_that_is_cancelled_ends_its_program(wire, root: Path) -> None:
    with wire.Wire(root, *OPTIONS) as server:
        started = start_programs(server)
        cancelled = '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "%s"}}'
        server.send(*(cancelled % name for name in PROGRAMS))
        until(lambda: not any(map(wire.runs, started)))
        assert server.asked("tools/list")["tools"]


def test_what_else_runs_gets_an_empty_input_and_no_way_to_the_client(wire, write) -> None:
    root = write({"asks/SKILL.md": SKILL.format("asks"), "asks/SKILL.star": PROGRAMS["asks"]})
    with wire.Wire(root, "--policy", "local", "--ask-command", "sh -c 'echo noise >&2; cat >/dev/null; cat'") as server:
        answer = server.asked("tools/call", name="run_metaskill", arguments={"name": "asks"})
        assert '"answer":""' in answer["content"][0]["text"]

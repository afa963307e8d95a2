"""The server in a process of its own: how it ends, and that nothing is left of it."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from skillpack.metaskill.process import SUPERVISED

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


def start_programs(server, until) -> set[int]:
    """Start a program of each kind, and return their processes."""
    server.asked("tools/list")
    for name in PROGRAMS:
        server.ask(name, "tools/call", name="run_metaskill", arguments={"name": name})
    # Three programs, a question and a command, each with its supervisor where the system has them.
    assert until(lambda: len(server.children()) == (10 if SUPERVISED else 5))
    return server.children()


def close(server) -> None:
    server.close()


def interrupt(server) -> None:
    server.process.send_signal(signal.SIGINT)


def terminate(server) -> None:
    server.process.send_signal(signal.SIGTERM)


@pytest.mark.parametrize(("end", "status"), [(close, 0), (interrupt, 130), (terminate, 130)])
def test_every_end_takes_programs_and_their_processes_along(wire, until, root: Path, end, status: int) -> None:
    with wire.Wire(root, *OPTIONS) as server:
        started = start_programs(server, until)
        end(server)
        assert server.process.wait(PATIENCE) == status
        assert until(lambda: not any(map(wire.runs, started)))
    assert b"Traceback" not in server.errors


def test_a_server_ends_with_its_client(wire, until, root: Path) -> None:
    client = (
        "import subprocess, sys, threading\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(server.pid, flush=True)\n"
        "threading.Event().wait(600)\n"
    )
    command = (sys.executable, "-c", client, sys.executable, "-m", "skillpack", "mcp", str(root))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        server = int(killed.stdout.readline())
        assert wire.runs(server)
        killed.kill()
        assert until(lambda: not wire.runs(server))


def test_a_call_that_is_cancelled_ends_its_program(wire, until, root: Path) -> None:
    with wire.Wire(root, *OPTIONS) as server:
        started = start_programs(server, until)
        cancelled = '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "%s"}}'
        server.send(*(cancelled % name for name in PROGRAMS))
        assert until(lambda: not any(map(wire.runs, started)))
        assert server.asked("tools/list")["tools"]


def test_what_else_runs_gets_an_empty_input_and_no_way_to_the_client(serve, write) -> None:
    root = write({"asks/SKILL.md": SKILL.format("asks"), "asks/SKILL.star": PROGRAMS["asks"]})
    with serve(root, "--policy", "local", "--ask-command", "sh -c 'echo noise >&2; cat >/dev/null; cat'") as server:
        answer = server.asked("tools/call", name="run_metaskill", arguments={"name": "asks"})
        assert '"answer":""' in answer["content"][0]["text"]


@pytest.mark.parametrize("dialect", ["metis", "instructor", "metaskill"])
def test_a_skill_that_is_not_read_to_its_end_does_not_hide_the_good_one(
    serve, write, tmp_path: Path, monkeypatch, dialect: str
) -> None:
    text = "---\nname: pdf\ndescription: {}. Use it.\n{}---\n\nDo it.\n"
    bad = text.format("The bad one", "x: &base y\ndisable-model-invocation: true\n")
    root = write({"pdf/SKILL.md": bad, "../home/.metis/skills/pdf/SKILL.md": text.format("The good one", "")})
    monkeypatch.setenv("HOME", str(tmp_path / "home"))

    with serve("--root", root, "--global", "--dialect", dialect) as server:
        listed = server.asked("resources/list")["resources"]
        assert server.close() == 0

    assert [each["description"] for each in listed] == ["The good one. Use it."]
    assert b"left out: " in server.errors
    assert b"line 4: `&base` is a YAML anchor: skillpack stops reading the front matter there" in server.errors


GARBAGE = pytest.mark.parametrize(
    ("line", "code"), [("garbage", -32700), ('{"jsonrpc": "2.0", "id"', -32700), ("[1]", -32600), ('{"id": 1}', -32600)]
)
INITIALIZE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}


@GARBAGE
@pytest.mark.parametrize("first", [True, False])
def test_a_line_that_is_no_message_gets_an_error_and_the_server_lives_on(
    serve, root: Path, line: str, code: int, *, first: bool
) -> None:
    with serve(root) as server:
        if not first:
            assert server.asked("tools/list")["tools"]
        server.send("", line, "")
        answer = server.answer()
        assert (answer["id"], answer["error"]["code"]) == (None, code)
        assert server.asked("tools/list")["tools"]
        assert server.close() == 0


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
def test_the_extension_is_declared_in_every_handshake(serve, root: Path, version: str) -> None:
    with serve(root) as server:
        parameters = {**INITIALIZE, "protocolVersion": version}
        server.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": parameters}))
        declared = server.answer()["result"]
        assert declared["protocolVersion"] == version
        assert declared["capabilities"]["extensions"] == {"io.modelcontextprotocol/skills": {"directoryRead": True}}
        server.send('{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        server.send('{"jsonrpc": "2.0", "id": 2, "method": "skills/list", "params": {}}')
        assert len(server.answer()["result"]["skills"]) == len(PROGRAMS)


def test_a_client_that_leaves_in_the_handshake_leaves_no_traceback(root: Path) -> None:
    command = (sys.executable, "-m", "skillpack", "mcp", str(root))
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
        server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        errors = server.stderr.read()
        assert server.wait(PATIENCE) == 0
    assert b"Traceback" not in errors
    assert b"BrokenPipe" not in errors

"""A server on standard input and output, spoken to line by line: what a client of the SDK would not send too."""

import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

PATIENCE = 30.0  # seconds
_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def request(number: object, method: str, **params: object) -> str:
    """Return a request as a client of 2026-07-28 sends it."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": _META}})


class Wire:
    """A server that runs; at the end of the block it is gone.

    Args:
        arguments: Of `skillpack mcp`.
        python: The interpreter that runs it.
    """

    def __init__(self, *arguments: str | Path, python: str | Path = sys.executable) -> None:
        command = (python, "-m", "skillpack", "mcp", *map(str, arguments))
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        self.lines: queue.Queue[bytes] = queue.Queue()
        self.errors = b""
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._read, self._listen)]
        for thread in self._threads:
            thread.start()

    def send(self, *lines: str | bytes) -> None:
        """Send lines as they are."""
        for line in lines:
            self._stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self._stdin.flush()

    def ask(self, number: object, method: str, **params: object) -> None:
        """Send a request."""
        self.send(request(number, method, **params))

    def answer(self) -> dict[str, Any]:
        """Return the next message of the server; that it is one is checked."""
        message: dict[str, Any] = json.loads(self.lines.get(timeout=PATIENCE))
        assert message["jsonrpc"] == "2.0"
        return message

    def answers(self, count: int) -> dict[Any, dict[str, Any]]:
        """Return so many answers, by the number of the request."""
        return {message["id"]: message for message in (self.answer() for _ in range(count))}

    def asked(self, method: str, **params: object) -> dict[str, Any]:
        """Return what a request is answered with."""
        self.ask(method, method, **params)
        return self.answer()["result"]

    def close(self) -> int:
        """Close the client's end, and return the exit status."""
        self._stdin.close()
        return self.process.wait(PATIENCE)

    def children(self) -> set[int]:
        """Return the processes that the server has started, and theirs."""
        return descendants(self.process.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(BrokenPipeError):
            self._stdin.close()  # which ends it too where the process stands for another one
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()

    @property
    def _stdin(self) -> Any:
        return self.process.stdin

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)

    def _listen(self) -> None:
        self.errors = self.process.stderr.read()


def descendants(pid: int) -> set[int]:
    """Return the processes that a process has started, and theirs."""
    parents = {int(each): _parent(each) for each in os.listdir("/proc") if each.isdigit()}  # noqa: PTH208 names alone
    found = {pid}
    while more := {each for each, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def runs(pid: int) -> bool:
    """Return whether a process is there and has not ended."""
    return _stat(str(pid))[:1] not in ([], ["Z"])


def _parent(pid: str) -> int:
    return int((_stat(pid)[1:2] or ["0"])[0])


def _stat(pid: str) -> list[str]:
    """Return what Linux says of a process, from its state on; nothing of one that is gone."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []

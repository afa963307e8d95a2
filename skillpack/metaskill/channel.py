"""A child process that speaks in frames, none of which is believed, and that never outlives its channel."""

import json
import os
import selectors
import signal
import struct
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from skillpack.errors import MetaskillError
from skillpack.metaskill.process import Process

MOST_FRAME = 2**20  # bytes
_HEAD = struct.Struct(">I")
_PIECE = 2**16
_LOOK = 0.05  # seconds between two looks whether the run is cancelled
_GRACE = 0.2  # seconds in which a process that closed its output says how it ended
_ENDS = {
    signal.SIGSEGV: "the engine broke down: nested too deeply, or out of memory",
    signal.SIGABRT: "the engine gave up: out of memory",
    signal.SIGBUS: "the engine gave up: out of memory",
    signal.SIGXCPU: "the program takes too much processor time",
}


class Channel:
    """A child process; leaving the context ends it, with all that it started."""

    def __init__(self, start: str, words: Sequence[str], left: Callable[[], float]) -> None:
        """Start a process with an empty environment and no descriptor but its two pipes.

        Args:
            start: What Python runs; `words` are its arguments.
            left: Returns the seconds that the run may still take; raises where it may take none.
        """
        self._left = left
        self._read = bytearray()
        self._process = Process(
            words, start=start, env={}, folder="/", stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        pipes = self._process.popen.stdin, self._process.popen.stdout
        if pipes[0] is None or pipes[1] is None:
            raise MetaskillError("runtime error: no pipes")
        self._input, self._output = pipes[0], pipes[1]
        for pipe in (self._input, self._output):
            os.set_blocking(pipe.fileno(), False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.__exit__(*error)

    def send(self, frame: Mapping[str, Any]) -> None:
        """Give a frame to the process, as fast as it takes it.

        Raises:
            MetaskillError: The frame is too large, the process is gone, or the run may take no more time.
        """
        data = json.dumps(frame, allow_nan=False).encode()
        if len(data) > MOST_FRAME:
            raise MetaskillError(f"a value of {len(data)} bytes is too large")
        rest = memoryview(_HEAD.pack(len(data)) + data)
        while rest:
            self._wait(self._input.fileno(), selectors.EVENT_WRITE)
            try:
                rest = rest[os.write(self._input.fileno(), rest[:_PIECE]) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._end() from error

    def receive(self) -> dict[str, Any]:
        """Return the next frame: an object with a text `op`; nothing else of it is checked.

        Raises:
            MetaskillError: It is no such frame, the process is gone, or the run may take no more time.
        """
        (size,) = _HEAD.unpack(self._take(_HEAD.size))
        if size > MOST_FRAME:
            raise MetaskillError(f"runtime error: a value of {size} bytes is too large")
        try:
            frame = json.loads(self._take(size), parse_constant=_refused)
        except (ValueError, RecursionError):
            frame = None
        if not isinstance(frame, dict) or not isinstance(frame.get("op"), str):
            raise bad_frame()
        return frame

    def _take(self, size: int) -> bytes:
        while len(self._read) < size:
            self._wait(self._output.fileno(), selectors.EVENT_READ)
            try:
                piece = os.read(self._output.fileno(), _PIECE)
            except BlockingIOError:
                continue
            if not piece:
                raise self._end()
            self._read += piece
        found = bytes(self._read[:size])
        del self._read[:size]
        return found

    def _wait(self, descriptor: int, event: int) -> None:
        """Wait until a pipe is ready."""
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, event)
            while not selector.select(min(self._left(), _LOOK)):
                pass

    def _end(self) -> MetaskillError:
        """Return how a process ended that said nothing of it."""
        until = time.monotonic() + min(_GRACE, self._left())
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT  # its number stays taken until its group is ended
        while os.waitid(os.P_PID, self._process.popen.pid, look) is None and time.monotonic() < until:
            time.sleep(0.001)
        code = self._process.end()
        known = _ENDS.get(signal.Signals(-code)) if code < 0 else None
        return MetaskillError(f"runtime error: {known or f'the process of the program ended ({code})'}")


def bad_frame() -> MetaskillError:
    """Return the error that ends a run whose process does not keep to the protocol."""
    return MetaskillError("runtime error: the process of the program sent invalid data")


def _refused(text: str) -> float:
    raise ValueError(text)

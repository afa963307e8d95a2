"""One run of a metaskill: the program in its own process, everything that it wants decided and done here."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skillpack.errors import MetaskillError
from skillpack.metaskill import supervisor, worker
from skillpack.metaskill.channel import Channel, bad_frame
from skillpack.metaskill.effects import Effects
from skillpack.metaskill.envelope import Entry, clip, compact, json_like, normalised, rendered
from skillpack.metaskill.grant import ProgramGrant

_FAILURES = {
    "syntax": "syntax/resolve error",
    "no-run": "metaskill must define a run(input) function",
    "runtime": "runtime error",
    "return": "invalid metaskill return value",
}
_MOST_KIND = 200  # characters of an entry's kind, of a label
_MOST_MESSAGE = 4000  # characters of an error


@dataclass(frozen=True, slots=True)
class RunStep:
    """Something that a program did.

    Attributes:
        operation: `ask`, `command` or `trace`.
        label: The purpose of a question, the first words of a command, the kind of an entry.
        seconds: That it took.
        success: False for a question that hit a limit, and for a command that did not run or failed.
        data: Of an entry.
    """

    operation: str
    label: str
    seconds: float = 0.0
    success: bool = True
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """A program, and what it is run with.

    Attributes:
        source: The text of the program.
        engine: The folder of the engine.
        workspace: Where commands start.
        env: Of which commands get little.
        asks: How many questions a caller wants to allow; None for the usual number. `commands` likewise.
        cancelled: Set by somebody else to end the run.
        on_step: Told of each step when it is done.
    """

    name: str
    source: str
    engine: Path
    input: Mapping[str, Any]
    grant: ProgramGrant
    workspace: Path
    env: Mapping[str, str] = field(default_factory=dict)
    asks: int | None = None
    commands: int | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)
    on_step: Callable[[RunStep], None] = lambda step: None  # noqa: ARG005 nobody listens


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a run led to.

    Attributes:
        text: For the caller: a header and one JSON object.
        status: As the program gave it, else `ok`.
        asks: Questions that were asked; `commands` likewise.
        sandbox: What held the program, beside a process of its own: limits of the system, Landlock.
    """

    text: str
    status: str
    envelope: Mapping[str, Any]
    trace: tuple[Entry, ...]
    asks: int
    commands: int
    seconds: float
    sandbox: tuple[str, ...]


def run_program(run: Run, argv: tuple[str, ...] | None = None) -> RunResult:
    """Run a program once and return its result; whatever it does, its process is gone afterwards.

    Args:
        argv: The command that runs the program, instead of the worker.

    Raises:
        MetaskillError: The input is not JSON, or the run ended without a result: a limit is reached, the program fails,
            or returns what it may not. The message is for the model.
    """
    started = time.monotonic()

    def remaining() -> float:
        if run.cancelled.is_set():
            raise MetaskillError("cancelled")
        seconds = started + run.grant.limits.seconds - time.monotonic()
        if seconds <= 0:
            raise MetaskillError(f"metaskill timeout ({run.grant.limits.seconds:g}s) exceeded")
        return seconds

    host = _Host(run, remaining)
    start, words = (supervisor.START, (argv[0], *argv)) if argv else (worker.START, ())
    try:
        given = json_like(run.input)
    except ValueError as error:
        raise MetaskillError(f"invalid input: {error}") from error
    limits = {  # to which the system holds the process, by their names
        "RLIMIT_AS": run.grant.limits.memory,
        "RLIMIT_CPU": int(run.grant.limits.seconds) + 1,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_CORE": 0,
        "RLIMIT_NPROC": 0,
    }
    with Channel(start, words, remaining) as channel:
        channel.send({"engine": str(run.engine.parent), "limits": limits, "source": run.source, "input": given})
        value = host.serve(channel)
    envelope, trace = normalised(value), host.trace
    text = rendered(run.name, envelope, trace, run.grant.limits.result_characters)
    effects, seconds = host.effects, time.monotonic() - started
    return RunResult(
        text, envelope["status"], envelope, tuple(trace), effects.asked, effects.commanded, seconds, host.sandbox
    )


class _Host:
    """The host's side of one run."""

    def __init__(self, run: Run, remaining: Callable[[], float]) -> None:
        self._run, self._remaining = run, remaining
        self.effects = Effects(
            run.grant, run.workspace, run.env, remaining, run.cancelled.is_set, run.asks, run.commands
        )
        self._entries: list[Entry] = []
        self._dropped = 0
        self.sandbox: tuple[str, ...] = ()

    @property
    def trace(self) -> list[Entry]:
        """The entries of the program, and how many were too many."""
        cut = [{"kind": "truncated", "data": {"dropped": self._dropped}}] if self._dropped else []
        return [*self._entries, *cut]

    def serve(self, channel: Channel) -> Any:
        """Answer what the program asks for until it returns; return that.

        Raises:
            MetaskillError: It failed, or the run may not go on.
        """
        while True:
            frame = channel.receive()
            self._remaining()
            match frame:
                case {"op": "ready", "limits": list(limits), "locked": str(locked)}:
                    self.sandbox = tuple(str(each)[:_MOST_KIND] for each in [*limits, locked] if each)
                case {"op": "done", "value": value}:
                    return value
                case {"op": "fail", "kind": str(kind), "message": str(message)} if kind in _FAILURES:
                    raise MetaskillError(f"{_FAILURES[kind]}: {clip(message, _MOST_MESSAGE)[0]}")
                case {"op": "ask" | "command" | "trace" as operation, "args": [first, second]}:
                    channel.send({"value": self._done(operation, first, second)})
                case _:
                    raise bad_frame()

    def _done(self, operation: str, first: Any, second: Any) -> Any:
        """Return the answer to a call, and tell of it."""
        started = time.monotonic()
        if operation == "trace":
            self._note(first, second)
            return None
        if operation == "ask":
            answer = self.effects.ask(first, second)
            label, success = _label(second), not answer["exhausted"]
        else:
            answer = self.effects.command(first, second)
            label, success = _words(first), answer["ok"]
        self._run.on_step(RunStep(operation, label, time.monotonic() - started, success))
        return answer

    def _note(self, kind: Any, data: Any) -> None:
        """Keep an entry of the trace, within limits of number and size (K20)."""
        if not isinstance(kind, str) or not isinstance(data, dict):
            raise MetaskillError("runtime error: trace takes a text and a dictionary")
        limits = self._run.grant.limits
        if len(self._entries) >= limits.trace_entries:
            self._dropped += 1
            return
        entry: dict[str, Any] = {"kind": clip(kind, _MOST_KIND)[0]}
        try:
            sound = json_like(data)
        except ValueError as error:
            raise bad_frame() from error
        if len(compact(sound)) > limits.trace_characters:
            entry["data_truncated"] = True
        elif sound:
            entry["data"] = sound
        self._entries.append(entry)
        self._run.on_step(RunStep("trace", entry["kind"], data=entry.get("data", {})))


def _label(opts: Any) -> str:
    purpose = opts.get("purpose", "") if isinstance(opts, dict) else ""
    return clip(purpose, _MOST_KIND)[0] if isinstance(purpose, str) and purpose else "nested"


def _words(argv: Any) -> str:
    words = argv[:3] if isinstance(argv, list) else []
    return clip(" ".join(word for word in words if isinstance(word, str)), _MOST_KIND)[0]

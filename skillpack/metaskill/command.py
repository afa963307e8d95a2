"""Commands that a skill asks for: which may run, and how they run."""

import os
import selectors
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from skillpack.errors import UsageError
from skillpack.metaskill.process import Process

Decision = Literal["allow", "prompt", "forbid"]
_STRICTEST: dict[Decision, int] = {"allow": 0, "prompt": 1, "forbid": 2}
PATH = ("/usr/local/bin", "/usr/bin", "/bin")
_KEPT = ("LANG", "LC_ALL", "TERM", "TZ")
_ELSEWHERE = frozenset({"PWD", "OLDPWD"})  # folders of the shell that started us
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": "cat", "PAGER": "cat"}
_PIECE = 2**16  # bytes
_LOOK = 0.05  # seconds between two looks whether a process ended whose children hold its pipes


@dataclass(frozen=True, slots=True)
class CommandRule:
    """What is decided of the commands that begin with some words.

    Attributes:
        pattern: The first words; one that is a tuple stands for any of its words.
        match: Commands that the rule is for, as a shell splits them; `not_match` those that it must leave alone. They
            are tried when the rule is made, so that a rule that says something else than was meant never counts.
    """

    pattern: tuple[str | tuple[str, ...], ...]
    decision: Decision = "allow"
    match: tuple[str, ...] = ()
    not_match: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a rule that cannot be meant.

        Raises:
            UsageError: There is no pattern or no such decision, or an example is decided otherwise.
        """
        if not self.pattern or type(self.pattern) is not tuple:
            raise UsageError(f"the pattern of a rule is a tuple of words, not {self.pattern!r}")
        if self.decision not in _STRICTEST:
            raise UsageError(f"a rule has no decision `{self.decision}`", hint=f"it has {', '.join(_STRICTEST)}")
        for examples, wanted in ((self.match, True), (self.not_match, False)):
            for example in examples:
                if self.matches(shlex.split(example)) != wanted:
                    verb = "does not match" if wanted else "matches"
                    raise UsageError(f"the rule {self.pattern!r} {verb} its example `{example}`")

    def matches(self, argv: Sequence[str]) -> bool:
        """Return whether a command begins so."""
        return len(argv) >= len(self.pattern) and all(
            word in asked if isinstance(asked, tuple) else word == asked
            for word, asked in zip(argv, self.pattern, strict=False)
        )


@dataclass(frozen=True, slots=True)
class CommandPolicy:
    """Which commands may run; without a rule none.

    Rules say how a command begins and no more: a program that is allowed reads what its user may read, and one such as
    `find` or `git` runs others. They are no sandbox.

    Attributes:
        rules: Of those that match, the strictest counts.
        path: Absolute folders where programs are found by their names, the first one first. A program elsewhere is run
            by its absolute path alone, which a rule then has to name.
        timeout: Seconds that one command may take.
        most_bytes: Of what it may print; more is cut off.
    """

    rules: tuple[CommandRule, ...] = ()
    path: tuple[str, ...] = PATH
    timeout: float = 10.0
    most_bytes: int = 2**16

    def decide(self, argv: Sequence[str]) -> Decision:
        """Return the decision about a command."""
        if not argv or not argv[0] or (os.sep in argv[0] and not Path(argv[0]).is_absolute()):
            return "forbid"  # a program of the folder's own, such as `./run`, is nobody's that was allowed
        folder, _, name = argv[0].rpartition(os.sep)
        words = [name if folder in self.path else argv[0], *argv[1:]]
        found = [rule.decision for rule in self.rules if rule.matches(words)]
        return max(found, key=_STRICTEST.__getitem__, default="forbid")


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What became of a command.

    Attributes:
        exit_code: None where it could not be started or did not end in time.
        output: What it printed, without invalid bytes; `errors` the same of standard error.
        truncated: True where it printed more than may be kept.
        timed_out: True where it was ended.
    """

    exit_code: int | None
    output: str
    errors: str = ""
    truncated: bool = False
    timed_out: bool = False


def run_command(
    argv: Sequence[str],
    *,
    folder: Path,
    path: Sequence[str] = PATH,
    timeout: float,
    most_bytes: int,
    env: Mapping[str, str],
    cancelled: Callable[[], bool] = lambda: False,
) -> CommandResult:
    """Return the result of a command: no shell, no input, a small environment, and nothing of it left behind.

    Args:
        folder: Where it starts.
        path: Folders where its program is found, and those that it starts.
        timeout: Seconds; then it is ended, with all that it started.
        most_bytes: Of output and of errors, each; then it is ended as well.
        env: The environment, of which language, terminal and time zone are passed on.
        cancelled: Returns True once nobody waits any more; then it is ended too.
    """
    with tempfile.TemporaryDirectory(prefix="skillpack-home-") as home:
        given = {"PATH": os.pathsep.join(path), "HOME": home, "TMPDIR": home, **_QUIET}
        given |= {name: env[name] for name in _KEPT if name in env}
        program = shutil.which(argv[0], path=given["PATH"])
        if program is None:
            return CommandResult(None, "", f"{argv[0]}: not found")
        start = Start(tuple(argv), program, folder, given)
        return run_process(start, timeout=timeout, most_bytes=most_bytes, cancelled=cancelled)


@dataclass(frozen=True, slots=True)
class Start:
    """A process to start.

    Attributes:
        env: The whole of its environment, but for the folders that a shell notes there.
        text: Its standard input.
    """

    argv: tuple[str, ...]
    program: str
    folder: Path
    env: Mapping[str, str]
    text: str = ""


def run_process(start: Start, *, timeout: float, most_bytes: int, cancelled: Callable[[], bool]) -> CommandResult:
    """Return the result of a process; nothing that it started is left behind."""
    with tempfile.TemporaryFile() as source:
        source.write(start.text.encode("utf-8", "replace"))
        source.seek(0)
        try:
            process = Process(
                [start.program, *start.argv],
                env={name: value for name, value in start.env.items() if name not in _ELSEWHERE},
                folder=start.folder,
                stdin=source if start.text else subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except (OSError, ValueError) as error:
            return CommandResult(None, "", str(error))
    with process:
        return _watched(process.popen, time.monotonic() + timeout, most_bytes, cancelled)


def _watched(
    process: subprocess.Popen[bytes], deadline: float, most_bytes: int, cancelled: Callable[[], bool]
) -> CommandResult:
    """Read what a process prints until it ends, prints too much, or its time is up."""
    pipes: list[IO[bytes]] = [pipe for pipe in (process.stdout, process.stderr) if pipe is not None]
    kept: list[bytearray] = [bytearray() for _ in pipes]
    with selectors.DefaultSelector() as selector:
        for number, pipe in enumerate(pipes):
            os.set_blocking(pipe.fileno(), False)
            selector.register(pipe, selectors.EVENT_READ, number)
        while selector.get_map() and max(map(len, kept)) <= most_bytes:
            left = 0.0 if cancelled() else deadline - time.monotonic()
            ready = selector.select(min(left, _LOOK)) if left > 0 else []
            for key, _ in ready:
                piece = os.read(key.fd, _PIECE)
                kept[key.data] += piece
                if not piece:
                    selector.unregister(key.fileobj)
            if left <= 0 or (not ready and process.poll() is not None):
                break  # what it started in the background may still hold the pipes
    truncated = max(map(len, kept)) > most_bytes
    texts = [bytes(each[:most_bytes]).decode("utf-8", "replace") for each in kept]
    ended = None if truncated or cancelled() else _exit_code(process, deadline)
    return CommandResult(ended, texts[0], texts[1], truncated=truncated, timed_out=ended is None and not truncated)


def _exit_code(process: subprocess.Popen[bytes], deadline: float) -> int | None:
    try:
        return process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return None

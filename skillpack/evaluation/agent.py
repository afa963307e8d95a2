"""An agent's command on one task: a fresh folder, the prompt on its input, and what it left behind."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import Struct

from skillpack.errors import OutputError, SkillpackError
from skillpack.files.disk import check_path, open_regular
from skillpack.files.tree import write_tree
from skillpack.files.walk import scan_folder
from skillpack.metaskill.command import CommandResult, Start, run_process
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree, make_tree

MOST_OUTPUT = 4 * 2**20
"""Bytes that a command may print; one that prints more is ended."""

_USAGE = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_MOST_TOKENS = 10**12

Cancelled = Callable[[], bool]
"""Returns True once nobody waits for the run any more."""


class Command(Struct, frozen=True):
    """A command that the user named.

    Attributes:
        argv: Its words, as a shell would split them.
        program: Absolute path of the first.
        env: The whole of its environment.
        seconds: That it may take.
    """

    argv: tuple[str, ...]
    program: str
    env: Mapping[str, str]
    seconds: float


class AgentRun(Struct, frozen=True):
    """What came of one run.

    Attributes:
        answer: What the agent said, cut at `MOST_OUTPUT`.
        changed: Files that are new or different afterwards.
        deleted: Paths of files that are gone.
        left_out: How many files are new or different and not among `changed`: too large, too many, or no plain file.
        seconds: How long it took.
        tokens: As the command told them; None where it did not.
        failure: Why it did not end well, a clause to follow its name; empty where it did.
        errors: The end of what it wrote to standard error.
    """

    answer: str
    changed: Tree
    deleted: tuple[str, ...]
    left_out: int
    seconds: float
    tokens: int | None
    failure: str
    errors: str


def run_agent(command: Command, prompt: str, files: Tree, cancelled: Cancelled) -> AgentRun:
    """Run a command in a fresh folder, which is removed afterwards with all that the command started.

    Args:
        command: Gets the prompt on its standard input.
        prompt: Of the task.
        files: Of the folder.
        cancelled: Ends the run; what comes back then is no result.

    Raises:
        SkillpackError: It cannot be started.
        OutputError: The folder cannot be written.
    """
    with TemporaryDirectory(prefix="skillpack-eval-", ignore_cleanup_errors=True) as beside:
        folder = Path(beside) / "work"
        write_tree(files, folder)
        since = time.monotonic()
        start = Start(command.argv, command.program, folder, command.env, prompt)
        done = run_process(start, timeout=command.seconds, most_bytes=MOST_OUTPUT, cancelled=cancelled)
        seconds = time.monotonic() - since
        after, seen, left_out = _files(folder, files)
    if done.exit_code is None and not (done.truncated or done.timed_out):
        raise SkillpackError(f"`{command.argv[0]}` cannot be started: {done.errors}")
    answer, tokens = read_usage(done.output)
    deleted = tuple(path for path in files.files if path not in seen)
    return AgentRun(answer, after, deleted, left_out, seconds, tokens, how_it_failed(done), done.errors[-2000:])


def how_it_failed(done: CommandResult) -> str:
    """Return why a command did not end well, a clause to follow its name; empty where it did."""
    if done.truncated or done.timed_out:
        return "printed too much" if done.truncated else "did not end in time"
    return f"ended with status {done.exit_code}" if done.exit_code else ""


def read_usage(output: str) -> tuple[str, int | None]:
    """Return the answer in what a command printed, and its tokens where the last line tells them.

    That line is then a JSON object with `usage` (`input_tokens`, `output_tokens`, those of caches), and its `result`
    is the answer; else all that was printed is.
    """
    last: Any = None
    with suppress(msgspec.MsgspecError, RecursionError):
        last = msgspec.json.decode(output.rstrip().rpartition("\n")[2])
    usage = last.get("usage") if isinstance(last, dict) else None
    if not isinstance(usage, dict):
        return output, None
    counts = [usage.get(name, 0) for name in _USAGE]
    known = any(name in usage for name in _USAGE) and all(type(each) is int and each >= 0 for each in counts)
    result = last.get("result")
    answer = result if isinstance(result, str) else output
    return answer, sum(counts) if known and sum(counts) < _MOST_TOKENS else None


def _files(folder: Path, before: Tree) -> tuple[Tree, frozenset[str], int]:
    """Return the files that differ from what was there, all paths that are there, and how many are not among them."""
    limits, found, left_out = Limits(), dict[str, bytes](), 0
    scan = scan_folder(str(folder), depth=limits.depth, is_skill=False)
    room = limits.tree
    for path, size, *_ in sorted(scan.files):
        content: bytes | None = None
        with suppress(OSError, OutputError):
            check_path(path)
            if size <= min(room, limits.file) and len(found) < limits.files:
                with open_regular(f"{folder}/{path}") as file:
                    content = file.read(size)
        if content is None:
            left_out += 1
        elif before.files.get(path) != content:
            found[path] = content
            room -= len(content)
    return make_tree(found), frozenset(file[0] for file in scan.files), left_out + len(scan.skipped)

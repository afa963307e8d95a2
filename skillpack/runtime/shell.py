"""Commands inside of a body, !`command`, whose output takes their place (instructor-php, Shell Preprocessing; I16)."""

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from skillpack.metaskill.command import CommandPolicy, CommandResult, run_command
from skillpack.model.tree import Trust

COMMAND = re.compile(r"!`([^`]+)`")
_OPERATORS = re.compile(r"[|&;<>()$\n*?~#{}\[\]!]")  # what a shell would act on, wherever it stands


@dataclass(frozen=True, slots=True)
class ShellGrant:
    """The user's word that commands inside of skills may run.

    Attributes:
        trust: Of whose skills: those of the workspace and the user alone, or everybody's.
        policy: Which commands; None hands each line to `sh -c` as it stands, as the framework does.
    """

    policy: CommandPolicy | None
    trust: Literal["local", "all"] = "local"

    def covers(self, trust: Trust) -> bool:
        """Return whether commands of a skill may run at all."""
        return self.trust == "all" or trust is not Trust.EXTERNAL


def runner(grant: ShellGrant, folder: Path, env: Mapping[str, str]) -> Callable[[str], str]:
    """Return a function that gives the output of a command without white space around it, else its failure.

    Args:
        folder: Where commands start: the workspace, not the skill.
        env: The environment, of which commands get little.
    """
    policy = grant.policy or CommandPolicy()

    def run(command: str) -> str:
        argv = ["sh", "-c", command]
        if grant.policy is not None:
            found = _argv(command)
            if found is None or grant.policy.decide(found) != "allow":
                return f"[error: command '{command}' is not allowed]"
            argv = found
        done = run_command(
            argv, folder=folder, path=policy.path, timeout=policy.timeout, most_bytes=policy.most_bytes, env=env
        )
        return _replacement(command, done, policy)

    return run


def _argv(command: str) -> list[str] | None:
    """Return the words of a plain command; None for what only a shell understands."""
    if _OPERATORS.search(command):
        return None
    try:
        return shlex.split(command) or None
    except ValueError:  # a quote that is never closed
        return None


def _replacement(command: str, done: CommandResult, policy: CommandPolicy) -> str:
    if done.timed_out:
        return f"[error: command '{command}' timed out after {policy.timeout:g}s]"
    if done.truncated:
        return f"{done.output.strip()}\n[truncated at {policy.most_bytes} bytes]"
    if done.exit_code is None:
        return f"[error: failed to execute '{command}']"
    if done.exit_code:
        why = done.errors.strip() or done.output.strip()
        return f"[error: command '{command}' failed (exit {done.exit_code}): {why}]"
    return done.output.strip()

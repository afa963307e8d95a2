"""What the user lets programs of skills do, as options say it."""

import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from skillpack.errors import UsageError
from skillpack.metaskill.command import PATH, CommandPolicy, CommandRule
from skillpack.metaskill.effects import ask_by_command
from skillpack.metaskill.grant import Ask


def command_policy(allowed: Iterable[str], decision: Literal["allow", "prompt"]) -> CommandPolicy:
    """Return the policy of the values of `--allow`, each a prefix of argv, word by word.

    Commands are found where the system has them, then beside the Python that runs skillpack.

    Raises:
        UsageError: One is empty, or its quotes are open.
    """
    rules = tuple(CommandRule(tuple(command_words(text, "--allow")), decision) for text in allowed)
    return CommandPolicy(rules, (*PATH, str(Path(sys.executable).parent)))


def asker(text: str | None, env: Mapping[str, str]) -> Ask | None:
    """Return the function that answers questions, by the program of `--ask-command`; None where there is none.

    Raises:
        UsageError: There is no such program.
    """
    if text is None:
        return None
    words = command_words(text, "--ask-command")
    program = shutil.which(words[0], path=env.get("PATH"))
    if program is None:
        raise UsageError(f"`--ask-command`: no program `{words[0]}`")
    return ask_by_command(words, str(Path(program).absolute()), Path.cwd(), env)


def command_words(text: str, option: str) -> list[str]:
    """Return the words of a command that is the value of an option, as a shell splits them.

    Raises:
        UsageError: There is none, or its quotes are open.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"`{option} {text}` cannot be read: {error}") from error
    if not words:
        raise UsageError(f"`{option}` is empty")
    return words


def from_here(words: Iterable[str]) -> list[str]:
    """Return the words of a command that starts elsewhere: those that begin with `./` or `../` are paths from here."""
    return [str(Path.cwd() / word) if word.startswith(("./", "../")) else word for word in words]

"""What a skill may do, in plain words: its allowed tools, scripts, program and shell lines."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillpack.model.entry import Details, FileRecord
from skillpack.model.portable import printable
from skillpack.model.program import Program

_SCRIPTS = 4  # more are named together
_COMMANDS = 12  # of a program; more are counted


@dataclass(frozen=True, slots=True)
class Power:
    """One thing that a skill may do.

    Attributes:
        code: As it is written: `Bash(git:*)`, `scripts/collect.py`.
        words: Key of the text that says it, below `may.`.
        detail: What the text names: a command, a host, a runner.
        hot: True for what reaches beyond reading: a shell, the network, files that change, code that runs.
    """

    code: str
    words: str
    detail: str = ""
    hot: bool = False


_TOOLS = {
    "Agent": ("agents", False),
    "AskUserQuestion": ("asks", False),
    "Bash": ("shell", True),
    "BashOutput": ("output", False),
    "Edit": ("edit", True),
    "Glob": ("look", False),
    "Grep": ("look", False),
    "KillShell": ("stop", False),
    "LS": ("look", False),
    "MultiEdit": ("edit", True),
    "NotebookEdit": ("edit", True),
    "NotebookRead": ("read", False),
    "PowerShell": ("shell", True),
    "Read": ("read", False),
    "Shell": ("shell", True),
    "Skill": ("skills", False),
    "SlashCommand": ("skills", False),
    "Task": ("agents", False),
    "TodoRead": ("notes", False),
    "TodoWrite": ("notes", False),
    "WebFetch": ("network", True),
    "WebSearch": ("websearch", True),
    "Write": ("write", True),
    "run_metaskill": ("programs", True),
    "skill_load": ("skills", False),
    "skill_search": ("skills", False),
    "use_skill": ("skills", False),
}
"""Tool -> the text about it, and whether it is hot."""

_PATTERN = re.compile(r"(?P<tool>[^(]+)\((?P<inside>.*)\)", re.DOTALL)


def powers(details: Details, files: Sequence[FileRecord]) -> tuple[Power, ...]:
    """Return what a skill may do: the tools it wants allowed, then what runs code."""
    return (*map(tool_power, details.allowed_tools), *_running(details, files))


def tool_power(pattern: str) -> Power:
    """Return what one entry of `allowed-tools` means; a tool that nobody knows is named as such."""
    found = _PATTERN.fullmatch(pattern.strip())
    tool, inside = (found["tool"].strip(), found["inside"].strip()) if found else (pattern.strip(), "")
    if tool.startswith("mcp__"):
        server, _, name = tool.removeprefix("mcp__").partition("__")
        return Power(pattern, "server", f"{server}/{name}" if name else server, hot=True)
    words, hot = _TOOLS.get(tool, ("tool", False))
    if inside in {"", "*", "*:*"}:
        return Power(pattern, words, tool, hot)
    if words == "shell":
        command, _, rest = inside.partition(":")
        rest = rest.strip("* ")
        return Power(pattern, "command", f"{command.strip(' *')} {rest}".strip(), hot=True)
    if words == "network":
        return Power(pattern, "host", inside.removeprefix("domain:"), hot=True)
    return Power(pattern, f"{words}-in" if words in {"read", "write", "edit", "look"} else words, inside, hot)


def _running(details: Details, files: Sequence[FileRecord]) -> Iterator[Power]:
    program = details.program
    scripts = [file for file in files if file.runs and not (program and file.path == program.path)]
    if len(scripts) <= _SCRIPTS:
        yield from (Power(file.path, "script", file.runs, hot=True) for file in scripts)
    else:
        runners = ", ".join(sorted({file.runs for file in scripts}))
        yield Power(str(len(scripts)), "scripts", runners, hot=True)
    if program is not None and program.runs:
        commands = tuple(_commands(program))
        yield Power(program.path, "program-commands" if commands else "program", hot=bool(commands))
        yield from commands[:_COMMANDS]
        if len(commands) > _COMMANDS:
            yield Power(f"+{len(commands) - _COMMANDS}", "program-more", program.path, hot=True)
    yield from (Power(f"!`{line}`", "opening", hot=True) for line in details.shell_lines)


def _commands(program: Program) -> Iterator[Power]:
    """Yield each command that a program runs once, as a shell would take it; what it computes is not left out."""
    calls = [call for call in program.calls if call.name == "command"]
    for literal, start in dict.fromkeys((call.literal, call.start) for call in calls):
        words = "program-runs" if literal else "program-continues" if start else "program-computes"
        line = shlex.join(map(printable, literal or start))
        yield Power(line if literal else f"{line} …" if start else "command(…)", words, program.path, hot=True)

"""What a skill asks for, in plain words: its allowed tools, and what its program and its shell lines run."""

import re
import shlex
from collections.abc import Iterator

from msgspec import Struct

from skillpack.model.entry import Details
from skillpack.model.portable import printable
from skillpack.model.program import Program


class Permission(Struct, frozen=True):
    """One thing that a skill may do.

    Attributes:
        code: As it is written: `Bash(git:*)`.
        words: Key of the text that says it, below `may.`.
        detail: What the text names: a command, a host, a runner.
    """

    code: str
    words: str
    detail: str = ""


_MEANINGS = {
    "agents": "agent task spawn_agent",
    "any": "*",
    "asks": "askuserquestion ask_user question",
    "edit": "edit multiedit notebookedit apply_patch edit_file replace str_replace_editor",
    "look": "glob grep ls list list_directory find search_file_content codebase_search lsp",
    "network": "webfetch web_fetch fetch",
    "notes": "todoread todowrite taskcreate taskget tasklist taskupdate write_todos",
    "output": "bashoutput taskoutput",
    "programs": "run_metaskill",
    "read": "read notebookread read_file read_many_files view",
    "shell": "bash powershell shell run_shell_command execute_command run_in_terminal terminal",
    "skills": "skill slashcommand skill_load skill_search use_skill",
    "stop": "killshell killbash taskstop",
    "websearch": "websearch web_search google_web_search",
    "write": "write write_file create_file",
}
_TOOLS = {tool: words for words, tools in _MEANINGS.items() for tool in tools.split()}
"""Tool, in small letters as hosts differ in that -> the text about it."""

_NARROWED = frozenset({"agents", "edit", "look", "read", "skills", "write"})
"""What may stand in parentheses is a place or name, and has a text of its own."""

_PATTERN = re.compile(r"(?P<tool>[^(]+)\((?P<inside>.*)\)", re.DOTALL)


def tool_permission(pattern: str) -> Permission:
    """Return the meaning of one entry of `allowed-tools`; a tool that nobody knows is named as such."""
    found = _PATTERN.fullmatch(pattern.strip())
    tool, inside = (found["tool"].strip(), found["inside"].strip()) if found else (pattern.strip(), "")
    if tool.startswith("mcp__"):
        server, _, name = tool.removeprefix("mcp__").partition("__")
        return Permission(pattern, "server", f"{server}/{name}" if name else server)
    words = _TOOLS.get(tool.lower(), "tool")
    if inside in {"", "*", "*:*"}:
        return Permission(pattern, words, tool)
    if words == "shell":
        command, _, rest = inside.partition(":")
        rest = rest.strip("* ")
        return Permission(pattern, "command", f"{command.strip(' *')} {rest}".strip())
    if words == "network":
        return Permission(pattern, "host", inside.removeprefix("domain:"))
    return Permission(pattern, f"{words}-in" if words in _NARROWED else words, inside)


def running(details: Details) -> Iterator[Permission]:
    """Yield the commands that the program of a skill runs, and the shell lines of its text."""
    program = details.program
    if program is not None and program.runs:
        commands = tuple(_commands(program))
        yield Permission(program.path, "program-commands" if commands else "program")
        yield from commands
    yield from (Permission(f"!`{line}`", "opening") for line in details.shell_lines)


def _commands(program: Program) -> Iterator[Permission]:
    """Yield each command that a program runs once, as a shell would take it; what it computes is not left out."""
    calls = [call for call in program.calls if call.name == "command"]
    for literal, start in dict.fromkeys((call.literal, call.start) for call in calls):
        words = "program-runs" if literal else "program-continues" if start else "program-computes"
        line = shlex.join(map(printable, literal or start))
        yield Permission(line if literal else f"{line} …" if start else "command(…)", words, program.path)

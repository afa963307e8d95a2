"""What a skill may do, in plain words: its allowed tools, program and shell lines, and what its scripts use."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from skillpack.model.entry import Details, FileRecord
from skillpack.model.portable import printable
from skillpack.model.program import Program
from skillpack.model.script import Script, UseKind, kinds_used
from skillpack.site.frame import Frame

_COMMANDS = 12  # of a program; more are counted
_USES = 6  # of one kind that the page of a file names
_SCRIPTS = 12  # that the page of a skill names


class Permission(Struct, frozen=True):
    """One thing that a skill may do.

    Attributes:
        code: As it is written: `Bash(git:*)`.
        words: Key of the text that says it, below `may.`.
        detail: What the text names: a command, a host, a runner.
        hot: True for what reaches beyond reading: a shell, the network, files that change, code that runs.
    """

    code: str
    words: str
    detail: str = ""
    hot: bool = False


class UseLine(Struct, frozen=True):
    """One use: the words that show it, and the line they stand in."""

    word: str
    line: int


class UseGroup(Struct, frozen=True):
    """The uses of one kind; `more` are not listed."""

    kind: UseKind
    lines: tuple[UseLine, ...]
    more: int


class ScriptLine(Struct, frozen=True):
    """A script among what a skill may do.

    Attributes:
        page: Of the file, or empty.
        runner: What runs it.
        words: What it uses.
    """

    path: str
    page: str
    runner: str
    words: str


class ScriptsView(Struct, frozen=True):
    """The scripts of a skill.

    Attributes:
        count: How many there are; `more` of them are not listed.
        words: What all of them use together; empty where there are none.
    """

    lines: tuple[ScriptLine, ...]
    count: int
    words: str

    @property
    def more(self) -> int:
        """How many are not listed."""
        return self.count - len(self.lines)


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

_HOT = frozenset({"any", "edit", "network", "programs", "shell", "websearch", "write"})
_NARROWED = frozenset({"agents", "edit", "look", "read", "skills", "write"})
"""What may stand in parentheses is a place or name, and has a text of its own."""

_PATTERN = re.compile(r"(?P<tool>[^(]+)\((?P<inside>.*)\)", re.DOTALL)


def permissions(details: Details) -> tuple[Permission, ...]:
    """Return the permissions of a skill: the tools it wants allowed, then what its program and its text run."""
    return (*map(tool_permission, details.allowed_tools), *_running(details))


def tool_permission(pattern: str) -> Permission:
    """Return the meaning of one entry of `allowed-tools`; a tool that nobody knows is named as such."""
    found = _PATTERN.fullmatch(pattern.strip())
    tool, inside = (found["tool"].strip(), found["inside"].strip()) if found else (pattern.strip(), "")
    if tool.startswith("mcp__"):
        server, _, name = tool.removeprefix("mcp__").partition("__")
        return Permission(pattern, "server", f"{server}/{name}" if name else server, hot=True)
    words = _TOOLS.get(tool.lower(), "tool")
    hot = words in _HOT
    if inside in {"", "*", "*:*"}:
        return Permission(pattern, words, tool, hot)
    if words == "shell":
        command, _, rest = inside.partition(":")
        rest = rest.strip("* ")
        return Permission(pattern, "command", f"{command.strip(' *')} {rest}".strip(), hot=True)
    if words == "network":
        return Permission(pattern, "host", inside.removeprefix("domain:"), hot=True)
    return Permission(pattern, f"{words}-in" if words in _NARROWED else words, inside, hot)


def scripts_view(frame: Frame, files: Sequence[FileRecord], pages: Mapping[str, str]) -> ScriptsView:
    """Return the scripts of a skill for its page.

    Args:
        frame: Of the site.
        files: Of the skill.
        pages: File of the skill -> path of its page, for those that have one.
    """
    found = [(file, file.script) for file in files if file.script is not None]
    lines = tuple(
        ScriptLine(file.path, pages.get(file.path, ""), file.runs, use_words(frame, [script]))
        for file, script in found[:_SCRIPTS]
    )
    return ScriptsView(lines, len(found), use_words(frame, [script for _, script in found]) if found else "")


def use_groups(script: Script) -> tuple[UseGroup, ...]:
    """Return the uses of a script by kind, each word once; none of one that was not read."""
    order = list(UseKind)
    uses = sorted(script.uses, key=lambda use: (order.index(use.kind), use.line))
    groups = []
    for kind, members in groupby(uses, key=lambda use: use.kind):
        words: dict[str, int] = {}
        for use in members:
            words.setdefault(f"{use.word} {use.host}".strip(), use.line)
        lines = [UseLine(word, line) for word, line in words.items()]
        groups.append(UseGroup(kind, tuple(lines[:_USES]), max(0, len(lines) - _USES)))
    return tuple(groups)


def use_words(frame: Frame, scripts: Sequence[Script]) -> str:
    """Return in a few words what scripts use together; that some were not read is said, too."""
    kinds = [str(frame.t(f"use.{kind}")) for kind in kinds_used(scripts)]
    unread = any(script.unread for script in scripts)
    if unread:
        kinds.append(str(frame.t("use.unread")))
    return ", ".join(kinds) or str(frame.t("use.none"))


def _running(details: Details) -> Iterator[Permission]:
    program = details.program
    if program is not None and program.runs:
        commands = tuple(_commands(program))
        yield Permission(program.path, "program-commands" if commands else "program", hot=bool(commands))
        yield from commands[:_COMMANDS]
        if len(commands) > _COMMANDS:
            yield Permission(f"+{len(commands) - _COMMANDS}", "program-more", program.path, hot=True)
    yield from (Permission(f"!`{line}`", "opening", hot=True) for line in details.shell_lines)


def _commands(program: Program) -> Iterator[Permission]:
    """Yield each command that a program runs once, as a shell would take it; what it computes is not left out."""
    calls = [call for call in program.calls if call.name == "command"]
    for literal, start in dict.fromkeys((call.literal, call.start) for call in calls):
        words = "program-runs" if literal else "program-continues" if start else "program-computes"
        line = shlex.join(map(printable, literal or start))
        yield Permission(line if literal else f"{line} …" if start else "command(…)", words, program.path, hot=True)

"""Programs that a Python script starts: which, and what of their commands is written in the script."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from skillpack.abilities.names import plain
from skillpack.abilities.python.functions import COMMANDS
from skillpack.abilities.python.names import UNKNOWN, PythonNames, chain_of
from skillpack.abilities.source_text import SourceText
from skillpack.abilities.syntax_tree import Nodes
from skillpack.model.ability import Ability, AbilityKind

_WORDS = "asyncio.create_subprocess_exec"
_PATH_AND_WORDS = ("os.exec", "os.spawn", "os.posix_spawn")
_BEFORE = re.compile(r"\A(?:\s*(?:cd\s[^&;|\n]*(?:&&|;)|sudo\s|\w+=\S*\s))*\s*")
_PLAIN_WORD = re.compile(r"[\w./:@%+=,~{}-]+", re.ASCII)
_MOST = 200  # words of a command, and calls around which a function is looked for
_LONGEST = 4000


class StartedCommand(Struct, frozen=True):
    """A command, as far as it is written in a script.

    Attributes:
        program: Name of the program; empty where it is put together at run time.
        text: As a line of a shell; empty where nothing is known.
        node: Where it is written.
    """

    program: str
    text: str
    node: ast.expr


class StartedCommands:
    """The commands of a script: those given to what starts them, and those given to functions that pass them on."""

    def __init__(self, nodes: Nodes, names: PythonNames) -> None:
        self._nodes, self._names = nodes, names
        self._functions = (*nodes[ast.FunctionDef], *nodes[ast.AsyncFunctionDef])
        self._wrappers: dict[str, tuple[int, str]] = {}  # function that passes a command on -> which argument
        self._passed: dict[ast.Call, str] = {}  # call that starts what a function is given -> that function
        self._calls = [(call, full) for call in nodes[ast.Call] if (full := names.known(call.func)) in COMMANDS]
        for call, full in islice(self._calls, _MOST):
            self._learn_wrapper(call, full)

    def _learn_wrapper(self, call: ast.Call, full: str) -> None:
        """Learn whether a call starts what the function around it is given."""
        first = _first(call, full)
        if not isinstance(first, ast.Name):
            return
        around = [each for each in self._functions if each.lineno <= call.lineno <= (each.end_lineno or 0)]
        for function in around[-1:]:
            parameters = [each.arg for each in function.args.args]
            if first.id in parameters and not self._names.text(first) and self._names.elements(first) is None:
                at = parameters.index(first.id)
                self._wrappers[function.name] = at - (parameters[0] == "self"), first.id
                self._passed[call] = function.name

    def started(self) -> Iterator[tuple[ast.Call, str, StartedCommand]]:
        """Yield the calls that start a program: the call, what is called, the command."""
        told: set[str] = set()
        for call in self._nodes[ast.Call]:
            chain = chain_of(call.func)
            if chain and chain[-1] in self._wrappers and len(chain) < 3:
                at, name = self._wrappers[chain[-1]]
                given = next((each.value for each in call.keywords if each.arg == name), None)
                node = given or (call.args[at] if at < len(call.args) else None)
                if node is not None:
                    told.add(chain[-1])
                    yield call, chain[-1], self._command(node, ())
        for call, full in self._calls:
            if self._passed.get(call) not in told:
                yield call, full, self._of_call(call, full)

    def _of_call(self, call: ast.Call, full: str) -> StartedCommand:
        first = _first(call, full)
        if first is None:
            return StartedCommand("", "", call)
        at = call.args.index(first) if first in call.args else len(call.args)
        behind = call.args[at + 1 :]
        if full == _WORDS:
            return self._command(first, behind)
        if not full.startswith(_PATH_AND_WORDS) or not behind:
            return self._command(first, ())
        words = self._names.elements(behind[0]) or behind  # of which the first is but how the program is called
        return self._command(first, words[1:])

    def _command(self, first: ast.expr, rest: Sequence[ast.expr]) -> StartedCommand:
        listed = self._names.elements(first)
        if listed is None and not rest:
            line = self._line(first)
            program = next(iter(_BEFORE.sub("", line, count=1).split(maxsplit=1)), "")
            return StartedCommand(_name(program), line[:_LONGEST], first)
        words = [self._word(each) for each in ((first, *rest) if listed is None else listed)[:_MOST]]
        program = _name(words[0]) if words else ""
        return StartedCommand(program, " ".join(map(_quoted, words))[:_LONGEST] if program else "", first)

    def _line(self, node: ast.expr) -> str:
        """Return the text of a command that is one, or that is split into words."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="shlex"), attr="split"), args=[inner, *_]):
                return self._names.text(inner)
            case ast.Call(func=ast.Attribute(value=inner, attr="split"), args=[]):
                return self._names.text(inner)
        return self._word(node)

    def _word(self, node: ast.expr) -> str:
        match node:
            case ast.Call(func=function, args=[inner, *_]) if self._names.known(function) == "shutil.which" or (
                chain_of(function) == ["str"]
            ):
                return self._names.text(inner)
            case ast.Attribute(attr="executable") if self._names.known(node) == "sys.executable":
                return "python"
            case ast.Starred():
                return ""
        return self._names.text(node)


def _first(call: ast.Call, full: str) -> ast.expr | None:
    """Return the argument that names the program, or is the command."""
    at = 1 if full.startswith("os.spawn") else 0
    named = (each.value for each in call.keywords if each.arg in {"args", "cmd", "command", "program"})
    return call.args[at] if at < len(call.args) else next(named, None)


def _name(word: str) -> str:
    name = word.rstrip(";&|").replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    return plain(name) if UNKNOWN not in name else ""


def _quoted(word: str) -> str:
    if not word:
        return UNKNOWN
    return word if _PLAIN_WORD.fullmatch(word) else "'" + word.replace("'", "'\\''") + "'"


def command_readings(
    source: SourceText, commands: Iterable[tuple[ast.Call, str, StartedCommand]]
) -> Iterator[Ability | SourceText]:
    """Yield the programs that are started, and their commands as texts of a shell."""
    for call, full, command in commands:
        line = call.func.end_lineno or call.lineno
        computed = not command.program and not command.text
        kind = AbilityKind.STARTS_COMPUTED if computed else AbilityKind.STARTS
        yield source.ability(kind, line, full, command.program)
        if command.text:
            yield source.inner(command.text, "shell", command.node.lineno, command.node.end_lineno)

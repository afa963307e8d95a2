"""What a call of a Python script gives (pure)."""

import ast
import re

from msgspec import Struct
from msgspec.structs import replace

from skillpack.abilities.channels import printed_by
from skillpack.abilities.flow import Taint
from skillpack.abilities.known_files import private_file
from skillpack.abilities.python.tables import (
    ANY_FILE,
    CLIPBOARD,
    DECODERS,
    FETCHES,
    HOME,
    IMPORTS,
    LISTS,
    METADATA,
    NETWORK,
    OPENERS,
    PATHS,
    PRIVATE_CALLS,
    PRIVATE_PROGRAMS,
    READING_PROGRAM,
    READS,
    RUNS,
    SAME_TEXT,
    SEPARATED,
    VARIABLES,
)
from skillpack.abilities.python.values import (
    NOTHING,
    TEXT,
    PythonValue,
    decoded,
    joined,
    limited,
    private,
    text_value,
    variable,
)
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import AbilityKind
from skillpack.model.finding import Position

ENVIRONMENT = "the whole environment"
ROLE = "the credentials of the machine"
HOME_LISTING = "a listing of the home folder"
_PIECES = 3  # of two characters at most: more of them are a text in pieces
_LONGEST_NAME = 200
_QUOTE = 100  # characters
_WORDS = 6  # of a command, among which the script is that it runs
_SCRIPT = re.compile(r"(?:[\w.~{}-]*/)*[\w.-]{1,80}\.(?:sh|bash|py|[cm]?[jt]s)")
_ROTATED = re.compile("rot")


class Call(Struct, frozen=True):
    """A call, with what is known of all that it is given.

    Attributes:
        source: In which it stands.
        full: Full name of what is called; its bare name where nothing else is known; empty for a method of anything.
        method: Last name of what is called as an attribute; empty for a bare name.
        owner: What the method is of.
        named: Name and value of the keyword arguments.
        content: What was written to the file that it opens.
    """

    node: ast.Call
    source: SourceText
    full: str
    method: str
    owner: PythonValue
    positional: tuple[PythonValue, ...]
    named: tuple[tuple[str, PythonValue], ...]
    content: frozenset[Taint] = frozenset()

    @property
    def at(self) -> Position:
        """Where it stands."""
        return self.source.position(self.node.lineno)

    @property
    def quote(self) -> str:
        """Its line."""
        line = " ".join(self.source.line(self.node.lineno).split())
        return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"

    @property
    def given(self) -> tuple[PythonValue, ...]:
        """All arguments."""
        return (*self.positional, *[value for _, value in self.named])

    @property
    def first(self) -> PythonValue:
        """The first argument that has no name."""
        return self.positional[0] if self.positional else NOTHING

    @property
    def file(self) -> PythonValue:
        """The file that it opens, where it opens one: what is given to it, or what the method is of."""
        return self.owner if self.method in READS else self.first


def result(call: Call) -> PythonValue:
    """Return the value of a call."""
    data = joined(call.owner, *call.given)
    found = (
        _imported(call)
        or _from_environment(call)
        or _private(call, data)
        or _decoded(call, data)
        or _from_outside(call, data)
    )
    if found is not None:
        return found
    text = data.text if call.method in SAME_TEXT else ""
    return replace(data, text=text, full="" if call.full.endswith("]") else call.full, function="")


def _imported(call: Call) -> PythonValue | None:
    """Return a module, or the names in one: `vars(module)`."""
    if call.full in IMPORTS and call.first.text:
        return PythonValue(full=call.first.text, taints=call.first.taints)
    if call.full == "vars" and call.first.full:
        return PythonValue(full=f"{call.first.full}.__dict__")
    if call.full.endswith(".__dict__.get"):
        return named(call.full.removesuffix(".__dict__.get"), call.first)
    return None


def named(module: str, name: PythonValue) -> PythonValue:
    """Return the member of a module that has a name; one that was decoded stays with it."""
    full = f"{module}.{name.text}" if module and name.text else module
    return PythonValue(full=full[:_LONGEST_NAME], taints=name.taints)


def _from_environment(call: Call) -> PythonValue | None:
    if call.full in VARIABLES:
        return variable(call.first, call.at)
    if call.owner.full == "os.environ" or any(each.full == "os.environ" for each in call.given):
        return private(AbilityKind.ENVIRONMENT, ENVIRONMENT, call.at)
    return None


def _private(call: Call, data: PythonValue) -> PythonValue | None:
    if call.full in CLIPBOARD or call.method == "clipboard_get":
        return private(AbilityKind.CLIPBOARD, "the clipboard", call.at)
    kind = next((kind for start, kind in PRIVATE_CALLS.items() if call.full.startswith(start)), None)
    if kind is not None:
        return replace(private(kind, call.full, call.at), full=call.full)
    if call.method in LISTS and is_home(data):
        pattern = call.first.text if call.method.endswith("glob") else ""
        listed = HOME_LISTING if not pattern or pattern in ANY_FILE else "files of the home folder"
        return private(AbilityKind.HOME, listed, call.at)
    return None


def _decoded(call: Call, data: PythonValue) -> PythonValue | None:
    """Return a value that is decoded, or put together so that nobody reads it; None for others."""
    rotated = call.method == "decode" and _ROTATED.search(call.first.text)
    if DECODERS().fullmatch(call.full) or rotated or call.method == "fromhex":
        return decoded(data, call.full or "decode", call.at)
    argument = call.node.args[0] if call.node.args else None
    if call.full == "bytes" and isinstance(argument, ast.List | ast.GeneratorExp | ast.ListComp):
        return decoded(data, "bytes of numbers", call.at)
    if call.method == "translate" and call.owner.text:
        return decoded(data, "translate", call.at)
    if call.method == "join":
        words = call.first.words if not call.first.text else ()
        made = replace(data, text=call.owner.text.join(words)[:TEXT], full="", function="")
        in_pieces = len(words) > _PIECES and all(len(word) <= 2 for word in words)
        return decoded(made, "joined pieces", call.at) if in_pieces else made
    return None


def _from_outside(call: Call, data: PythonValue) -> PythonValue | None:
    """Return a value that comes from a file, a program or the network; None for others."""
    if call.full in PATHS:
        return _path(call)
    if call.full in OPENERS or call.method in READS:
        where = call.file
        taints = limited((*where.taints, *where.places, *where.content, *call.content))
        return PythonValue(taints=taints, places=where.places, text=where.text, full=f"opened {call.full}"[:60])
    if call.full in RUNS:
        return _printed(call)
    if call.full.partition(".")[0] in NETWORK and call.full.rpartition(".")[2] in FETCHES:
        fetched = download(call)
        own = (fetched, *private(AbilityKind.KEY_FILE, ROLE, call.at).taints) if METADATA().search(fetched.name) else ()
        taints = limited((*(own or (fetched,)), *(each for each in data.taints if each.kind is AbilityKind.FETCHES)))
        return PythonValue(taints=taints, full=call.full)
    return None


def download(call: Call) -> Taint:
    """Return the download of a call, by its address; without a name where that is not known."""
    texts = [text for each in (call.owner, *call.given) for text in (each.text, *each.words)]
    return Taint(AbilityKind.FETCHES, next((text for text in texts if "://" in text), ""), call.at)


def is_home(value: PythonValue) -> bool:
    """Return whether a path is a home folder."""
    texts = [text.rstrip("/*") for text in (value.text, *value.words)]
    return any(HOME().fullmatch(text) for text in texts) or value.full == "pathlib.Path.home"


def _path(call: Call) -> PythonValue:
    text = "~" if call.full.endswith("home") else "/".join(each.text or "{}" for each in call.positional)[:TEXT]
    parts = (replace(each, text=text, full="", words=(), function="") for each in call.positional)
    made = joined(text_value(text, call.source, call.node), *parts)
    return replace(made, text=text, full="pathlib.Path" if call.full.startswith("pathlib") else "")


def _printed(call: Call) -> PythonValue:
    """Return the output of a program."""
    command = joined(*call.given)
    line = " ".join((command.text, *command.words))
    kind = next((kind for pattern, kind in PRIVATE_PROGRAMS if pattern().search(line)), None)
    own = []
    if kind is not None:
        own.append(Taint(kind, ENVIRONMENT if kind is AbilityKind.ENVIRONMENT else line.split()[0], call.at))
    file = private_file(line) if READING_PROGRAM().search(line) else None
    if file is not None:
        own.append(Taint(file.kind, file.name, call.at))
    first = call.given[0] if call.given else NOTHING
    if not first.text and not first.words and any(each.kind is AbilityKind.FETCHES for each in first.every):
        own.append(Taint(AbilityKind.RUNS_DOWNLOADED, "what commands print that were fetched", call.at))
    script = next((word for word in SEPARATED().split(line)[:_WORDS] if _SCRIPT.fullmatch(word)), "")
    if script:
        own.append(Taint(AbilityKind.WRITES, printed_by(script), call.at))
    return PythonValue(taints=limited((*command.taints, *own)))

"""What is known of the names and files of one shell script while its commands are read, and what was seen of them."""

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from skillpack.abilities.channels import file_channel, name_in, scope_of
from skillpack.abilities.flow import Taint, Used
from skillpack.abilities.known_files import private_file
from skillpack.abilities.names import is_credential, plain
from skillpack.abilities.shell.tables import CONVERSATION_NAME, OWN_CHECKS
from skillpack.abilities.shell.words import NOTHING, ShellValue, either, own_path, some
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import AbilityKind, AbilityOrigin, Concern
from skillpack.model.document import Span
from skillpack.model.finding import Position

_PARAMETER = re.compile(r"\$[1-9@*]")
_FILES = 400  # and names
_CONCERNS = 200
_USES = 1000
_SCOPES = 6  # files that one script sources
_QUOTE = 100
_SHOWN = 1000  # characters of a line that are looked at for its quote
_ALL = "*"  # asked for where all files together are


class ResolvedCommand(Struct, frozen=True):
    """A command with its words as far as they are known; `writes` are the files that its output goes to."""

    words: tuple[str, ...]
    line: int
    piped: bool
    writes: tuple[str, ...] = ()


class InnerText(Struct, frozen=True):
    """A text that a command runs, and its language."""

    text: str
    language: str


def _shares_names(source: SourceText) -> bool:
    """Return whether other texts may use the names of a source: other blocks of instructions, or other scripts."""
    return source.origin is AbilityOrigin.COMMAND or len(source.beside) > 1


class ShellState:
    """What is known of a script.

    Attributes:
        line: Of the command that is read, from 1.
        folder: Into which the script went last; empty where nobody knows.
        functions: Names that the script defines.
        files: Path -> what the script wrote there.
        checked: Files that were compared with what somebody answers for.
        staged: What the next `git push` sends.
        has_learned: True where something was read before all was known of it, so that it must be read again.
        inner: What the command that is read runs.
        seen: Commands of the script.
        concerns: About it, each once.
        uses: Of what other parts of the skill may have stored, each once.
        verifies: True where it compares something with what somebody answers for.
        scopes: The files whose names it shares: its own, and those that it sources.
    """

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.line = 1
        self.functions: set[str] = set()
        self.files: dict[str, ShellValue] = {}
        self.staged: ShellValue = NOTHING
        self.verifies = False
        self.scopes = {scope_of(source.path)} if _shares_names(source) else set[str]()
        self._names: dict[str, ShellValue] = {}
        self._asked: set[str] = set()
        self._defaults: Mapping[str, str] = {}
        self._asked_files: set[str] = set()
        self._printed: dict[str, ShellValue] = {}  # function -> what it prints
        self._shown_lines: dict[int, tuple[Position, str]] = {}
        self.begin()

    @cached_property
    def asks(self) -> bool:
        """Whether the script asks somewhere before it destroys."""
        return OWN_CHECKS.search(self.source.text[:200_000]) is not None

    def begin(self) -> None:
        """Forget what was seen, and keep what is known: the script is read again."""
        self.has_learned, self.folder = False, ""
        self.checked: set[str] = set()
        self.inner: list[InnerText] = []
        self.seen: list[ResolvedCommand] = []
        self.concerns: dict[Concern, None] = {}
        self.uses: dict[Used, None] = {}

    def learn_defaults(self, defaults: Mapping[str, str]) -> None:
        """Learn what stands for names that have no value."""
        self._defaults = {name: text for name, text in defaults.items() if not is_credential(name)}

    @property
    def assigned(self) -> frozenset[str]:
        """The names that the script gives a value."""
        return frozenset(self._names)

    @property
    def names(self) -> Mapping[str, ShellValue]:
        """Name -> the value that the script gives it."""
        return self._names

    # Names.

    def get(self, name: str, default: ShellValue = NOTHING) -> ShellValue:
        """Return the value of a variable; one that the script does not set has its value from outside."""
        self._asked.add(name)
        known = self._names.get(name)
        if known is not None:
            return known
        if name in self._defaults:
            return ShellValue(self._defaults[name])
        shared = [self.taint(AbilityKind.WRITES, name_in(scope, name)) for scope in self.scopes]
        if is_credential(name):
            return ShellValue("", some([self.taint(AbilityKind.VARIABLE, plain(name) or "a key"), *shared]))
        if CONVERSATION_NAME.fullmatch(name):
            return ShellValue("", some([self.taint(AbilityKind.CONVERSATION, name), *shared]))
        return ShellValue(default.text, some((*default.taints, *shared))) if shared else default

    def source_file(self, path: str) -> None:
        """Learn that the script shares the names of another one from now on."""
        scope = scope_of(path)
        if scope not in self.scopes and len(self.scopes) < _SCOPES:
            self.scopes.add(scope)
            self.has_learned = True

    def assign(self, name: str, value: ShellValue) -> None:
        """Learn that a name may have a value."""
        if _PARAMETER.search(value.text):  # known only once the function is called, below it
            value = ShellValue("", value.taints)
        before = self._names.get(name)
        after = value if before is None else either(before, value)
        if after != before and len(self._names) < _FILES:
            self._names[name] = after
            self.has_learned |= name in self._asked

    def prints(self, function: str, value: ShellValue) -> None:
        """Learn what a function of the script prints."""
        before = self._printed.get(function, NOTHING).taints
        if not value.taints <= before and len(self._printed) < _FILES:
            self._printed[function] = ShellValue("", some((*before, *value.taints)))
            self.has_learned |= function in self._asked

    def printed(self, function: str) -> ShellValue:
        """Return the value that a function of the script prints."""
        self._asked.add(function)
        return self._printed.get(function, NOTHING)

    # Files.

    def write(self, path: str, value: ShellValue) -> None:
        """Learn what a file may hold; a path that ends with a slash stands for all in it."""
        where = own_path(path)
        if not where or where.startswith("/dev/") or len(self.files) >= _FILES:
            return
        before = self.files.get(where)
        after = value if before is None else either(before, value)
        if after != before:
            self.files[where] = after
            self.has_learned |= where in self._asked_files or _ALL in self._asked_files

    def has_written(self, path: str) -> bool:
        """Return whether the script wrote to a path."""
        where = own_path(path)
        self._asked_files.add(where)
        return where in self.files

    def all_files(self) -> dict[str, ShellValue]:
        """Return all files that the script wrote."""
        self._asked_files.add(_ALL)
        return self.files

    def content(self, path: str) -> ShellValue:
        """Return the value that the script wrote to a path, or into a folder above it."""
        where = own_path(path)
        if not where:
            return NOTHING
        self._asked_files.add(where)
        if where in self.checked:
            return NOTHING
        known = self.files.get(where, NOTHING)
        parts = where.split("/")[:12]
        for count in range(len(parts)):
            folder = "/".join((*parts[:count], ""))
            self._asked_files.add(folder)
            known = either(known, self.files.get(folder, NOTHING))
        place = file_channel(where) if known is NOTHING and where not in self.files else ""
        return ShellValue("", frozenset([self.taint(AbilityKind.WRITES, place)])) if place else known

    def file(self, path: str) -> ShellValue:
        """Return the contents of a file: what the script wrote there, and what people keep there."""
        found = private_file(path)
        known = self.content(path)
        if found:
            return ShellValue("", some((*known.taints, self.taint(found.kind, found.name))))
        return known

    # What is said of the line that is read.

    def taint(self, kind: AbilityKind, name: str) -> Taint:
        """Return something that is read on this line."""
        return Taint(kind, name, self.position)

    def report(self, found: Concern | Used | None) -> None:
        """Keep a concern or a use, if there is one."""
        if isinstance(found, Used):
            if len(self.uses) < _USES:
                self.uses[found] = None
        elif found is not None and len(self.concerns) < _CONCERNS:
            self.concerns[found] = None

    @property
    def position(self) -> Position:
        """The place of the line."""
        return self._shown()[0]

    @property
    def quote(self) -> str:
        """The line, as it is quoted."""
        return self._shown()[1]

    def _shown(self) -> tuple[Position, str]:
        known = self._shown_lines.get(self.line)
        if known is None:
            lines = self.source.lines
            text = lines[self.line - 1] if self.line <= len(lines) else ""
            first = self.source.first_line + self.line - 1
            line = " ".join(text[:_SHOWN].split())
            quote = line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"
            known = Position(self.source.path, Span(first, 1, first, len(text) + 1)), quote
            self._shown_lines[self.line] = known
        return known

"""What is known of the names, functions and files of one script in JavaScript, and what was seen of them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from skillpack.abilities.channels import file_channel, printed_by
from skillpack.abilities.flow import Stored, Taint
from skillpack.abilities.javascript.values import NOTHING, JavascriptValue, either
from skillpack.abilities.shell.words import some
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import AbilityKind
from skillpack.model.document import Span
from skillpack.model.finding import Position

_READINGS = 400
_NAMES = 2000  # of one scope
_FILES = 200
_QUOTE = 100


class JavascriptFunction(Struct):
    """A function of the script: its parameters, what its names are given, and what it returns."""

    parameters: list[str]
    scope: dict[str, JavascriptValue] = field(default_factory=dict)
    returned: JavascriptValue = NOTHING


class JavascriptState:
    """What is known of a script.

    Attributes:
        line: Of what is read, from 1.
        functions: Number of its node -> function.
        scopes: Names of the functions in which that stands, the innermost last; the first are those of the file.
        owners: These functions.
        files: Path -> what the script wrote there.
        printed: What it prints.
        has_learned: True where something new was learned, so that the script must be read again.
        readings: What it can do, each once.
    """

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.line = 1
        self.functions: dict[int, JavascriptFunction] = {}
        self.scopes: list[dict[str, JavascriptValue]] = [{}]
        self.owners: list[JavascriptFunction] = []
        self.files: dict[str, frozenset[Taint]] = {}
        self.printed: frozenset[Taint] = frozenset()
        self.begin()

    def begin(self) -> None:
        """Forget what was seen, and keep what is known: the script is read again."""
        self.has_learned = False
        self.readings: dict[Reading, None] = {}

    # Names.

    def get(self, name: str) -> JavascriptValue:
        """Return the value of a name, as far as it is known."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return JavascriptValue(full=name)

    def assign(self, name: str, value: JavascriptValue, *, declared: bool) -> None:
        """Learn that a name may have a value."""
        scope = self.scopes[-1]
        if not declared:
            scope = next((each for each in reversed(self.scopes) if name in each), scope)
        before = scope.get(name)
        after = value if before is None else either(before, value)
        if after != before and len(scope) < _NAMES:
            scope[name] = after
            self.has_learned = True

    def returns(self, function: JavascriptFunction, value: JavascriptValue) -> None:
        """Learn that a function may return a value."""
        after = either(function.returned, value)
        if after != function.returned:
            function.returned = after
            self.has_learned = True

    def give(self, number: int, values: Sequence[JavascriptValue]) -> None:
        """Learn that a function may be called with values."""
        known = self.functions.get(number)
        if known is None:
            return
        for name, value in zip(known.parameters, values, strict=False):
            before = known.scope.get(name)
            after = value if before is None else either(before, value)
            if after != before:
                known.scope[name] = after
                self.has_learned = True

    # Files.

    def write(self, key: str, taints: frozenset[Taint]) -> None:
        """Learn what a file may hold."""
        before = self.files.get(key, frozenset())
        if key and not taints <= before and len(self.files) < _FILES:
            self.files[key] = some((*before, *taints))
            self.has_learned = True

    def content(self, path: str) -> frozenset[Taint]:
        """Return the taints of a file, which the script wrote or else another part of the skill may have written."""
        known = self.files.get(path)
        place = file_channel(path) if known is None else ""
        return frozenset([self.taint(AbilityKind.WRITES, place)]) if place else known or frozenset()

    @property
    def stored(self) -> Iterator[Stored]:
        """What the script leaves in files, or prints, for other parts of the skill."""
        for path, taints in self.files.items():
            place = file_channel(path)
            for taint in taints if place else ():
                yield Stored(place, taint)
        if self.source.is_file:
            for taint in self.printed:
                yield Stored(printed_by(self.source.path), taint)

    # What is said of the line that is read.

    def taint(self, kind: AbilityKind, name: str) -> Taint:
        """Return something that is read on this line."""
        return Taint(kind, name, self.position)

    def add(self, reading: Reading | None) -> None:
        """Keep a reading, if there is one."""
        if reading is not None and len(self.readings) < _READINGS:
            self.readings[reading] = None

    @property
    def position(self) -> Position:
        """The place of the line."""
        first = self.source.first_line + self.line - 1
        return Position(self.source.path, Span(first, 1, first, len(self.source.lines[self.line - 1]) + 1))

    @property
    def quote(self) -> str:
        """The line, as it is quoted."""
        line = " ".join(self.source.lines[self.line - 1][:1000].split())
        return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"

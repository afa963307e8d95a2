"""All Python scripts of a skill together: what their names, functions and files may hold."""

import ast
from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.abilities.flow import Taint
from skillpack.abilities.python.values import NOTHING, PythonValue, joined, limited
from skillpack.abilities.source_text import Reading, SourceText

_CONCERNS = 200  # that are reported of one program
_FILES = 500  # paths whose content is known


class Function(Struct):
    """A function of the program: what its parameters and its results may be."""

    module: str
    node: ast.FunctionDef | ast.AsyncFunctionDef
    parameters: list[str]
    given: dict[str, PythonValue]
    returned: PythonValue = NOTHING
    method: bool = False


class PythonProgram:
    """All scripts together, and what is known of their names.

    Attributes:
        has_learned: Whether anything new became known in this round.
        reported: What was reported in it, in order.
    """

    def __init__(self) -> None:
        self._modules: dict[str, SourceText] = {}
        self._names: dict[tuple[str, str], PythonValue] = {}  # module and function, name
        self._functions: dict[str, Function] = {}
        self._methods: dict[str, list[str]] = {}
        self._files: dict[str, frozenset[Taint]] = {}  # path -> what was written there
        self.reported: dict[Reading, None] = {}
        self.has_learned = False

    def add(self, source: SourceText) -> None:
        """Add a script, known to others by the last part of its path."""
        name = source.path.rpartition("/")[2].removesuffix(".py") or source.path
        while name in self._modules:
            name += "'"
        nodes = source.tree.nodes
        self._modules[name] = source
        methods = {each for node in nodes[ast.ClassDef] for each in node.body}
        for node in (*nodes[ast.FunctionDef], *nodes[ast.AsyncFunctionDef]):
            self._define(name, node, method=node in methods)

    def _define(self, module: str, node: ast.FunctionDef | ast.AsyncFunctionDef, *, method: bool) -> None:
        arguments = node.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        key = f"{module}.{node.name}"
        self._functions.setdefault(key, Function(module, node, names[method:], {}, method=method))
        if method:
            self._methods.setdefault(node.name, []).append(key)

    def bodies(self) -> Iterator[tuple[str, str, SourceText, Sequence[ast.stmt]]]:
        """Yield every body of statements: its module, the key of its function or empty, its source, its statements."""
        for module, source in self._modules.items():
            yield module, "", source, source.tree.module.body
        for key, function in list(self._functions.items()):
            yield function.module, key, self._modules[function.module], function.node.body

    def begin(self) -> None:
        """Begin a round: nothing is learned in it yet, and what the last one reported is forgotten."""
        self.has_learned, self.reported = False, {}

    def name(self, module: str, function: str, name: str) -> PythonValue:
        """Return what a name may be, inside a function or in its module."""
        inner = self._names.get((function or module, name)) if function else None
        if inner is None and function:
            known = self._functions[function]
            if name in known.parameters:
                return known.given.get(name, NOTHING)
        if inner is not None:
            return inner
        outer = self._names.get((module, name))
        if outer is not None:
            return outer
        key = f"{module}.{name}"
        return PythonValue(function=key) if key in self._functions else NOTHING

    def assign(self, module: str, function: str, name: str, value: PythonValue) -> None:
        """Learn that a name may be a value; an attribute of `self` is known to all methods of a module."""
        scope = module if name.startswith("self.") or not function else function
        before = self._names.get((scope, name), NOTHING)
        after = value if before is NOTHING else joined(before, value)
        if after != before:
            self._names[scope, name] = after
            self.has_learned = True

    def import_name(self, module: str, name: str, full: str) -> None:
        """Learn what an import stands for: something of another script of the skill, or of a library."""
        head, _, last = full.rpartition(".")
        key = f"{head.rpartition('.')[2]}.{last}"
        if key in self._functions:
            value = PythonValue(function=key)
        elif (head.rpartition(".")[2], last) in self._names:
            value = self._names[head.rpartition(".")[2], last]
        else:
            value = PythonValue(full=full)
        if self._names.get((module, name)) != value:
            self._names[module, name] = value
            self.has_learned = True

    def of_module(self, full: str) -> str:
        """Return the key of a function of another script by its full name; empty for none."""
        head, _, last = full.rpartition(".")
        key = f"{head.rpartition('.')[2]}.{last}"
        return key if key in self._functions else ""

    def method(self, name: str) -> str:
        """Return the key of the only method of a name; empty for none, and for several."""
        keys = self._methods.get(name, ())
        return keys[0] if len(keys) == 1 else ""

    def call(
        self, key: str, positional: Sequence[PythonValue], named: Sequence[tuple[str, PythonValue]]
    ) -> PythonValue:
        """Learn what a function is given, and return what it may return."""
        function = self._functions[key]
        pairs = [*zip(function.parameters, positional, strict=False), *named]
        for name, value in pairs:
            before = function.given.get(name, NOTHING)
            after = value if before is NOTHING else joined(before, value)
            if after != before:
                function.given[name] = after
                self.has_learned = True
        return function.returned

    def returns(self, key: str, value: PythonValue) -> None:
        """Learn what a function may return."""
        function = self._functions[key]
        after = value if function.returned is NOTHING else joined(function.returned, value)
        if after != function.returned:
            function.returned = after
            self.has_learned = True

    def wrote(self, path: str, taints: frozenset[Taint]) -> None:
        """Learn what was written to a path."""
        before = self._files.get(path, frozenset())
        if path and not taints <= before and len(self._files) < _FILES:
            self._files[path] = limited((*before, *taints))
            self.has_learned = True

    def written(self, path: str) -> frozenset[Taint]:
        """Return what was written to a path."""
        return self._files.get(path, frozenset())

    def report(self, found: Reading) -> None:
        """Note what was found."""
        if len(self.reported) < _CONCERNS:
            self.reported[found] = None

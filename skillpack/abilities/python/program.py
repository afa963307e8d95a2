"""All Python scripts of a skill together: what their names, functions and files may hold."""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from skillpack.abilities.channels import file_channel, printed_by
from skillpack.abilities.flow import Stored, Taint
from skillpack.abilities.python.values import NOTHING, PythonValue, joined, limited
from skillpack.abilities.source_text import Reading, SourceText

_CONCERNS = 200  # that are reported of one program
_FILES = 500  # paths whose content is known


_Asked = tuple[str, str]
"""Something that a body of statements asked for: the scope and the name, or what sort of thing and its key."""

_RETURNED, _WRITTEN = " returned", " written"


class CodeBody(Struct, frozen=True):
    """A body of statements: its module, the key of its function or empty, its source, its statements."""

    module: str
    function: str
    source: SourceText
    statements: Sequence[ast.stmt]


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

    A body of statements is read again where something that it asked for has become known since.
    """

    def __init__(self) -> None:
        self._modules: dict[str, SourceText] = {}
        self._names: dict[tuple[str, str], PythonValue] = {}  # module and function, name
        self._functions: dict[str, Function] = {}
        self._methods: dict[str, list[str]] = {}
        self._attributes: dict[str, set[str]] = {}  # name -> scripts whose objects are given it
        self._files: dict[str, frozenset[Taint]] = {}  # path -> what was written there
        self._printed: dict[str, frozenset[Taint]] = {}  # script -> what it prints
        self._learned: Counter[_Asked] = Counter()  # how often something new became known of each
        self._asked: dict[str, dict[_Asked, int]] = {}  # body -> what it asked for, with that number at the time
        self._reported: dict[str, dict[Reading, None]] = {}
        self._asking: dict[_Asked, int] = {}  # of the body that is being read
        self._reporting: dict[Reading, None] = {}

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

    def bodies(self) -> Iterator[CodeBody]:
        """Yield the bodies of statements that have to be read, in a round over all of them."""
        for body in self._all_bodies():
            key = body.function or f"{body.module} "
            asked = self._asked.get(key)
            if asked is None or any(self._learned[each] != number for each, number in asked.items()):
                self._asking = self._asked[key] = {}
                self._reporting = self._reported[key] = {}
                yield body

    def _ask(self, each: _Asked) -> None:
        self._asking.setdefault(each, self._learned[each])

    def _all_bodies(self) -> Iterator[CodeBody]:
        for module, source in self._modules.items():
            yield CodeBody(module, "", source, source.tree.module.body)
        for key, function in self._functions.items():
            yield CodeBody(function.module, key, self._modules[function.module], function.node.body)

    @property
    def reported(self) -> Iterator[Reading]:
        """What was reported, of the last time that each body was read."""
        found = dict.fromkeys(each for reported in self._reported.values() for each in reported)
        return islice(found, _CONCERNS)

    def name(self, module: str, function: str, name: str) -> PythonValue:
        """Return the value that a name may have, inside a function or in its module."""
        if function:
            self._ask((function, name))
            inner = self._names.get((function, name))
            if inner is not None:
                return inner
            known = self._functions[function]
            if name in known.parameters:
                return known.given.get(name, NOTHING)
        self._ask((module, name))
        outer = self._names.get((module, name))
        if outer is not None:
            return outer
        key = f"{module}.{name}"
        return PythonValue(function=key) if key in self._functions else NOTHING

    def attribute(self, name: str) -> PythonValue:
        """Return the value of an attribute that only one script of the program gives to its objects."""
        self._ask(("self", name))
        scopes = self._attributes.get(name, ())
        if len(scopes) != 1:
            return NOTHING
        return self.name(next(iter(scopes)), "", f"self.{name}")

    def assign(self, module: str, function: str, name: str, value: PythonValue) -> None:
        """Learn that a name may be a value; an attribute of `self` is known to all methods of a module."""
        own = name.startswith("self.")
        scope = module if own or not function else function
        if own and module not in self._attributes.setdefault(name[len("self.") :], set()):
            self._attributes[name[len("self.") :]].add(module)
            self._learned["self", name[len("self.") :]] += 1
        before = self._names.get((scope, name), NOTHING)
        after = value if before is NOTHING else joined(before, value)
        if after != before:
            self._names[scope, name] = after
            self._learned[scope, name] += 1

    def import_name(self, module: str, name: str, full: str) -> None:
        """Learn what an import stands for: something of another script of the skill, or of a library."""
        head, _, last = full.rpartition(".")
        key = f"{head.rpartition('.')[2]}.{last}"
        if key in self._functions:
            value = PythonValue(function=key)
        else:
            there = (head.rpartition(".")[2], last)
            self._ask(there)
            value = self._names.get(there) or PythonValue(full=full)
        if self._names.get((module, name)) != value:
            self._names[module, name] = value
            self._learned[module, name] += 1

    def is_library(self, full: str) -> bool:
        """Return whether a full name begins with the name of no script of the program; empty is none."""
        return bool(full) and full.partition(".")[0] not in self._modules

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
                self._learned[key, name] += 1
        self._ask((_RETURNED, key))
        return function.returned

    def returns(self, key: str, value: PythonValue) -> None:
        """Learn what a function may return."""
        function = self._functions[key]
        after = value if function.returned is NOTHING else joined(function.returned, value)
        if after != function.returned:
            function.returned = after
            self._learned[_RETURNED, key] += 1

    def wrote(self, path: str, taints: frozenset[Taint]) -> None:
        """Learn what was written to a path."""
        before = self._files.get(path, frozenset())
        if path and not taints <= before and len(self._files) < _FILES:
            self._files[path] = limited((*before, *taints))
            self._learned[_WRITTEN, path] += 1

    def written(self, path: str) -> frozenset[Taint]:
        """Return the taints of the content of a path."""
        self._ask((_WRITTEN, path))
        return self._files.get(path, frozenset())

    def written_module(self, name: str) -> frozenset[Taint]:
        """Return the taints of the script that a module is; of any, where its name is not known."""
        last = f"{name.rpartition('.')[2]}.py" if name else ""
        paths = [path for path in self._files if path.endswith(".py") and path.rpartition("/")[2].endswith(last)]
        return frozenset(taint for path in paths for taint in self.written(path))

    def prints(self, module: str, taints: frozenset[Taint]) -> None:
        """Learn what a script prints."""
        path = self._modules[module].path
        before = self._printed.get(path, frozenset())
        if not taints <= before:
            self._printed[path] = limited((*before, *taints))

    @property
    def stored(self) -> Iterator[Stored]:
        """What the scripts leave in files, or print, for other parts of the skill."""
        for path, taints in self._files.items():
            place = file_channel(path)
            for taint in taints if place else ():
                yield Stored(place, taint)
        for path, taints in self._printed.items():
            for taint in taints:
                yield Stored(printed_by(path), taint)

    def report(self, found: Reading) -> None:
        """Note what was found."""
        if len(self._reporting) < _CONCERNS:
            self._reporting[found] = None

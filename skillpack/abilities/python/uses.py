"""What a Python script can do, by its syntax tree: what its names stand for, and what is done with these."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from skillpack.abilities.names import credential_file, host_in, plain
from skillpack.abilities.python.commands import StartedCommands, command_readings
from skillpack.abilities.python.functions import (
    COMMANDS,
    DELETING_METHODS,
    ENVIRON,
    EXPORTS,
    FUNCTIONS,
    IMPORTERS,
    LIBRARIES,
    METHODS,
    NETWORK,
    OPENERS,
    PATHS,
    SAVERS,
    UNSAFE_YAML,
    VARIABLES,
)
from skillpack.abilities.python.names import PythonNames, arguments, chain_of
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.abilities.syntax_tree import Nodes
from skillpack.model.ability import Ability, AbilityKind

_WRITES = re.compile(r"[rbtU]{0,2}[wax+][bt+]{0,2}(?:[:|](?:gz|bz2|xz|\*)?)?")
_OUTSIDE = re.compile(r"(?:~|/)(?!/?tmp\b|dev/|/?var/tmp)")
_CHANGES = frozenset({AbilityKind.WRITES, AbilityKind.DELETES})
_DOTENV = "dotenv."


def python_uses(source: SourceText) -> Iterator[Reading]:
    """Yield the abilities of a script, in no order, some of them twice, and the commands of a shell that it runs.

    Raises:
        SyntaxError: It does not parse; the parser has other ways to say so, too.
        RecursionError: It is nested too deeply.
    """
    uses = _Uses(source, source.tree.nodes)
    found = list(uses.of_calls())
    found += uses.of_files()
    yield from found
    yield from uses.of_environment()
    yield from uses.of_imports({each.words.split(".")[0] for each in found})
    yield from command_readings(source, StartedCommands(source.tree.nodes, uses.names).started())


class _Uses:
    """One script, with what its names stand for; a method yields what is found in one kind of its nodes."""

    def __init__(self, source: SourceText, nodes: Nodes) -> None:
        self._source, self._nodes = source, nodes
        self.names = PythonNames(nodes)
        self._claimed: set[ast.AST] = set()  # of which the node around them says more

    def _ability(self, node: ast.expr, kind: AbilityKind, words: str, target: str = "") -> Ability:
        return self._source.ability(kind, node.end_lineno or node.lineno, words, target)

    def of_calls(self) -> Iterator[Ability]:
        for node in self._nodes[ast.Call]:
            yield from self._of_call(node)

    def _of_call(self, node: ast.Call) -> Iterator[Ability]:
        name = self.names.known(node.func)
        first = node.args[0] if node.args else None
        if name.startswith(f"{ENVIRON}.") or name in VARIABLES:
            self._claimed.update((node.func, *([node.func.value] if isinstance(node.func, ast.Attribute) else ())))
            if name in VARIABLES:
                yield self._variable(node.func, name + '("{}")', name, self.names.text(first))
            elif name.count(".") == ENVIRON.count(".") + 1:  # of it, and not of what it gives
                yield self._ability(node.func, AbilityKind.ENVIRONMENT, name)
            return
        self._claimed.add(node.func)
        if not (name in IMPORTERS and isinstance(first, ast.Constant)):
            for kind in FUNCTIONS.get(name, ()):
                if name not in COMMANDS:
                    yield self._ability(node.func, kind, name, self._target(node, name, kind))
        if name == UNSAFE_YAML and not any("Safe" in "".join(chain_of(each)) for each in arguments(node)):
            yield self._ability(node.func, AbilityKind.UNPICKLES, name)
        yield from self._writes(node, name)
        if PATHS.intersection(chain_of(node.func)[-1:]):
            yield from self._credential_files(node.args)

    def _target(self, node: ast.Call, name: str, kind: AbilityKind) -> str:
        """Return the target of a call, as far as it is written there."""
        if kind in _CHANGES:
            return next(filter(None, map(self._outside, node.args[:2])), "")
        if kind not in NETWORK:
            return ".env" if name.startswith(_DOTENV) else ""
        given = arguments(node)[:8]
        first = given[0] if given else None
        pair = first.elts[0] if isinstance(first, ast.Tuple) and first.elts else first
        hosts = (host_in(self.names.text(each), bare=each is pair) for each in (pair, *given[1:]))
        return next(filter(None, hosts), "")

    def _outside(self, node: ast.expr) -> str:
        """Return a path that is written there, and leads out of the work folder."""
        path = self.names.text(node)
        return plain(path) if _OUTSIDE.match(path) else ""

    def _writes(self, node: ast.Call, name: str) -> Iterator[Ability]:
        """Yield the file that a call opens for writing, or writes at once."""
        chain = chain_of(node.func)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        library, _, last = name.rpartition(".")
        of_library = last == "open" and library.partition(".")[0] in OPENERS
        opener = chain == ["open"] or name == "zipfile.ZipFile" or of_library
        if opener or (method == "open" and name not in FUNCTIONS):
            given = next((word.value for word in node.keywords if word.arg == "mode"), None)
            mode = self.names.text(given or next(iter(node.args[opener : opener + 1]), None))
            if _WRITES.fullmatch(mode):
                shown = name or ("open" if chain == ["open"] else ".open")
                yield self._ability(
                    node.func,
                    AbilityKind.WRITES,
                    f'{shown}("{mode}")',
                    self._outside(node.args[0]) if node.args else "",
                )
        elif name not in FUNCTIONS:
            exports = method in EXPORTS or (method == "save" and not SAVERS.isdisjoint(self.names.libraries))
            if method in METHODS or (exports and arguments(node)):
                kind = AbilityKind.DELETES if method in DELETING_METHODS else AbilityKind.WRITES
                yield self._ability(node.func, kind, f".{method}")

    def of_files(self) -> Iterator[Ability]:
        """Yield the files of credentials that are named in the parts of a path."""
        for node in self._nodes[ast.BinOp]:
            if isinstance(node.op, ast.Div):
                yield from self._credential_files((node.left, node.right))
        constants = self._nodes[ast.Constant]
        yield from self._credential_files(
            [each for each in constants if type(each.value) is str and "/" in each.value and " " not in each.value]
        )

    def _credential_files(self, nodes: Sequence[ast.expr]) -> Iterator[Ability]:
        for node in nodes:
            file = credential_file(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if file:
                yield self._ability(node, AbilityKind.KEY_FILE, file, file)

    def of_environment(self) -> Iterator[Ability]:
        """Yield the variables that are read by subscript, and where the environment is used as a whole."""
        meant = self.names.last_names_for(ENVIRON)
        named = [node for node in self._nodes[ast.Name] if node.id in meant and isinstance(node.ctx, ast.Load)]
        named += [node for node in self._nodes[ast.Attribute] if node.attr in meant]
        there = {node: None for node in named if node not in self._claimed and self.names.known(node) == ENVIRON}
        for node in self._nodes[ast.Subscript]:
            if node.value in there:
                del there[node.value]
                yield self._variable(node.value, 'os.environ["{}"]', ENVIRON, self.names.text(node.slice))
        for node in there:
            yield self._ability(node, AbilityKind.ENVIRONMENT, ENVIRON)

    def _variable(self, node: ast.expr, form: str, bare: str, name: str) -> Ability:
        """Return that a variable is read, whatever its name."""
        if not name:
            return self._ability(node, AbilityKind.VARIABLE, bare)
        shown = plain(name)
        return self._ability(node, AbilityKind.VARIABLE, form.replace("{}", shown or "…"), shown)

    def of_imports(self, used: Iterable[str]) -> Iterator[Ability]:
        """Yield the imports of clients, but for those of libraries of which a use was found."""
        modules = [(node.lineno, alias.name) for node in self._nodes[ast.Import] for alias in node.names]
        froms = (node for node in self._nodes[ast.ImportFrom] if not node.level)
        modules += [(node.lineno, f"{node.module}.{alias.name}") for node in froms for alias in node.names]
        for line, module in modules:
            parts = module.split(".")
            for library in {parts[0], ".".join(parts[:2])} & LIBRARIES.keys():
                if parts[0] not in used:
                    yield self._source.ability(LIBRARIES[library], line, f"import {library}")

"""What names stand for in a Python script: modules, what comes from them, texts, and lists of them."""

import ast
import re
from collections.abc import Sequence

from skillpack.abilities.syntax_tree import Nodes

_LONGEST_CHAIN = 16  # names and calls of `a.b.c().d`, and operands of a sum
_LONGEST_TEXT = 2000
_PARTS = 50
_BARE = frozenset({"eval", "exec", "__import__"})
_FIELD = re.compile(r"%[sdrif]|\{[^{}]*\}")
UNKNOWN = "{}"
"""Stands for a part of a text that is not known."""


class PythonNames:
    """What names stand for; a name that is assigned different things stands for none of them.

    An import is never covered by an assignment.

    Attributes:
        libraries: First names of the modules that are imported.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._imported: dict[str, str] = {}
        self.libraries: set[str] = set()
        self._assigned: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._lists: dict[str, ast.List | ast.Tuple | None] = {}
        for alias in (alias for node in nodes[ast.Import] for alias in node.names):
            root = alias.name.split(".")[0]
            self.libraries.add(root)
            self._imported[alias.asname or root] = alias.name if alias.asname else root
        for node in nodes[ast.ImportFrom]:
            if node.module and not node.level:
                self.libraries.add(node.module.split(".")[0])
                for alias in node.names:
                    self._imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        pairs = [(node.targets[0], node.value) for node in nodes[ast.Assign] if len(node.targets) == 1]
        pairs += [(node.target, node.value) for node in (*nodes[ast.NamedExpr], *nodes[ast.AnnAssign]) if node.value]
        pairs += [(node.optional_vars, node.context_expr) for node in nodes[ast.withitem] if node.optional_vars]
        for target, value in sorted(pairs, key=lambda pair: (pair[0].lineno, pair[0].col_offset)):
            self._assign(target, value)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        name = ".".join(chain_of(target))
        nothing = isinstance(value, ast.Constant) and value.value is None
        if name and name not in self._imported and not nothing:
            known, text = self.known(value), self.text(value)
            listed = value if isinstance(value, ast.List | ast.Tuple) else None
            self._assigned[name] = known if self._assigned.get(name, known) == known else ""
            self._texts[name] = text if self._texts.get(name, text) == text else ""
            self._lists[name] = listed if name not in self._lists else None

    def last_names_for(self, full: str) -> frozenset[str]:
        """Return the last names under which a script may mean something: `environ`, and what it is assigned to."""
        found = {name for known in (self._imported, self._assigned) for name, value in known.items() if value == full}
        return frozenset(name.rpartition(".")[2] for name in (full, *found))

    def known(self, node: ast.AST) -> str:
        """Return the full name of what comes from a module: `requests.Session.get` of `session.get`; else empty."""
        parts = chain_of(node)
        for length in (2, 1):
            start = ".".join(parts[:length])
            full = self._imported.get(start) or self._assigned.get(start)
            if full:
                return ".".join((full, *parts[length:]))[:_LONGEST_TEXT]
        name = ".".join(parts)
        return name.removeprefix("import ") if name.startswith("import ") or name in _BARE else ""

    def text(self, node: ast.AST | None) -> str:
        """Return the text of a literal or of a name for one, `{}` for parts that are not known; empty for others."""
        behind: list[str] = []
        while isinstance(node, ast.BinOp) and len(behind) < _LONGEST_CHAIN:
            if isinstance(node.op, ast.Add):
                behind.append(self._operand(node.right))
            node = node.left
        found = self._operand(node)
        return "".join((found, *(each or UNKNOWN for each in reversed(behind))))[:_LONGEST_TEXT] if found else ""

    def _operand(self, node: ast.AST | None) -> str:
        match node:
            case ast.Constant(value=str(value)):
                return value[:_LONGEST_TEXT]
            case ast.JoinedStr(values=values):
                parts = (part.value if isinstance(part, ast.FormattedValue) else part for part in values[:_PARTS])
                return "".join(
                    UNKNOWN if isinstance(part, ast.JoinedStr) else self._operand(part) or UNKNOWN for part in parts
                )[:_LONGEST_TEXT]
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(value)), attr="format")):
                return _FIELD.sub(UNKNOWN, value[:_LONGEST_TEXT])
            case ast.Name() | ast.Attribute():
                return self._texts.get(".".join(chain_of(node)), "")
        return ""

    def elements(self, node: ast.AST | None) -> Sequence[ast.expr] | None:
        """Return the elements of a list, of a name for one, or of a sum of lists; None for what is no list."""
        for _ in range(_LONGEST_CHAIN):
            node = node.left if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else node
        if isinstance(node, ast.Name | ast.Attribute):
            node = self._lists.get(".".join(chain_of(node)))
        if not isinstance(node, ast.List | ast.Tuple):
            return None
        first = node.elts[0] if node.elts else None
        if isinstance(first, ast.Starred) and isinstance(first.value, ast.Name | ast.List | ast.Tuple):
            inner = first.value
            of_name = self._lists.get(inner.id) if isinstance(inner, ast.Name) else inner
            return [*of_name.elts, *node.elts[1:]] if of_name else node.elts
        return node.elts


def chain_of(node: ast.AST) -> list[str]:
    """Return the names of `a.b().c`; empty for what does not begin with a name.

    What a call imports counts as one name: `import os` of `__import__("os").system`.
    """
    parts: list[str] = []
    for _ in range(_LONGEST_CHAIN):
        if isinstance(node, ast.Name):
            return [node.id, *reversed(parts)]
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
            continue
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[inner, ast.Constant(value=str(name)), *_]):
                parts.append(name)
                node = inner
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                return [f"import {name}", *reversed(parts)]
            case ast.Call(func=inner) | ast.Await(value=inner):
                node = inner
            case _:
                break
    return []


def arguments(node: ast.Call) -> list[ast.expr]:
    """Return all arguments of a call."""
    return [*node.args, *(keyword.value for keyword in node.keywords)]

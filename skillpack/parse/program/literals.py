"""What an expression of a program is, where it can be told without running it: texts, and lists of them (pure)."""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

_MOST_DEPTH = 16  # names that stand for names
_MOST_WORDS = 1000
_MOST_TEXT = 10_000  # characters of a sum
_MOST_NAMED = 200  # characters that a name stands for: it may be used thousands of times
_READERS = frozenset({"ask", "command", "trace", "enumerate", "len", "list", "repr", "sorted", "str", "tuple", "zip"})
"""Functions that change no list which they are given."""

_Name = tuple[str, str]
"""The top-level function in which a name is given a value, empty outside of functions, and the name."""

_Value = str | tuple[str | None, ...] | None
"""A text, or the items of a list with None for what is computed; None where nothing is known."""


class Literals:
    """The names of a program that stand for one literal value all the time.

    Those are names that are given a value at one place alone; of a list nothing else may be done that could change it.

    Args:
        tree: Of the program.
    """

    def __init__(self, tree: ast.Module) -> None:
        nodes = self._nodes = tuple(_nodes(tree))
        self._given: dict[_Name, ast.expr] = {}
        self._stores: Counter[_Name] = Counter()
        self._known: dict[_Name, _Value] = {}
        for scope, node in nodes:
            self._stores.update((scope, name) for name in _stored(node))
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._given[scope, node.targets[0].id] = node.value
        read = {id(name) for _, node in nodes for name in _only_read(node)}
        self._loose = {
            self._unquoted(scope, node.id) for scope, node in nodes if _is_load(node) and id(node) not in read
        }

    def words(self, node: ast.expr | None, scope: str) -> tuple[tuple[str, ...], bool]:
        """Return the first words of a text or list, and whether those are all of them.

        Args:
            node: A text is one word.
            scope: The top-level function in which it stands; empty outside of functions.
        """
        value = self._value(node, scope, 0) if node is not None else None
        items = (value,) if not isinstance(value, tuple) else value
        known = items.index(None) if None in items else len(items)
        return tuple(item for item in items[:known] if item is not None), known == len(items) > 0

    def handed_around(self, names: frozenset[str]) -> Iterator[ast.Name]:
        """Yield where a function of the host is not called but used as a value: whoever gets it may call it."""
        called = {id(node.func) for _, node in self._nodes if isinstance(node, ast.Call)}
        for scope, node in self._nodes:
            if _is_load(node) and node.id in names and id(node) not in called:
                ours = self._stores[self._unquoted(scope, node.id)] > 0
                if not ours:
                    yield node

    def _unquoted(self, scope: str, name: str) -> _Name:
        return (scope, name) if self._stores[scope, name] else ("", name)

    def _value(self, node: ast.expr, scope: str, depth: int) -> _Value:
        parts: list[_Value] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts.append(self._single(node.right, scope, depth))
            node = node.left
        value = self._single(node, scope, depth)
        for part in reversed(parts):
            value = _joined(value, part)
        return value

    def _single(self, node: ast.expr, scope: str, depth: int) -> _Value:
        """Return the value of what is no sum; parentheses within parentheses are few, or nobody could parse them."""
        if isinstance(node, ast.BinOp) and depth < _MOST_DEPTH:
            return self._value(node, scope, depth + 1) if isinstance(node.op, ast.Add) else None
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.List | ast.Tuple):
            return _bounded(tuple(self._item(item, scope, depth) for item in node.elts))
        return self._named(self._unquoted(scope, node.id), depth) if isinstance(node, ast.Name) else None

    def _item(self, node: ast.expr, scope: str, depth: int) -> str | None:
        value = self._value(node, scope, depth + 1) if depth < _MOST_DEPTH else None
        return value if isinstance(value, str) else None

    def _named(self, name: _Name, depth: int) -> _Value:
        if self._stores[name] != 1 or name not in self._given or depth >= _MOST_DEPTH:
            return None
        if name not in self._known:
            self._known[name] = None  # what it stands for until then, where it stands for itself
            value = self._value(self._given[name], name[0], depth + 1)
            fixed = isinstance(value, str) or name not in self._loose
            size = sum(len(item or "") for item in value or ())
            self._known[name] = value if fixed and size <= _MOST_NAMED else None
        return self._known[name]


def _joined(one: _Value, other: _Value) -> _Value:
    """Return the sum of two values; of a list with something unknown, its start is known."""
    if isinstance(one, str) and isinstance(other, str):
        return one + other if len(one) + len(other) <= _MOST_TEXT else None
    if not isinstance(one, tuple) or isinstance(other, str):
        return None
    return _bounded((*one, *(other if other is not None else (None,))))


def _bounded(items: tuple[str | None, ...]) -> tuple[str | None, ...]:
    return items if len(items) <= _MOST_WORDS else (*items[:_MOST_WORDS], None)


def _nodes(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield every node with the top-level function in which it stands; empty outside of functions."""
    for statement in tree.body:
        scope = statement.name if isinstance(statement, ast.FunctionDef) else ""
        for node in ast.walk(statement):
            # The name of a function is given outside of it.
            yield ("" if node is statement else scope), node


def _stored(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.FunctionDef(name=name) | ast.arg(arg=name):
            yield name


def _only_read(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the parts of a node that it only reads: it neither changes them nor hands them on."""
    match node:
        case ast.BinOp(op=ast.Add()):
            yield from (node.left, node.right)
        case ast.Subscript(ctx=ast.Load()):
            yield node.value
        case ast.For() | ast.comprehension():
            yield node.iter
        case ast.Call(func=ast.Name(id=name)) if name in _READERS:
            yield from (*node.args, *(keyword.value for keyword in node.keywords))
        case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant())):
            yield from node.args


def _is_load(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)

"""A text in Python, parsed once, its nodes by their type, and the words without which it says nothing."""

import ast
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from unicodedata import normalize

from msgspec import Struct

from skillpack.parse.program.program import syntax_tree

Nodes = Mapping[type[ast.AST], Sequence[Any]]
"""Type -> the nodes of it, in the order of the text; what is looked for is few of them."""

_WORD = re.compile(r"\w+")
_CHILDLESS = frozenset({ast.Name, ast.Constant})
"""Types of half of all nodes, which hold no nodes but contexts."""

_LEAVES = frozenset({str, int, float, complex, bytes, bool, type(None), type(...), ast.Load, ast.Store, ast.Del})


class SyntaxTree(Struct, frozen=True, dict=True):
    """The tree of a text."""

    module: ast.Module

    @cached_property
    def nodes(self) -> Nodes:
        """All its nodes but for contexts."""
        return _nodes_of(self.module)


def parse_python(text: str) -> SyntaxTree:
    """Return a text as a tree.

    Raises:
        SyntaxError: It does not parse, or has lines that end with CR alone; the parser has other ways to say so, too.
        RecursionError: It is nested too deeply.
    """
    if "\r" in text:
        raise SyntaxError("lines are counted differently where they end with CR")
    return SyntaxTree(syntax_tree(text))


def python_words(text: str) -> frozenset[str]:
    """Return the words of a text, names as Python takes them: it knows them by their compatibility forms."""
    return frozenset(_WORD.findall(text if text.isascii() else normalize("NFKC", text)))


def _nodes_of(tree: ast.AST) -> Nodes:
    found: defaultdict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    rest = [tree]
    while rest:
        node = rest.pop()
        kind = type(node)
        found[kind].append(node)
        if kind in _CHILDLESS:
            continue
        below: list[ast.AST] = []
        for value in vars(node).values():
            if type(value) is list:
                below += [each for each in value if type(each) not in _LEAVES]
            elif type(value) not in _LEAVES and isinstance(value, ast.AST):
                below.append(value)
        below.reverse()
        rest += below
    return found

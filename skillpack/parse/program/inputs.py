"""What a program takes from its input, and what stands in for it (pure)."""

import ast
from collections import defaultdict
from collections.abc import Sequence

from skillpack.model.program import Input

_MOST_DEFAULT = 60  # characters that are kept


def read_inputs(tree: ast.Module, parameter: str, lines: Sequence[str]) -> tuple[Input, ...]:
    """Return the keys of `input["key"]` and `input.get("key")`, sorted.

    Args:
        tree: Of the program.
        parameter: What the program calls its input.
        lines: Of its text.
    """
    taken: defaultdict[str, list[tuple[int, ast.expr | None]]] = defaultdict(list)
    spared = set()  # keys without which the program goes on
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)), ctx=ast.Load()):
                default = None
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[ast.Constant(value=str(key)), *others]
            ):
                default = others[0] if others else None
                if name == parameter:
                    spared.add(key)
            case ast.Compare(
                left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]
            ):
                if name == parameter:
                    spared.add(key)
                continue
            case _:
                continue
        if name == parameter:
            taken[key].append((node.lineno, default))
    return tuple(
        Input(key, key not in spared, _default(places, lines), min(line for line, _ in places))
        for key, places in sorted(taken.items())
    )


def _default(places: Sequence[tuple[int, ast.expr | None]], lines: Sequence[str]) -> str:
    """Return the default of a key wherever it is taken; empty if that differs or is more than a literal."""
    told = {_literal(node, lines) for _, node in places if node is not None}
    return told.pop() if len(told) == 1 else ""


def _literal(node: ast.expr, lines: Sequence[str]) -> str:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ""
    if node.lineno == node.end_lineno and node.lineno <= len(lines):
        text = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode("utf-8", "ignore")
    else:
        text = ast.unparse(node)
    return text if len(text) <= _MOST_DEFAULT else f"{text[:_MOST_DEFAULT]}…"

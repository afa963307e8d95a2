"""What Python takes and Starlark refuses, and where engines of Starlark differ, seen in a syntax tree."""

import ast
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from typing import TypeGuard

from skillpack.model.document import FaultKind

Problem = tuple[FaultKind, int, int, str]
"""Kind, line from 1, column from 0, and a noun phrase for what stands there."""

# Statements and expressions that no engine takes; what a version of Python does not know yet cannot stand in a tree.
_LACKING: dict[str, str] = {
    "While": "a `while` loop",
    "Import": "`import`",
    "ImportFrom": "`import`",
    "ClassDef": "a class",
    "Try": "`try`",
    "TryStar": "`try`",
    "With": "`with`",
    "AsyncWith": "`async`",
    "AsyncFor": "`async`",
    "AsyncFunctionDef": "`async`",
    "Await": "`await`",
    "Global": "`global`",
    "Nonlocal": "`nonlocal`",
    "Raise": "`raise`",
    "Assert": "`assert`",
    "Delete": "`del`",
    "Match": "`match`",
    "AnnAssign": "a type annotation",
    "TypeAlias": "a type alias",
    "JoinedStr": "an f-string",
    "TemplateStr": "a template string",
    "NamedExpr": "`:=`",
    "Yield": "`yield`",
    "YieldFrom": "`yield`",
    "Set": "a set",
    "SetComp": "a set comprehension",
    "GeneratorExp": "a generator expression",
}
# In every engine, or added by the host.
_EVERYWHERE = frozenset(
    {
        *("None", "True", "False", "abs", "all", "any", "bool", "dict", "dir", "enumerate", "fail", "float", "getattr"),
        *("hasattr", "hash", "int", "len", "list", "max", "min", "print", "range", "repr", "reversed", "sorted", "str"),
        *("tuple", "type", "zip", "ask", "command", "trace"),
    }
)
_SOMEWHERE = frozenset({"bytes", "chr", "json", "math", "ord", "set", "struct", "time"})
_ESCAPE = re.compile(r"""\\(?:[uU]|[^\n\\'"abfnrtvx0-7])""")


def tree_problems(tree: ast.Module) -> Iterator[Problem]:
    """Yield the constructs that Python can parse and Starlark, or one of its engines, refuses; columns are bytes."""
    yield from _top_level(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt):
            wording = _LACKING.get(type(node).__name__) or _lacking_form(node)
            if wording:
                yield FaultKind.PROGRAM_SYNTAX, node.lineno, node.col_offset, wording
        elif isinstance(node, ast.arguments):
            yield from _parameters(node)
    yield from _undefined(tree)


def token_problems(text: str) -> Iterator[Problem]:
    """Yield the same for what a syntax tree does not show; columns are characters."""
    before = None
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type in {tokenize.NL, tokenize.COMMENT}:
            continue
        kind, wording = None, ""
        if token.type == tokenize.INDENT and "\t" in token.string:
            kind, wording = FaultKind.PROGRAM_UNPORTABLE, "a tab as indentation"
        elif token.type == tokenize.NUMBER and "_" in token.string:
            kind, wording = FaultKind.PROGRAM_SYNTAX, "`_` in a number"
        elif token.type == tokenize.STRING and before == tokenize.STRING:
            kind, wording = FaultKind.PROGRAM_SYNTAX, "texts side by side without `+`"
        elif token.type == tokenize.STRING and "r" not in token.string[:2].lower():
            escape = _ESCAPE.search(token.string)
            if escape:
                kind, wording = FaultKind.PROGRAM_UNPORTABLE, f"the escape `{escape[0]}`"
        if kind:
            yield kind, *token.start, wording
        before = token.type


def _top_level(tree: ast.Module) -> Iterator[Problem]:
    """Yield statements that cannot stand outside of functions, and names that are given twice there."""
    seen: set[str] = set()
    for statement in tree.body:
        place = statement.lineno, statement.col_offset
        if isinstance(statement, ast.For | ast.If):
            yield FaultKind.PROGRAM_UNPORTABLE, *place, "a loop or condition outside of functions"
        elif isinstance(statement, ast.Return):
            yield FaultKind.PROGRAM_SYNTAX, *place, "`return` outside of functions"
        for name in _names_given(statement):
            if name in seen:
                yield FaultKind.PROGRAM_UNPORTABLE, *place, f"the global name `{name}`, given twice"
            seen.add(name)


def _names_given(statement: ast.stmt) -> Iterator[str]:
    """Yield the global names that a statement outside of functions gives."""
    if isinstance(statement, ast.FunctionDef):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            yield from (node.id for node in ast.walk(target) if _is_name(node, ast.Store))


def _is_name(node: ast.AST, context: type[ast.expr_context]) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, context)


def _lacking_form(node: ast.expr | ast.stmt) -> str:
    """Return words for a form that Starlark lacks of a node that it has."""
    match node:
        case ast.Compare(ops=ops) if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
            return "`is`"
        case ast.Compare(ops=[_, _, *_]):
            return "a chained comparison"
        case ast.BinOp(op=ast.Pow() | ast.MatMult()) | ast.AugAssign(op=ast.Pow() | ast.MatMult()):
            return "`**` or `@` between values"
        case ast.Assign(targets=[_, _, *_]):
            return "a chained assignment"
        case ast.For(orelse=[_, *_]):
            return "`else` of a loop"
        case ast.List(elts=parts) | ast.Tuple(elts=parts) if any(isinstance(part, ast.Starred) for part in parts):
            return "`*` outside of a call"
        case ast.Dict(keys=keys) if None in keys:
            return "`**` outside of a call"
        case ast.Constant(value=complex()):
            return "an imaginary number"
        case ast.Constant(value=value) if value is ...:
            return "`...`"
        case ast.FunctionDef(decorator_list=[_, *_]):
            return "a decorator"
        case ast.FunctionDef(returns=ast.expr()):
            return "a type annotation"
    return ""


def _parameters(arguments: ast.arguments) -> Iterator[Problem]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    for argument in every:
        if argument and argument.annotation:
            yield FaultKind.PROGRAM_SYNTAX, argument.lineno, argument.col_offset, "a type annotation"
    for argument in arguments.posonlyargs[:1]:
        yield FaultKind.PROGRAM_SYNTAX, argument.lineno, argument.col_offset, "`/` among parameters"
    for argument in arguments.kwonlyargs[:1]:
        yield FaultKind.PROGRAM_UNPORTABLE, argument.lineno, argument.col_offset, "a parameter given by name only"


def _undefined(tree: ast.Module) -> Iterator[Problem]:
    """Yield names that nothing in the program gives: Starlark looks for all of them before it starts."""
    given = set(_EVERYWHERE)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            given.add(node.name)
        elif isinstance(node, ast.arg):
            given.add(node.arg)
        elif _is_name(node, ast.Store):
            given.add(node.id)
        elif isinstance(node, ast.Call) and _is_name(node.func, ast.Load) and node.func.id == "load":
            # What a `load` would give, which is a fault of its own.
            texts = (argument.value for argument in node.args[1:] if isinstance(argument, ast.Constant))
            given.update(text for text in texts if isinstance(text, str))
            given.update(keyword.arg for keyword in node.keywords if keyword.arg)
    for node in ast.walk(tree):
        if _is_name(node, ast.Load) and node.id not in given and node.id != "load":
            kind = FaultKind.PROGRAM_UNPORTABLE if node.id in _SOMEWHERE else FaultKind.PROGRAM_SYNTAX
            yield kind, node.lineno, node.col_offset, f"the unknown name `{node.id}`"

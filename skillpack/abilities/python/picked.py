"""One variable that a Python script picks by its name from a file of variables, `.env` (pure)."""

import ast
from collections.abc import Iterator

from msgspec.structs import replace

from skillpack.abilities.flow import Taint
from skillpack.abilities.names import is_credential
from skillpack.abilities.python.values import PythonValue
from skillpack.model.ability import AbilityKind
from skillpack.model.finding import Position
from skillpack.parse.patterns import late

_FILE = ".env"
_NAME = late(r"[A-Z][A-Z0-9_]{2,60}")
_START = late(r"(?:export )?(?P<name>[A-Z][A-Z0-9_]{2,60})\s?=")
_SPLITS = frozenset(("split", "partition"))
_LINES = frozenset(("splitlines", "readlines"))
_SAME_LINE = frozenset(("strip", "rstrip", "lstrip"))


def picked(value: PythonValue, name: str, at: Position) -> PythonValue:
    """Return a value with one variable left of its files of variables; as it is where the name is that of none."""
    if not _NAME().fullmatch(name) or not any(_of_file(each) for each in value.taints):
        return value
    own = (Taint(AbilityKind.VARIABLE, name, at),) if is_credential(name) else ()
    rest = (each for each in value.taints if not _of_file(each))
    return replace(value, text="", words=(), full="", taints=frozenset((*own, *rest)))


def _of_file(taint: Taint) -> bool:
    return taint.kind is AbilityKind.KEY_FILE and taint.name.startswith(_FILE)


def is_by_line(node: ast.expr) -> bool:
    """Return whether a call gives the lines of a text."""
    match node:
        case ast.Call(func=ast.Attribute(attr="split"), args=[ast.Constant(value="\n"), *_]):
            return True
        case ast.Call(func=ast.Attribute(attr=attr)):
            return attr in _LINES
    return False


def line_split(node: ast.expr | None) -> str:
    """Return the name whose text is split at `=`, but for white space around it; empty for none."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr=attr), args=[ast.Constant(value="="), *_]):
            return stripped_name(inner) if attr in _SPLITS else ""
    return ""


def tests_of(test: ast.expr) -> Iterator[tuple[str, str, bool]]:
    """Yield the names that a condition asks about, each with a variable, and whether its line begins with that."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            for each in values:
                yield from tests_of(each)
        case ast.Call(func=ast.Attribute(value=inner, attr="startswith"), args=[ast.Constant(value=str(text))]):
            found = _START().fullmatch(text)
            if found and stripped_name(inner):
                yield stripped_name(inner), found["name"], True
        case ast.Compare(left=inner, ops=[ast.Eq()], comparators=[ast.Constant(value=str(text))]):
            if stripped_name(inner):
                yield stripped_name(inner), text, False


def stripped_name(node: ast.expr | None) -> str:
    """Return the name that an expression is, but for white space around it; empty for others."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Attribute(value=inner, attr=attr)) if attr in _SAME_LINE:
            return stripped_name(inner)
    return ""

"""Expressions of a Python script: what each may be, whatever path a run would take."""

import ast
import re
from collections.abc import Sequence

from msgspec.structs import replace

from skillpack.abilities.channels import file_channel
from skillpack.abilities.flow import Taint
from skillpack.abilities.python.calls import Call, download, named, result
from skillpack.abilities.python.dangers import dangers
from skillpack.abilities.python.effects import effects, private_reads
from skillpack.abilities.python.picked import line_split, picked, stripped_name
from skillpack.abilities.python.program import PythonProgram
from skillpack.abilities.python.tables import (
    A_REQUEST,
    COPIES,
    DUMPS,
    ENVIRON,
    GATHERS,
    OPENERS,
    READS,
    REQUESTED,
    WRITES,
)
from skillpack.abilities.python.values import (
    NOTHING,
    TEXT,
    PythonValue,
    collection,
    decoded,
    joined,
    limited,
    text_value,
    variable,
    without_text,
)
from skillpack.abilities.python.written import written_readings
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import AbilityKind
from skillpack.model.finding import Position

_ELEMENTS = 200  # of a literal, that are looked at
_ARGUMENTS = 50
_PARTS = 100  # of a text with values in it
_BARE = frozenset(("eval", "exec", "compile", "__import__"))
_LONGEST_NAME = 200


class Expressions:
    """The expressions of one body of statements; each is looked at once.

    Args:
        program: What is known of all scripts.
        module: In which the body stands.
        function: Key of the function that it is the body of; empty for a module's.
        source: Of the script.
    """

    def __init__(self, program: PythonProgram, module: str, function: str, source: SourceText) -> None:
        self._program, self._module, self._function, self._source = program, module, function, source
        self._values: dict[ast.expr, PythonValue] = {}
        self._paths: dict[str, ast.expr] = {}  # name of an open file -> that of its path
        self._lines: set[str] = set()  # names that stand for one line of a file
        self._beside: dict[str, list[str]] = {}  # name of what stands before `=` in a line -> names of what follows
        self._known: dict[str, PythonValue] = {}  # name -> its value where a condition holds

    def assign(self, target: ast.expr, value: PythonValue, node: ast.expr | None) -> None:
        """Learn that a target may be a value; `node` is its expression, where parts of it go to parts of the target."""
        match target:
            case ast.Name(id=name):
                self._program.assign(self._module, self._function, name, value)
                if stripped_name(node) != name:
                    self._lines.discard(name)
                match node:
                    case ast.Call(func=ast.Name(id="open"), args=[path, *_]):
                        self._paths[name] = path
            case ast.Attribute(value=ast.Name(id=owner), attr=attr):
                self._program.assign(self._module, self._function, f"{owner}.{attr}", value)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                names = [each.id for each in elements if isinstance(each, ast.Name)]
                if len(names) > 1 and line_split(node) in self._lines:
                    self._beside[names[0]] = names[1:]
                values = node.elts if isinstance(node, ast.Tuple | ast.List) and len(node.elts) == len(elements) else ()
                for number, each in enumerate(elements):
                    self.assign(each, self.value(values[number]) if values else value, None)
            case ast.Subscript(value=owner):
                self.assign(owner, joined(self.value(owner), replace(value, text="", full="")), None)
            case ast.Starred(value=inner):
                self.assign(inner, value, None)

    def value(self, node: ast.expr | None) -> PythonValue:
        """Return the value that an expression may have, and note what it does; each is looked at once."""
        if node is None:
            return NOTHING
        found = self._values.get(node)
        if found is None:
            found = self._values[node] = self._value(node)
        return found

    def _value(self, node: ast.expr) -> PythonValue:
        match node:
            case ast.Name(id=name):
                found = self._known.get(name) or self._program.name(self._module, self._function, name)
                return PythonValue(full=name) if found is NOTHING and name in _BARE else found
            case ast.Attribute(value=inner, attr=attr):
                return self._attribute(inner, attr)
            case ast.Call():
                return self._call(node)
            case ast.Constant(value=str(text)):
                return text_value(text[:TEXT], self._source, node)
            case ast.Constant(value=bytes(content)):
                return PythonValue(text=content[:TEXT].decode("latin-1"))
            case ast.Constant():
                return NOTHING
            case ast.JoinedStr(values=values):
                return self._template(values, node)
            case ast.FormattedValue(value=inner):
                return self.value(inner)
            case ast.BinOp(left=left, right=right, op=op):
                return self._operation(self.value(left), self.value(right), op, node)
            case ast.Subscript(value=inner, slice=index):
                return self._subscript(node, inner, index)
            case (
                ast.Await(value=inner) | ast.Starred(value=inner) | ast.Yield(value=inner) | ast.YieldFrom(value=inner)
            ):
                found = self.value(inner)
                if isinstance(node, ast.Yield | ast.YieldFrom) and self._function:
                    self._program.returns(self._function, found)
                return found
            case ast.NamedExpr(target=target, value=inner):
                found = self.value(inner)
                self.assign(target, found, inner)
                return found
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.value(test)
                return joined(self.value(body), self.value(orelse))
            case ast.BoolOp(values=values):
                return joined(*map(self.value, values))
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return collection([self.value(each) for each in elements[:_ELEMENTS]])
            case ast.Dict(keys=keys, values=values):
                members = [self._member(each) for each in values[:_ELEMENTS]]
                return collection([*map(self.value, keys[:_ELEMENTS]), *members])
            case ast.ListComp(generators=loops) | ast.SetComp(generators=loops) | ast.GeneratorExp(generators=loops):
                self._loops(loops)
                return self._computed(self.value(node.elt), node)
            case ast.DictComp(generators=loops, key=key, value=value):
                self._loops(loops)
                return collection([self.value(key), self.value(value)])
            case ast.Compare(left=left, comparators=others):
                for each in (left, *others):
                    self.value(each)
                return NOTHING
            case ast.UnaryOp(operand=operand):
                return replace(self.value(operand), text="")
            case ast.Lambda(body=body):
                return replace(self.value(body), full="")
        return NOTHING

    def _member(self, node: ast.expr) -> PythonValue:
        """Return the value of a member of a table; a function of it that decodes is not itself decoded."""
        found = self.value(node)
        if not isinstance(node, ast.Lambda):
            return found
        return replace(found, taints=frozenset(each for each in found.taints if each.kind is not AbilityKind.DECODES))

    def _template(self, values: Sequence[ast.expr], node: ast.expr) -> PythonValue:
        parts = [self.value(each) for each in values[:_PARTS]]
        text = "".join(part.text or "{}" for part in parts)[:TEXT]
        return joined(
            text_value(text, self._source, node),
            *(replace(part, text=text, words=(), full="", function="") for part in parts),
        )

    def _operation(self, left: PythonValue, right: PythonValue, op: ast.operator, node: ast.BinOp) -> PythonValue:
        if isinstance(op, ast.Add | ast.Div | ast.Mod):
            between = "/" if isinstance(op, ast.Div) else ""
            text = f"{left.text or '{}'}{between}{right.text or '{}'}"[:TEXT]
            if isinstance(op, ast.Mod):
                text = re.sub(r"%[sdr]", "{}", left.text)
            full = left.full if isinstance(op, ast.Div) else ""
            sides = [replace(side, text=text, full=full, function="") for side in (left, right)]
            return joined(text_value(text, self._source, node), *sides)
        return joined(replace(left, text=""), replace(right, text=""))

    def _attribute(self, inner: ast.expr, attr: str) -> PythonValue:
        if isinstance(inner, ast.Name):
            own = self._program.name(self._module, self._function if inner.id != "self" else "", f"{inner.id}.{attr}")
            if own is not NOTHING:
                return own
        owner = self.value(inner)
        if not owner.taints and not self._program.is_library(owner.full):
            own = self._program.attribute(attr)
            if own is not NOTHING:
                return own
        full = f"{owner.full}.{attr}" if owner.full else ""
        if full in ENVIRON:
            return PythonValue(full="os.environ")
        if REQUESTED().fullmatch(full):
            asked = Taint(AbilityKind.FETCHES, A_REQUEST, self._position(inner))
            return PythonValue(full=full, taints=frozenset([asked]))
        function = self._program.of_module(full) if full else ""
        return PythonValue(
            full=full[:_LONGEST_NAME], taints=owner.taints, places=owner.places, content=owner.content, text=owner.text,
            words=owner.words, function=function,
        )  # fmt: skip

    def _subscript(self, node: ast.Subscript, inner: ast.expr, index: ast.expr) -> PythonValue:
        owner = self.value(inner)
        key = self.value(index) if not isinstance(index, ast.Slice) else NOTHING
        if owner.full == "os.environ":
            return variable(key, self._position(node))
        if owner.full == "sys.modules" and key.text:
            return PythonValue(full=key.text, taints=key.taints)
        if owner.full.endswith(".__dict__"):
            return named(owner.full.removesuffix(".__dict__"), key)
        if isinstance(index, ast.Slice) and isinstance(index.step, ast.UnaryOp) and owner.text:
            made = decoded(owner, "reversed text", self._position(node))
            return replace(made, text=owner.text[::-1])
        owner = picked(owner, key.text, self._position(node))
        return replace(owner, text="", full=f"{owner.full}[]" if owner.full else "", function="")

    def _computed(self, element: PythonValue, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> PythonValue:
        """Return the value of a comprehension; characters that are made of numbers are assembled text."""
        found = without_text(replace(element, function=""))
        if isinstance(node.elt, ast.Call) and isinstance(node.elt.func, ast.Name) and node.elt.func.id == "chr":
            return decoded(found, "chr", self._position(node))
        if any(isinstance(each, ast.BitXor) for each in ast.walk(node.elt)):
            return decoded(found, "xor", self._position(node))
        return found

    def _loops(self, loops: Sequence[ast.comprehension]) -> None:
        for loop in loops:
            found = self.value(loop.iter)
            whole = found.full == "os.environ"
            self.assign(loop.target, found if whole else replace(without_text(found), full=""), None)
            for condition in loop.ifs:
                self.value(condition)

    def _call(self, node: ast.Call) -> PythonValue:
        function = self.value(node.func)
        owner, method = NOTHING, ""
        if isinstance(node.func, ast.Attribute):
            owner, method = self.value(node.func.value), node.func.attr
        positional = tuple(self.value(each) for each in node.args[:_ARGUMENTS])
        keywords = tuple((each.arg or "", self.value(each.value)) for each in node.keywords[:_ARGUMENTS])
        key = function.function or (self._program.method(method) if method and not owner.full else "")
        if key:
            return self._program.call(key, positional, keywords)
        full = function.full or (node.func.id if isinstance(node.func, ast.Name) else "")
        if full == "getattr" and len(positional) > 1:
            return replace(named(positional[0].full, positional[1]), places=positional[0].places)
        call = Call(node, self._source, full, method, owner, positional, keywords)
        call = replace(call, content=self._content(call))
        self._learn_written(call)
        self._learn_printed(call)
        self._learn_gathered(call)
        for found in (
            *effects(call, function, self._program),
            *private_reads(call),
            *written_readings(call, self._source),
            *dangers(call, self._source),
        ):
            self._program.report(found)
        return picked(result(call), call.first.text, call.at) if call.method == "get" else result(call)

    def _learn_gathered(self, call: Call) -> None:
        """Learn what a call puts into what it is a method of."""
        taints = frozenset(taint for each in call.given for taint in each.taints) if call.method in GATHERS else None
        if taints and isinstance(call.node.func, ast.Attribute) and not taints <= call.owner.taints:
            self.assign(call.node.func.value, replace(call.owner, taints=limited((*call.owner.taints, *taints))), None)

    def _content(self, call: Call) -> frozenset[Taint]:
        """Return the taints of the file that a call opens, which another part of the skill may have written."""
        written = self._program.written(call.file.text)
        opens = call.full in OPENERS or call.method in READS
        place = file_channel(call.file.text) if opens and not written and not call.file.content else ""
        return frozenset([Taint(AbilityKind.WRITES, place, call.at)]) if place else written

    def _learn_printed(self, call: Call) -> None:
        """Learn what a call prints."""
        if call.full == "print" or call.full.startswith("sys.stdout."):
            self._program.prints(self._module, frozenset(taint for each in call.given for taint in each.taints))

    def _learn_written(self, call: Call) -> None:
        """Learn what a call writes to a file: by its path, and by the name that stands for that."""
        if call.full in DUMPS and len(call.positional) > 1:
            where, value = call.node.args[1], call.positional[1]
            taints = limited(call.first.taints)
        elif call.full in COPIES and len(call.positional) > 1:
            where, value = call.node.args[1], call.positional[1]
            taints = limited((*call.first.every, *call.first.places, *self._program.written(call.first.text)))
        elif call.method in WRITES and isinstance(call.node.func, ast.Attribute):
            where, value = call.node.func.value, call.owner
            taints = limited(taint for each in call.positional for taint in each.taints)
        elif call.full.endswith("urlretrieve") and len(call.positional) > 1:
            where, value = call.node.args[1], call.positional[1]
            taints = frozenset([download(call)])
        else:
            return
        if taints:
            self._program.wrote(value.text, taints)
            path = self._paths.get(where.id) if isinstance(where, ast.Name) else None
            for each in (where, path):
                if isinstance(each, ast.Name | ast.Attribute):
                    known = self.value(each)
                    self.assign(each, replace(known, content=limited((*known.content, *taints))), None)

    def _position(self, node: ast.expr) -> Position:
        return self._source.position(node.lineno)

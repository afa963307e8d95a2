"""Statements of a Python script, in any order that a run could take."""

import ast
from collections.abc import Sequence

from msgspec.structs import replace

from skillpack.abilities.python.expressions import Expressions
from skillpack.abilities.python.picked import is_by_line, picked, tests_of
from skillpack.abilities.python.values import joined, without_text


class PythonBody(Expressions):
    """One body of statements, read with what the program knows."""

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Read statements in order; those of functions are read by themselves."""
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import(names=names):
                for alias in names:
                    root = alias.name.split(".")[0]
                    full = alias.name if alias.asname else root
                    self._program.import_name(self._module, alias.asname or root, full)
            case ast.ImportFrom(module=module, names=names):
                for alias in names:
                    full = f"{module}.{alias.name}" if module else alias.name
                    self._program.import_name(self._module, alias.asname or alias.name, full)
            case ast.Assign(targets=targets, value=value):
                found = self.value(value)
                for target in targets:
                    self.assign(target, found, value)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self.assign(target, self.value(value), value)
            case ast.AugAssign(target=target, value=value):
                self.assign(target, joined(self.value(target), self.value(value)), None)
            case (
                ast.For(target=target, iter=each, body=body, orelse=orelse)
                | ast.AsyncFor(target=target, iter=each, body=body, orelse=orelse)
            ):
                found = self.value(each)
                self.assign(target, replace(without_text(found), full=""), None)
                if isinstance(target, ast.Name) and (is_by_line(each) or found.full.startswith("opened")):
                    self._lines.add(target.id)
                self.block([*body, *orelse])
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    found = self.value(item.context_expr)
                    if item.optional_vars is not None:
                        self.assign(item.optional_vars, found, item.context_expr)
                self.block(body)
            case ast.Return(value=value):
                if value is not None and self._function:
                    self._program.returns(self._function, self.value(value))
                elif value is not None:
                    self.value(value)
            case ast.Expr(value=value):
                self.value(value)
            case ast.If(test=test, body=body, orelse=orelse):
                self.value(test)
                self._where(test, body)
                self.block(orelse)
            case ast.While(test=test, body=body, orelse=orelse):
                self.value(test)
                self.block([*body, *orelse])
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                self.block(body)
                for handler in handlers:
                    self.block(handler.body)
                self.block([*orelse, *final])
            case ast.Match(subject=subject, cases=cases):
                self.value(subject)
                for case in cases:
                    self.block(case.body)
            case ast.ClassDef(body=body):
                self.block([each for each in body if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)])
            case ast.Assert(test=test):
                self.value(test)
            case ast.Raise(exc=exc) if exc is not None:
                self.value(exc)

    def _where(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        """Read statements where a condition holds: what is left of a file of variables is what it asks for."""
        outer = self._known
        self._known = dict(outer)
        for name, variable, starts in tests_of(test):
            names = [name] if starts and name in self._lines else () if starts else self._beside.get(name, ())
            for each in names:
                known = self._program.name(self._module, self._function, each)
                self._known[each] = picked(known, variable, self._source.position(test.lineno))
        self.block(body)
        self._known = outer

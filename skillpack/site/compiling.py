"""Templates -> code that asks nobody for what is the same on every page.

Most of what a template says is a text of the theme under a fixed key. Calls of the theme's functions are read as
filters: the compiler works them out where all their arguments are fixed, and calls them without a detour elsewhere.
"""

import marshal
import re
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from types import CodeType

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from skillpack.site.hidden import revealed

Function = Callable[..., object]

PLAIN = frozenset({"to", "based"})
"""Functions that pages and macros are given: they want nothing but their arguments."""

WHOLE = "whole"
"""Name of a filter that changes nothing: what is filtered is gathered in a list, not passed up piece by piece."""

_PLAIN = re.compile(r"[\t\n\r !#-%(-;=?-~]*+")
"""Text that is HTML as it stands and hides nothing."""


class Loader(jinja2.DictLoader):
    """Loads templates whose calls of some functions are bound early.

    Args:
        templates: Name -> source.
        functions: Name as templates write it, such as `t` or `paths.asset` -> a function of its arguments alone.
        constants: Name as templates write it -> value.
    """

    def __init__(
        self, templates: Mapping[str, str], functions: Mapping[str, Function], constants: Mapping[str, str]
    ) -> None:
        super().__init__(templates)
        self._functions = functions
        self._constants = constants
        self._codes: dict[str, CodeType] = {}

    def compiled(self, environment: jinja2.Environment) -> bytes:
        """Return the code of all templates, for `supply`; a faulty one is left out, and reported where it is used."""
        for name in self.list_templates():
            with suppress(jinja2.TemplateError):
                self._code(environment, name)
        return marshal.dumps(self._codes)

    def supply(self, compiled: bytes) -> None:
        """Take what another process of ours has compiled of these very templates."""
        self._codes.update(marshal.loads(compiled))  # noqa: S302 our own, see above

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, object] | None = None,  # noqa: A002
    ) -> jinja2.Template:
        """Return a compiled template.

        Raises:
            jinja2.TemplateError: There is none of this name, or it is faulty.
        """
        code = self._code(environment, name)
        # Every page copies these, and of a chain of mappings that is slow.
        made = environment.template_class.from_code(environment, code, dict(globals or {}))
        # The compiled code calls what it finds in its module under this name, for every value that it writes.
        made.root_render_func.__globals__["escape"] = shown
        return made

    def _code(self, environment: jinja2.Environment, name: str) -> CodeType:
        """Return the code of a template, compiled once."""
        if name not in self._codes:
            source, filename, _ = self.get_source(environment, name)
            tree = environment.parse(source, name, filename)
            own = _own_names(tree)
            functions = {key for key in self._functions if key.partition(".")[0] not in own}
            constants = {key: value for key, value in self._constants.items() if key.partition(".")[0] not in own}
            self._codes[name] = environment.compile(_Binder(functions, constants).visit(tree), name, filename)
        return self._codes[name]


class Generator(CodeGenerator):
    """Writes calls of plain functions as calls; the usual ones first ask whether the function wants more."""

    def visit_Call(  # noqa: N802 a visitor's name
        self,
        node: nodes.Call,
        frame: Frame,
        forward_caller: bool = False,  # noqa: FBT001, FBT002 as in the class above
    ) -> None:
        """Write a call."""
        named = node.kwargs or node.dyn_args or node.dyn_kwargs
        if named or not isinstance(node.node, nodes.Name) or node.node.name not in PLAIN:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")


def shown(value: object) -> str:
    """Return a value as HTML, as `markupsafe.escape` does, with what is invisible in it written out: `⟦U+202E⟧`.

    Text that needs neither comes back as it is.
    """
    if type(value) is Markup or (type(value) is str and _PLAIN.fullmatch(value)):
        return value
    return escape(revealed(value) if type(value) is str else value)


class _Binder(NodeTransformer):
    """Turns calls of known functions into filters, and known names into their values; gathers what blocks write."""

    def __init__(self, functions: set[str], constants: Mapping[str, str]) -> None:
        self._functions = functions
        self._constants = constants

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 a visitor's name
        self.generic_visit(node)
        name = _dotted(node.node)
        if name not in self._functions or not node.args or node.dyn_args or node.dyn_kwargs:
            return node
        first, *others = node.args
        return nodes.Filter(first, name, others, node.kwargs, None, None, lineno=node.lineno)

    def visit_Block(self, node: nodes.Block) -> nodes.Node:  # noqa: N802 a visitor's name
        self.generic_visit(node)
        node.body = [nodes.FilterBlock(node.body, nodes.Filter(None, WHOLE, [], [], None, None))]
        return node

    def visit_Getattr(self, node: nodes.Getattr) -> nodes.Node:  # noqa: N802 a visitor's name
        self.generic_visit(node)
        value = self._constants.get(_dotted(node))
        return node if value is None else nodes.Const(value, lineno=node.lineno)


def _own_names(tree: nodes.Template) -> set[str]:
    """Return what a template calls something of its own: it does not mean ours."""
    names: set[str] = set()
    for each in tree.find_all((nodes.Name, nodes.Macro, nodes.Import, nodes.FromImport)):
        if isinstance(each, nodes.Import):
            names.add(each.target)
        elif isinstance(each, nodes.FromImport):
            names |= {name if isinstance(name, str) else name[1] for name in each.names}
        elif isinstance(each, nodes.Macro) or (isinstance(each, nodes.Name) and each.ctx != "load"):
            names.add(each.name)
    return names


def _dotted(node: nodes.Node) -> str:
    """Return `paths.asset` for such a node; the empty string for anything but names."""
    if isinstance(node, nodes.Getattr):
        return f"{_dotted(node.node)}.{node.attr}"
    return node.name if isinstance(node, nodes.Name) else ""

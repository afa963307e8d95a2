"""The calls in a program's syntax tree, how often they can happen, and which functions call themselves."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

HOST_FUNCTIONS = frozenset({"ask", "command", "trace"})
_MODULE = ""  # the function to which statements outside of functions are counted
_MOST = 10**6  # beyond, a number tells nobody more than that it cannot be told
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_Visit = tuple[ast.AST, str, int]


class CallSite(Struct, frozen=True):
    """A call of a plain name.

    Attributes:
        function: The top-level function in which it stands; empty outside of functions.
        times: How often at most while that function runs once; 0 where it cannot be told.
    """

    node: ast.Call
    name: str
    function: str
    times: int


def call_sites(tree: ast.Module) -> tuple[CallSite, ...]:
    """Return the calls of plain names in the order of the text."""
    constants = dict(_constants(tree))
    sites = []
    waiting: list[_Visit] = [(tree, _MODULE, 1)]
    while waiting:
        node, function, times = waiting.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            sites.append(CallSite(node, node.func.id, function, times))
        waiting.extend(_children(node, function, times, constants))
    return tuple(sorted(sites, key=lambda site: (site.node.lineno, site.node.col_offset)))


def runs_of(tree: ast.Module, sites: Sequence[CallSite]) -> dict[str, int]:
    """Return how often each function runs at most while `run` runs once; 0 where it cannot be told.

    A function that takes part in a recursion, or is also handed around as a value, may run any number of times.
    """
    calls = _calls(tree, sites)
    called = {id(site.node.func) for site in sites}
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called)
    unknown = {name.id for name in names} | set(recursive_functions(tree, sites))
    callers: dict[str, list[CallSite]] = {name: [] for name in calls}
    for site in sites:
        callers.get(site.name, []).append(site)
    runs = {_MODULE: 1}
    for name in reversed(_callees_first(calls)):
        each = [_multiply(site.times, runs.get(site.function, 0)) for site in callers[name]]
        total = 1 if name == "run" else 0 if 0 in each else sum(each)
        runs[name] = 0 if name in unknown else _multiply(total, 1)
    return runs


def recursive_functions(tree: ast.Module, sites: Sequence[CallSite]) -> tuple[str, ...]:
    """Return the functions that call themselves, directly or through others, sorted."""
    calls = _calls(tree, sites)
    callers: dict[str, list[str]] = {name: [] for name in calls}
    for name, callees in calls.items():
        for callee in callees:
            callers[callee].append(name)
    # Kosaraju: who can be reached backwards, in this order and from no earlier one, is part of one knot.
    seen: set[str] = set()
    found = []
    for name in reversed(_callees_first(calls)):
        knot = _reachable(name, callers, seen)
        if len(knot) > 1 or name in calls[name]:
            found += knot
    return tuple(sorted(found))


def _calls(tree: ast.Module, sites: Iterable[CallSite]) -> dict[str, list[str]]:
    """Return the top-level functions and which of them each calls."""
    calls: dict[str, list[str]] = {node.name: [] for node in tree.body if isinstance(node, ast.FunctionDef)}
    for site in sites:
        if site.name in calls and site.function in calls:
            calls[site.function].append(site.name)
    return calls


def _callees_first(calls: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the functions so that each comes after those it calls, as far as no recursion is in the way."""
    order: list[str] = []
    seen: set[str] = set()
    for first in calls:
        path = [] if first in seen else [(first, iter(calls[first]))]
        seen.add(first)
        while path:
            name, callees = path[-1]
            following = next((callee for callee in callees if callee not in seen), None)
            if following is None:
                order.append(name)
                path.pop()
            else:
                seen.add(following)
                path.append((following, iter(calls[following])))
    return order


def _reachable(start: str, graph: Mapping[str, Sequence[str]], seen: set[str]) -> list[str]:
    """Return the functions reachable from there and not seen before, the start included; they count as seen now."""
    found = [] if start in seen else [start]
    seen.update(found)
    for name in found:
        fresh = [other for other in dict.fromkeys(graph[name]) if other not in seen]
        seen.update(fresh)
        found += fresh
    return found


def _children(node: ast.AST, function: str, times: int, constants: Mapping[str, int]) -> Iterator[_Visit]:
    """Yield the parts of a node with how often each is reached."""
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        # What a function inside another one does, happens as often as it is called: nobody knows.
        outermost = function == _MODULE and isinstance(node, ast.FunctionDef)
        inside = (node.name, 1) if outermost and isinstance(node, ast.FunctionDef) else (function, 0)
        yield node.args, function, times
        yield from ((part, *inside) for part in (node.body if isinstance(node.body, list) else [node.body]))
    elif isinstance(node, ast.For):
        yield node.iter, function, times
        inside_loop = _multiply(times, _length(node.iter, constants))
        yield from ((part, function, inside_loop) for part in node.body)
        yield from ((part, function, times) for part in node.orelse)
    elif isinstance(node, ast.While):
        yield from ((part, function, 0) for part in ast.iter_child_nodes(node))
    elif isinstance(node, _COMPREHENSIONS):
        for generator in node.generators:
            yield generator.iter, function, times
            times = _multiply(times, _length(generator.iter, constants))
            yield from ((part, function, times) for part in generator.ifs)
        results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        yield from ((part, function, times) for part in results)
    else:
        yield from ((part, function, times) for part in ast.iter_child_nodes(node))


def _length(node: ast.expr, constants: Mapping[str, int]) -> int:
    """Return how many values a loop takes at most from `range` over literals or from a literal list, 0 for unknown."""
    if isinstance(node, ast.List | ast.Tuple):
        return 0 if any(isinstance(part, ast.Starred) for part in node.elts) else len(node.elts)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"):
        return 0
    numbers = [_integer(argument, constants) for argument in node.args]
    bounds = [number for number in numbers if number is not None]
    if node.keywords or len(bounds) != len(numbers) or not 1 <= len(bounds) <= 3:
        return 0
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    return max(0, -((start - stop) // step)) if step else 0


def _integer(node: ast.expr, constants: Mapping[str, int]) -> int | None:
    """Return the value of a literal whole number, or of a global name that is given one once."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        return -value if type(value) is int else None
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _constants(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the global names that are given a literal whole number, and nothing else anywhere."""
    stores = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    stores.update(node.arg for node in ast.walk(tree) if isinstance(node, ast.arg))
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if stores[name] == 1:
                number = _integer(value, {})
                if number is not None:
                    yield name, number


def _multiply(one: int, other: int) -> int:
    product = one * other
    return product if product <= _MOST else 0

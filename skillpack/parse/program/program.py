"""Which file is a skill's program, and what can be known of it by Python's own parser: nothing is run.

metaSKILLs, sections 3 to 6.
"""

import ast
import tokenize
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Lock

from skillpack.model.document import NOWHERE, Document, Fault, FaultKind, Span
from skillpack.model.program import Input, Program, ProgramCall
from skillpack.model.tree import SourceTree
from skillpack.parse.program.calls import HOST_FUNCTIONS, CallSite, call_sites, recursive_functions, runs_of
from skillpack.parse.program.dialect import Problem, token_problems, tree_problems
from skillpack.parse.program.literals import Literals
from skillpack.parse.values import text_of

DEFAULT_PROGRAM = "SKILL.star"
LANGUAGE = "starlark"
MOST = 64 * 2**10  # bytes (metaSKILLs, section 3)
_PARSER = Lock()
"""Held while Python's parser works: CPython 3.11 counts the depth of a tree in a place that all threads share."""
_MOST_DEFAULT = 60  # characters of what stands in for an input
_KEEPS_FROM_RUNNING = {FaultKind.PROGRAM_SYNTAX, FaultKind.PROGRAM_NO_RUN, FaultKind.PROGRAM_LOAD}


def find_program(document: Document, candidate: SourceTree) -> Program | None:
    """Return the program that the skill declares, or its SKILL.star, or None.

    The spans of PROGRAM_ESCAPES, PROGRAM_MISSING and PROGRAM_LANGUAGE are of the field in the skill file, those of
    all other faults of the program's own file.
    """
    field = document.field("metaskill")
    declared = (text_of(field) or "").strip()
    language_field = document.field("metaskill_language")
    language = (text_of(language_field) or LANGUAGE).strip()
    sizes = dict(candidate.listing)
    path = inside(declared) if declared else DEFAULT_PROGRAM
    place = field.value.span if field else NOWHERE
    if not declared and DEFAULT_PROGRAM not in sizes:
        return None
    if path is None:
        return unreadable(declared, language, Fault(FaultKind.PROGRAM_ESCAPES, place, declared))
    if path not in sizes:
        return unreadable(path, language, Fault(FaultKind.PROGRAM_MISSING, place, path))
    if language != LANGUAGE and language_field:
        return unreadable(path, language, Fault(FaultKind.PROGRAM_LANGUAGE, language_field.value.span, language))
    if path in candidate.tree.files:
        return read_program(path, candidate.tree.files[path])
    too_large = (Fault(FaultKind.PROGRAM_TOO_LARGE, NOWHERE, str(sizes[path])),) if sizes[path] > MOST else ()
    return unreadable(path, language, *too_large)


def read_program(path: str, content: bytes, *, language: str = LANGUAGE) -> Program:
    """Return the facts about a program that can be known without running it; nothing is raised for any content."""
    if language != LANGUAGE:
        return unreadable(path, language, Fault(FaultKind.PROGRAM_LANGUAGE, NOWHERE, language))
    if len(content) > MOST:
        return unreadable(path, language, Fault(FaultKind.PROGRAM_TOO_LARGE, NOWHERE, str(len(content))))
    try:
        text = content.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        fault = Fault(FaultKind.PROGRAM_NOT_UTF8, Span(line, 1, line, 1), error.reason)
        return unreadable(path, language, fault)
    if text.startswith("---"):
        fault = Fault(FaultKind.PROGRAM_FRONT_MATTER, Span(1, 1, 1, 4), "")
        return unreadable(path, language, fault, source=text)
    try:
        return _read_tree(path, text, syntax_tree(text))
    except SyntaxError as error:
        line, column = error.lineno or 1, max(error.offset or 1, 1)
        fault = Fault(FaultKind.PROGRAM_SYNTAX, Span(line, column, line, column), error.msg)
    except Exception as error:  # noqa: BLE001 whatever the parser gives up with, and it has many ways
        nested = isinstance(error, RecursionError | MemoryError)
        detail = "the program is nested too deeply" if nested else f"the parser gives up: {error}"
        fault = Fault(FaultKind.PROGRAM_SYNTAX, NOWHERE, detail)
    return unreadable(path, language, fault, source=text)


def unreadable(path: str, language: str, *faults: Fault, source: str = "") -> Program:
    """Return a program of which nothing is known but why."""
    return Program(path, language, source, runs=False, calls=(), inputs=(), faults=faults)


def syntax_tree(text: str) -> ast.Module:
    """Return the syntax tree; the parser raises `SyntaxError`, and others where the text is nested too deeply."""
    with _PARSER, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an unknown escape is reported with the rest
        return ast.parse(text)


def inside(path: str) -> str | None:
    """Return a relative path without `.` and `..`; None for one that is absolute or leaves the skill."""
    if path.startswith(("/", "~")) or "\\" in path or path[1:2] == ":":
        return None
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and not parts:
            return None
        if part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _read_tree(path: str, text: str, tree: ast.Module) -> Program:
    lines = text.split("\n")
    sites = call_sites(tree)
    runs = runs_of(tree, sites)
    run = _run_of(tree)
    faults = _faults(text, tree, sites, lines)
    if run is None:
        faults.append(Fault(FaultKind.PROGRAM_NO_RUN, NOWHERE, ""))
    return Program(
        path,
        LANGUAGE,
        text,
        runs=not any(fault.kind in _KEEPS_FROM_RUNNING for fault in faults),
        calls=_calls(tree, sites, runs),
        inputs=_inputs(tree, run.args.args[0].arg, lines) if run else (),
        faults=tuple(sorted(faults, key=lambda fault: (fault.span.line, fault.span.column))),
    )


def _run_of(tree: ast.Module) -> ast.FunctionDef | None:
    """Return the function `run` with its one parameter (metaSKILLs, section 6)."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "run":
            arguments = node.args
            others = (*arguments.posonlyargs, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
            if len(arguments.args) == 1 and not any(others):
                return node
    return None


def _inputs(tree: ast.Module, parameter: str, lines: Sequence[str]) -> tuple[Input, ...]:
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


def _faults(text: str, tree: ast.Module, sites: Sequence[CallSite], lines: Sequence[str]) -> list[Fault]:
    """Return a fault for each kind of thing that Starlark or one of its engines refuses, where it first stands."""
    found: dict[tuple[FaultKind, str], Fault] = {}
    at_bytes = [*tree_problems(tree), *_forbidden_calls(tree, sites)]
    problems = [(kind, line, _characters(lines, line, column), wording) for kind, line, column, wording in at_bytes]
    problems += _token_problems(text)
    for kind, line, column, wording in sorted(problems):
        found.setdefault((kind, wording), Fault(kind, Span(line, column + 1, line, column + 1), wording))
    return list(found.values())


def _token_problems(text: str) -> Iterator[Problem]:
    # The tokenizer is stricter than the parser in places; what it has said before that holds.
    with suppress(tokenize.TokenError, SyntaxError):
        yield from token_problems(text)


def _forbidden_calls(tree: ast.Module, sites: Sequence[CallSite]) -> Iterator[Problem]:
    """Yield the loads, which no host takes, and each function that calls itself."""
    for site in sites:
        if site.name == "load":
            yield FaultKind.PROGRAM_LOAD, site.node.lineno, site.node.col_offset, ""
    recursive = set(recursive_functions(tree, sites))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in recursive:
            yield FaultKind.PROGRAM_UNPORTABLE, node.lineno, len("def "), f"`{node.name}` calls itself"


def _calls(tree: ast.Module, sites: Sequence[CallSite], runs: dict[str, int]) -> tuple[ProgramCall, ...]:
    """Return the calls of the host's functions; handing one around counts as a call of which nothing is known."""
    literals = Literals(tree)
    calls = [_call(site, runs, literals) for site in sites if site.name in HOST_FUNCTIONS]
    calls += [ProgramCall(name.id, (), 0, name.lineno) for name in literals.handed_around(HOST_FUNCTIONS)]
    return tuple(sorted(calls, key=lambda call: call.line))


def _call(site: CallSite, runs: dict[str, int], literals: Literals) -> ProgramCall:
    times = site.times * runs.get(site.function, 0)
    named = [keyword.value for keyword in site.node.keywords if keyword.arg in {"argv", "prompt", "kind"}]
    words, whole = literals.words(next(iter([*site.node.args, *named]), None), site.function)
    line = site.node.lineno
    return ProgramCall(site.name, words, times, line) if whole else ProgramCall(site.name, (), times, line, start=words)


def _characters(lines: Sequence[str], line: int, offset: int) -> int:
    """Return a column in characters, which the parser counts in bytes."""
    text = lines[line - 1] if line <= len(lines) else ""
    return offset if text.isascii() else len(text.encode()[:offset].decode("utf-8", "ignore"))

"""Tests wait for what happens, not for time to pass, and none of them says that something is quick."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent

SLEEPS = {
    "conftest.py": "the one that looks again and again",
    "browser/chromium.py": "the same, of a page",
    "end_to_end/hostile_programs.py": "a killed process is gone when the kernel has reaped it",
    "end_to_end/mcp_clients.py": "the same",
    "end_to_end/mcp_sdk.py": "a handler of the SDK that only appends",
    "sources/http/test_deadline.py": "a deadline must have passed",
    "sources/test_prefetch.py": "work of different length",
    "sources/http/test_site.py": "an end of a connection that nobody tells of",
    "install/parallel_child.py": "who watches begins first",
    "parse/program/test_program.py": "text of a program that is read",
    "builder/test_executor.py": "work that lasts; who else would complain",
}
"""File that sleeps -> what it could not wait for otherwise. Benchmarks measure, and wait as they like."""


CLOCKS = ("monotonic()", "perf_counter()", "process_time()", "time.time()")


def _calls(name: str) -> Iterator[tuple[str, ast.AST]]:
    for path in sorted(TESTS.rglob("*.py")):
        place, text = path.relative_to(TESTS).as_posix(), path.read_text(encoding="utf-8")
        if not place.startswith("benchmarks/") and name in text:
            for node in ast.walk(ast.parse(text)):
                called = node.func if isinstance(node, ast.Call) else None
                if getattr(called, "attr", getattr(called, "id", "")) == name:
                    yield place, node


def test_nobody_sleeps_but_where_nothing_tells() -> None:
    assert {place for place, _ in _calls("sleep")} <= set(SLEEPS)


def _measured(tree: ast.AST) -> set[str]:
    """Return the names of a file that hold a time of a clock, and of its functions that return one."""
    names: set[str] = set()
    before = -1
    while before != (before := len(names)):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and _is_of_a_clock(node.value, names):
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            elif isinstance(node, ast.FunctionDef) and any(
                isinstance(each, ast.Return) and each.value is not None and _is_of_a_clock(each.value, names)
                for each in ast.walk(node)
            ):
                names.add(node.name)
    return names


def _is_of_a_clock(node: ast.AST, names: set[str]) -> bool:
    return any(clock in ast.unparse(node) for clock in CLOCKS) or any(
        isinstance(each, ast.Name) and each.id in names for each in ast.walk(node)
    )


def test_no_test_asserts_what_a_clock_says() -> None:
    """Neither that something is quick nor that it is slow: a busy machine, or a better one, would make it red."""
    asserted = [
        f"{path.relative_to(TESTS)}:{node.lineno}"
        for path in sorted(TESTS.rglob("test_*.py"))
        if path != Path(__file__) and any(clock in path.read_text(encoding="utf-8") for clock in CLOCKS)
        for tree in [ast.parse(path.read_text(encoding="utf-8"))]
        for names in [_measured(tree)]
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert) and _is_of_a_clock(node.test, names)
    ]
    assert asserted == []


def test_sees_clocks_behind_names_and_functions() -> None:
    tree = ast.parse(
        "def seconds():\n    start = process_time()\n    return process_time() - start\n"
        "took = seconds()\nassert took < 1\nother = 2\n"
    )
    assert _measured(tree) == {"seconds", "start", "took"}

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
        place = path.relative_to(TESTS).as_posix()
        if not place.startswith("benchmarks/"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = node.func if isinstance(node, ast.Call) else None
                if getattr(called, "attr", getattr(called, "id", "")) == name:
                    yield place, node


def test_nobody_sleeps_but_where_nothing_tells() -> None:
    assert {place for place, _ in _calls("sleep")} <= set(SLEEPS)


def test_no_test_asserts_that_something_is_quick() -> None:
    quick = [
        f"{path.relative_to(TESTS)}:{node.lineno}"
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare)
        if any(isinstance(each, ast.Lt | ast.LtE) for each in node.test.ops)
        if any(
            clock in ast.unparse(node.test)
            for clock in ("monotonic()", "perf_counter()", "process_time()", "time.time()")
        )
    ]
    assert quick == []

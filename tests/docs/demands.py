"""The demands of the five specifications, and the tests that show them: what the page of requirements is made of."""

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
DATA = Path(__file__).parent / "requirements.toml"
_LETTERS = ("M", "K", "I", "B", "A")

Marks = Mapping[str, Sequence[str]]
"""Number of a demand -> the tests that say they show it, as `FILE::TEST`, FILE relative to the repository."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One demand.

    Attributes:
        text: What it says, in our words.
        tests: Files with tests that show it, relative to the repository, sorted.
        lacks: What is missing of it where some of it is there; else empty.
        reason: Why nothing shows it; empty where something does.
        planned: What is planned for one that nothing shows.
    """

    number: str
    text: str
    tests: tuple[str, ...]
    lacks: str = ""
    reason: str = ""
    planned: str = ""


@dataclass(frozen=True, slots=True)
class System:
    """One specification with its demands, in the order of their numbers."""

    title: str
    about: str
    demands: tuple[Demand, ...]


def read_marks(folder: Path = TESTS) -> Marks:
    """Return what the tests below a folder are marked with; they are read, not run."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "demand" in text else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for number in _numbers(node):
                    test = f"{path.relative_to(folder.parent).as_posix()}::{node.name}"
                    found.setdefault(number, []).append(test)
    return found


def _numbers(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[str]:
    """Yield the numbers in the decorators of a test: those of its own mark, and those of its cases."""
    for inner in (each for decorator in node.decorator_list for each in ast.walk(decorator)):
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr == "demand":
            yield from (argument.value for argument in inner.args if isinstance(argument, ast.Constant))


def read_systems(data: Mapping[str, Any], marks: Marks) -> tuple[System, ...]:
    """Return the systems with what is known of each demand."""
    return tuple(
        System(
            data[letter]["title"],
            data[letter]["about"],
            tuple(_demand(f"{letter}{key}", text, data, marks) for key, text in data[letter]["demands"].items()),
        )
        for letter in _LETTERS
    )


def _demand(number: str, text: str, data: Mapping[str, Any], marks: Marks) -> Demand:
    files = tuple(sorted({test.partition("::")[0] for test in marks.get(number, ())}))
    reason, planned = data["not_built"].get(number, ("", ""))
    return Demand(number, text, files, data["in_part"].get(number, ""), reason, planned)


def problems(data: Mapping[str, Any], marks: Marks) -> list[str]:
    """Return what is wrong with numbers, marks and reasons, one line each, sorted."""
    demands = {demand.number: demand for system in read_systems(data, marks) for demand in system.demands}
    unknown = [f"{test}: there is no demand {number}" for number in marks.keys() - demands for test in marks[number]]
    stray = [f"{number} has a reason, and is no demand" for table in ("not_built", "in_part")
             for number in data[table].keys() - demands]  # fmt: skip
    return sorted([*unknown, *stray, *(line for demand in demands.values() for line in _faults(demand))])


def _faults(demand: Demand) -> Iterator[str]:
    if not demand.tests and not demand.reason:
        yield f"{demand.number} has neither a test nor a reason under [not_built]: {demand.text}"
    if demand.tests and demand.reason:
        yield f"{demand.number} has tests ({', '.join(demand.tests)}) and stands under [not_built]: take the line out"
    if demand.lacks and not demand.tests:
        yield f"{demand.number} stands under [in_part] and has no test"


def read_data() -> Mapping[str, Any]:
    """Return the file of demands as it stands."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))

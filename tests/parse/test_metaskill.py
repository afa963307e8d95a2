from collections.abc import Callable

import pytest

from skillpack.model.document import FaultKind
from skillpack.model.limits import Limits
from skillpack.model.program import Program
from skillpack.parse.document import read_document
from skillpack.parse.metaskill import find_program, inside

RUN = "def run(input):\n    return None\n"


@pytest.fixture
def find(candidate) -> Callable[..., Program | None]:
    def program(front_matter: str = "", files=None, unread=None) -> Program | None:
        made = candidate(f"---\nname: pdf\n{front_matter}---\n", files, unread=unread)
        return find_program(read_document(made, Limits()), made)

    return program


def kinds(program: Program | None) -> list[FaultKind]:
    assert program is not None
    assert not program.runs
    return [fault.kind for fault in program.faults]


def test_a_skill_without_program_has_none(find) -> None:
    assert find() is None
    assert find("metaskill:\nmetaskill_language: starlark\n") is None


@pytest.mark.demand("K1", "K2", "K11")
def test_the_default_program_is_found(find) -> None:
    program = find(files={"SKILL.star": RUN})
    assert (program.path, program.language, program.runs) == ("SKILL.star", "starlark", True)


@pytest.mark.demand("K2", "K8")
@pytest.mark.parametrize("path", ["flow/main.star", "./flow/main.star", "flow/../flow//main.star"])
def test_a_declared_program_is_found(find, path: str) -> None:
    program = find(f"metaskill: {path}\n", {"flow/main.star": RUN, "SKILL.star": "x"})
    assert (program.path, program.runs) == ("flow/main.star", True)


@pytest.mark.demand("K8", "K11")
@pytest.mark.parametrize("path", ["/etc/passwd", "../x.star", "a/../../x.star", "~/x.star", "C:/x.star", "a\\x.star"])
def test_a_program_outside_of_the_skill_is_told_at_the_field(find, path: str) -> None:
    program = find(f"metaskill: '{path}'\n", {"SKILL.star": RUN})
    assert kinds(program) == [FaultKind.PROGRAM_ESCAPES]
    assert (program.path, program.faults[0].span.line) == (path, 3)


def test_a_missing_program_is_told_at_the_field(find) -> None:
    program = find("metaskill: main.star\n", {"SKILL.star": RUN})
    assert kinds(program) == [FaultKind.PROGRAM_MISSING]
    assert program.faults[0].span.line == 3


@pytest.mark.demand("K11")
def test_another_language_is_told_at_its_field(find) -> None:
    program = find("metaskill: a.lua\nmetaskill_language: lua\n", {"a.lua": "x"})
    assert kinds(program) == [FaultKind.PROGRAM_LANGUAGE]
    assert (program.language, program.faults[0].span.line) == ("lua", 4)


def test_a_program_that_was_not_read_does_not_run(find) -> None:
    assert kinds(find(unread={"SKILL.star": 10})) == []
    assert kinds(find(unread={"SKILL.star": 100_000})) == [FaultKind.PROGRAM_TOO_LARGE]


def test_paths_are_shortened_or_refused() -> None:
    assert inside("a/./b//c") == "a/b/c"
    assert inside("a/../b") == "b"
    assert inside("..") is inside("/a") is inside("a/../..") is None

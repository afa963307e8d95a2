import pytest

from skillpack.model.program import Input
from skillpack.parse.program.program import read_program


def inputs(*lines: str) -> tuple[Input, ...]:
    source = "def run(input):\n" + "".join(f"    {line}\n" for line in lines)
    return read_program("SKILL.star", source.encode()).inputs


def test_a_key_that_is_indexed_alone_is_needed() -> None:
    assert inputs('return input["task"]') == (Input("task", needed=True, default="", line=2),)


@pytest.mark.parametrize(
    "line", ['x = input.get("task")', 'x = input["task"] if "task" in input else ""', 'x = "task" not in input']
)
def test_a_key_that_may_be_absent_is_not(line: str) -> None:
    found = inputs(line, 'return input["task"]')
    assert [(each.key, each.needed) for each in found] == [("task", False)]


@pytest.mark.parametrize(
    ("written", "default"),
    [
        ("3", "3"),
        ('["pytest", "-q"]', '["pytest", "-q"]'),
        ('{"é": 1}', '{"é": 1}'),
        ("[1,\n        2]", "[1, 2]"),
        ("limit()", ""),
        ('"' + "x" * 80 + '"', '"' + "x" * 59 + "…"),
    ],
)
def test_a_literal_stands_in_as_it_is_written(written: str, default: str) -> None:
    assert inputs(f'return input.get("a", {written})') == (Input("a", needed=False, default=default, line=2),)


def test_what_stands_in_is_told_where_it_is_the_same_everywhere() -> None:
    assert inputs('x = input.get("a", 1)', 'return input.get("a", 1)')[0].default == "1"
    assert inputs('x = input.get("a", 1)', 'return input.get("a", 2)')[0].default == ""


def test_the_first_line_counts_and_keys_are_sorted() -> None:
    found = inputs('x = input["b"]', 'y = input["a"]', 'return input["b"]')
    assert [(each.key, each.line) for each in found] == [("a", 3), ("b", 2)]


def test_what_is_stored_and_other_dictionaries_are_no_input() -> None:
    assert inputs('input["stored"] = 1', "other = {}", 'return other.get("no", "yes" in other)') == ()

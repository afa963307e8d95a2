import ast
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.model.document import Fault, FaultKind, Span
from skillpack.model.limits import Limits
from skillpack.model.program import Input, Program, ProgramCall
from skillpack.parse.document import read_document
from skillpack.parse.program.program import find_program, inside, read_program

REQUIRE_HEADING = """def run(input):
    task = input["task"]
    heading = input["heading"]
    for i in range(3):
        result = ask(task, {
            "purpose": "draft",
            "max_turns": 4,
        })
        if heading in result["answer"]:
            return {
                "status": "accepted",
                "answer": result["answer"],
                "attempts": i + 1,
            }
        trace("missing-heading", {
            "attempt": i + 1,
            "heading": heading,
        })
        task = (
            "Revise the draft so it includes this exact heading:\\n" +
            heading +
            "\\n\\nPrevious draft:\\n" +
            result["answer"]
        )
    return {
        "status": "exhausted",
        "answer": result["answer"],
        "warning": "The required heading was still missing.",
    }
"""


def read(source: str | bytes) -> Program:
    return read_program("SKILL.star", source if isinstance(source, bytes) else source.encode())


def found(source: str) -> list[tuple[FaultKind, int, str]]:
    return [(fault.kind, fault.span.line, fault.detail) for fault in read(source).faults]


def calls_in(body: str) -> list[tuple[str, int]]:
    return [(call.name, call.times) for call in read(body).calls]


class TestTheExampleOfTheSpecification:
    @pytest.mark.demand("K31")
    def test_runs(self) -> None:
        program = read(REQUIRE_HEADING)
        assert program.runs
        assert program.faults == ()
        assert program.source == REQUIRE_HEADING

    def test_tells_what_it_takes_and_what_it_calls(self) -> None:
        program = read(REQUIRE_HEADING)
        assert program.input_keys == ("heading", "task")
        assert program.calls == (
            ProgramCall("ask", (), 3, 5),
            ProgramCall("trace", ("missing-heading",), 3, 15),
        )


class TestUnreadable:
    def unread(self, program: Program) -> Fault:
        assert (program.runs, program.calls, program.input_keys) == (False, (), ())
        (fault,) = program.faults
        return fault

    def test_another_language(self) -> None:
        program = read_program("SKILL.lua", b"x", language="lua")
        assert self.unread(program).kind is FaultKind.PROGRAM_LANGUAGE
        assert program.language == "lua"

    @pytest.mark.demand("K8")
    def test_more_than_64_kib(self) -> None:
        assert read(b"#" * 65_536).faults[0].kind is FaultKind.PROGRAM_NO_RUN
        assert self.unread(read(b"#" * 65_537)) == Fault(FaultKind.PROGRAM_TOO_LARGE, Span(0, 0, 0, 0), "65537")

    @pytest.mark.demand("K8")
    def test_no_utf8(self) -> None:
        fault = self.unread(read(b"x = 1\n\xff"))
        assert (fault.kind, fault.span.line) == (FaultKind.PROGRAM_NOT_UTF8, 2)

    @pytest.mark.demand("K8")
    def test_front_matter_of_its_own(self) -> None:
        program = read("---\nname: x\n---\ndef run(input):\n    pass\n")
        assert self.unread(program).kind is FaultKind.PROGRAM_FRONT_MATTER

    def test_no_syntax(self) -> None:
        fault = self.unread(read("def run(input):\n    return (1\n"))
        assert (fault.kind, fault.span.line) == (FaultKind.PROGRAM_SYNTAX, 2)

    @pytest.mark.parametrize(
        "bomb",
        [
            "(" * 60_000,
            "[" * 60_000,
            "x = " + "not " * 16_000 + "1",
            "x = " + "-" * 60_000 + "1",
            "x = " + "1+" * 30_000 + "1",
            "x = a" + ".b" * 30_000,
            "x = f" + "()" * 30_000,
            "x = " + "lambda:" * 9_000 + "1",
            "x = " + "9" * 60_000,
            "\0",
            "".join(" " * depth + "if 1:\n" for depth in range(300)),
            "def run(input):\n if 1: pass\n" + " elif 1: pass\n" * 4_000,
        ],
    )
    def test_bombs_are_syntax_errors(self, bomb: str) -> None:
        assert self.unread(read(bomb)).kind is FaultKind.PROGRAM_SYNTAX


class TestRun:
    @pytest.mark.demand("K15")
    @pytest.mark.parametrize(
        "source",
        [
            "x = 1\n",
            "def run():\n    pass\n",
            "def run(input, more):\n    pass\n",
            "def run(*input):\n    pass\n",
            "def run(**input):\n    pass\n",
            "def go(input):\n    pass\n",
            "def go(x):\n    def run(input):\n        pass\n",
        ],
    )
    def test_must_be_one_function_with_one_parameter(self, source: str) -> None:
        assert FaultKind.PROGRAM_NO_RUN in {fault.kind for fault in read(source).faults}
        assert not read(source).runs

    def test_may_call_its_parameter_anything(self) -> None:
        assert read("def run(given):\n    return given['key']\n").input_keys == ("key",)


class TestDialect:
    @pytest.mark.demand("K16")
    @pytest.mark.parametrize(
        ("line", "wording"),
        [
            ("while True: pass", "a `while` loop"),
            ("import os", "`import`"),
            ("from os import path", "`import`"),
            ("class A: pass", "a class"),
            ("with ask('x') as y: pass", "`with`"),
            ("raise fail", "`raise`"),
            ("assert 1", "`assert`"),
            ("del x", "`del`"),
            ("global x", "`global`"),
            ("x: int = 1", "a type annotation"),
            ("x = f'{x}'", "an f-string"),
            ("x = (y := 1)", "`:=`"),
            ("yield 1", "`yield`"),
            ("x = {1}", "a set"),
            ("x = {a for a in []}", "a set comprehension"),
            ("x = any(a for a in [])", "a generator expression"),
            ("x = 1 is None", "`is`"),
            ("x = 1 < 2 < 3", "a chained comparison"),
            ("x = 2 ** 3", "`**` or `@` between values"),
            ("x = y = 1", "a chained assignment"),
            ("a, *b = [1]", "`*` outside of a call"),
            ("x = [*[1]]", "`*` outside of a call"),
            ("x = {**{}}", "`**` outside of a call"),
            ("x = 1j", "an imaginary number"),
            ("x = ...", "`...`"),
            ("x = 1_000", "`_` in a number"),
            ("x = 'a' 'b'", "texts side by side without `+`"),
            ("x = open('y')", "the unknown name `open`"),
        ],
    )
    def test_what_starlark_lacks_keeps_a_program_from_running(self, line: str, wording: str) -> None:
        source = f"def run(input):\n    {line}\n"
        assert (FaultKind.PROGRAM_SYNTAX, 2, wording) in found(source)
        assert not read(source).runs

    @pytest.mark.parametrize(
        ("source", "line", "wording"),
        [
            ("def run(input):\n    try:\n        pass\n    except Exception:\n        pass\n", 2, "`try`"),
            ("def run(input):\n    for x in []:\n        pass\n    else:\n        pass\n", 2, "`else` of a loop"),
            ("async def run(input):\n    pass\n", 1, "`async`"),
            ("def run(input: dict):\n    pass\n", 1, "a type annotation"),
            ("def run(input) -> str:\n    pass\n", 1, "a type annotation"),
            ("def f(a, /):\n    pass\n", 1, "`/` among parameters"),
            ("x = 1\n@f\ndef f():\n    pass\n", 3, "a decorator"),
            ("return 1\n", 1, "`return` outside of functions"),
        ],
    )
    def test_what_starlark_lacks_has_a_place(self, source: str, line: int, wording: str) -> None:
        assert (FaultKind.PROGRAM_SYNTAX, line, wording) in found(source)

    @pytest.mark.parametrize(
        ("source", "wording"),
        [
            ("for i in []:\n    pass\n", "a loop or condition outside of functions"),
            ("if 1:\n    pass\n", "a loop or condition outside of functions"),
            ("x = 1\nx = 2\n", "the global name `x`, given twice"),
            ("def f():\n    pass\ndef f():\n    pass\n", "the global name `f`, given twice"),
            ("def f(*, a):\n    pass\n", "a parameter given by name only"),
            ("def f():\n\tpass\n", "a tab as indentation"),
            ("x = '\\u00e9'\n", "the escape `\\u`"),
            ("x = '\\d'\n", "the escape `\\d`"),
            ("x = json\n", "the unknown name `json`"),
        ],
    )
    def test_what_engines_disagree_on_still_runs(self, source: str, wording: str) -> None:
        program = read(source + "def run(input):\n    return None\n")
        assert [(fault.kind, fault.detail) for fault in program.faults] == [(FaultKind.PROGRAM_UNPORTABLE, wording)]
        assert program.runs

    @pytest.mark.demand("K16")
    def test_load_has_nothing_to_load_from(self) -> None:
        program = read('load("x.star", "y")\ndef run(input):\n    pass\n')
        assert [(fault.kind, fault.span.line) for fault in program.faults] == [(FaultKind.PROGRAM_LOAD, 1)]
        assert not program.runs

    def test_what_a_load_names_is_no_fault_beside_it(self) -> None:
        program = read('load("x.star", "y", z="q")\ndef run(input):\n    return y + z\n')
        assert [fault.kind for fault in program.faults] == [FaultKind.PROGRAM_LOAD]

    def test_each_kind_is_told_once_where_it_first_stands(self) -> None:
        assert found("def run(input):\n    x = {1}\n    y = {2}\n") == [(FaultKind.PROGRAM_SYNTAX, 2, "a set")]

    def test_places_count_characters(self) -> None:
        (fault,) = read("def run(input):\n    x = 'é' + {1}\n").faults
        assert (fault.span.line, fault.span.column) == (2, 15)

    def test_raw_texts_have_no_escapes(self) -> None:
        assert found("x = r'\\d'\ndef run(input):\n    pass\n") == []

    def test_ordinary_programs_have_no_fault(self) -> None:
        source = '''"""Doc."""
LIMIT = 3

def helper(words, sep = ", ", *rest, **named):
    lengths = {word: len(word) for word in words if word}
    return sep.join([str(value) for value in lengths.values()]) + str(LIMIT)

def run(input):
    first, second = input.get("pair", [1, 2])
    key = lambda value: -value
    ordered = sorted([first, second], key = key)
    text = "%s and %s" % (ordered[0], ordered[1:])
    if not ordered or first != second and first // 2 in ordered:
        fail("no")
    print(helper(*["a"], **{"sep": "\\n"}))
    return {"answer": text} if text else None
'''
        assert found(source) == []


class TestCalls:
    def test_literal_words_are_told(self) -> None:
        program = read(
            "def run(input):\n    command(['git', 'status'])\n    command(argv = ('ls',))\n    ask(prompt = 'Do it')\n"
            "    command(['git', input['x']])\n    command(input['argv'])\n    command()\n"
        )
        assert [call.literal for call in program.calls] == [("git", "status"), ("ls",), ("Do it",), (), (), ()]
        assert [call.start for call in program.calls] == [(), (), (), ("git",), (), ()]

    def test_words_behind_names_are_told(self) -> None:
        program = read("GIT = ['git']\ndef run(input):\n    more = GIT + ['log']\n    command(more)\n")
        assert [call.literal for call in program.calls] == [("git", "log")]

    def test_a_command_under_another_name_is_a_call_of_which_nothing_is_known(self) -> None:
        program = read("def run(input):\n    go = command\n    go(['rm', '-rf', '/'])\n    ask('x')\n")
        assert [(call.name, call.literal, call.times, call.line) for call in program.calls] == [
            ("command", (), 0, 2),
            ("ask", ("x",), 1, 4),
        ]

    @pytest.mark.parametrize(
        ("loop", "times"),
        [
            ("range(3)", 3),
            ("range(1, 4)", 3),
            ("range(5, 0, -2)", 3),
            ("range(0)", 0),
            ("range(1, 1, 0)", 0),
            ("[1, 2]", 2),
            ("('a', 'b', 'c')", 3),
            ("range(LIMIT)", 4),
            ("range(CHANGED)", 0),
            ("range(True)", 0),
            ("range(10 ** 9)", 0),
            ("range(99999999999999999999)", 0),
            ("input['list']", 0),
            ("[*input]", 0),
        ],
    )
    def test_loops_over_literals_bound_them(self, loop: str, times: int) -> None:
        source = f"LIMIT = 4\nCHANGED = 1\nCHANGED = 2\ndef run(input):\n    for i in {loop}:\n        ask('x')\n"
        assert calls_in(source) == [("ask", times)]

    def test_nested_loops_multiply(self) -> None:
        source = (
            "def run(input):\n    for i in range(3):\n        ask('x')\n"
            "        for j in range(2):\n            command(['y'])\n"
        )
        assert calls_in(source) == [("ask", 3), ("command", 6)]

    def test_comprehensions_are_loops(self) -> None:
        source = "def run(input):\n    return [ask('x') for a in range(2) for b in range(3) if command(['y'])]\n"
        assert calls_in(source) == [("ask", 6), ("command", 6)]

    def test_functions_count_by_their_callers(self) -> None:
        source = (
            "def once():\n    ask('x')\ndef twice():\n    once()\n    once()\ndef never():\n    ask('y')\n"
            "def run(input):\n    for i in range(2):\n        twice()\n    once()\n"
        )
        assert calls_in(source) == [("ask", 5), ("ask", 0)]

    @pytest.mark.parametrize(
        "source",
        [
            "def f():\n    ask('x')\ndef run(input):\n    g = f\n    g()\n    f()\n",
            "def f():\n    ask('x')\n    f()\ndef run(input):\n    f()\n",
            "def run(input):\n    def f():\n        ask('x')\n    f()\n",
            "def run(input):\n    f = lambda: ask('x')\n    f()\n",
        ],
    )
    def test_what_may_happen_any_number_of_times_is_not_counted(self, source: str) -> None:
        assert calls_in(source) == [("ask", 0)]

    def test_calls_outside_of_functions_count_once(self) -> None:
        assert calls_in("x = ask('x')\ndef run(input):\n    pass\n") == [("ask", 1)]


def recursive(source: str) -> list[str]:
    """Return the functions that are said to call themselves, in the order of the text."""
    return [fault.detail.split("`")[1] for fault in read(source).faults if fault.detail.endswith("calls itself")]


class TestRecursion:
    def test_tells_the_functions_of_every_cycle(self) -> None:
        source = (
            "def alone(n):\n    return alone(n)\ndef one(n):\n    return two(n)\ndef two(n):\n    return one(n)\n"
            "def between(n):\n    return one(alone(n))\ndef run(input):\n    return between(1)\n"
        )
        assert recursive(source) == ["alone", "one", "two"]

    def test_a_program_without_cycles_has_none(self) -> None:
        assert recursive("def f():\n    pass\ndef run(input):\n    f()\n    f()\n") == []

    def test_long_chains_and_cycles_are_read(self) -> None:
        chain = "".join(f"def f{n}(): f{n + 1}()\n" for n in range(2000))
        assert recursive(chain) == []
        cycle = "".join(f"def f{n}(): f{(n + 1) % 2000}()\n" for n in range(2000))
        assert len(recursive(cycle)) == 2000


class TestInputKeys:
    def test_come_from_indexing_and_get(self) -> None:
        source = (
            "def helper(input):\n    return input['b']\ndef run(input):\n    input['stored'] = 1\n    other = {}\n"
            "    return [input.get('a', 1), input['c']['d'], other['no'], input[0], input.get(), helper(input)]\n"
        )
        assert read(source).input_keys == ("a", "b", "c")


class TestLaws:
    @given(
        st.binary(max_size=60)
        | st.lists(
            st.sampled_from(
                [
                    "def run(input):\n",
                    "    ",
                    "\t",
                    "ask(",
                    ")",
                    "for x in ",
                    ":\n",
                    "\n",
                    "'",
                    "\\",
                    "lambda ",
                    "x",
                    "=",
                    "[",
                    "]",
                    "1_0",
                    "é",
                ]
            ),
            max_size=30,
        ).map(lambda parts: "".join(parts).encode())
    )
    @settings(deadline=None, max_examples=300)
    def test_nothing_is_raised_for_any_content(self, content: bytes) -> None:
        program = read(content)
        assert program.runs <= (
            not {FaultKind.PROGRAM_SYNTAX, FaultKind.PROGRAM_NO_RUN} & {f.kind for f in program.faults}
        )


@pytest.mark.parametrize("error", [SystemError, RecursionError, MemoryError, ValueError, OverflowError, AssertionError])
@pytest.mark.parametrize("part", ["ast.parse", "ast.walk"])
def test_whatever_the_parser_gives_up_with_is_a_fault(monkeypatch, error, part) -> None:
    def give_up(*_: object) -> None:
        raise error("AST constructor recursion depth mismatch (before=85, after=61)")

    monkeypatch.setattr(part, give_up)
    program = read("def run(input):\n    return {}\n")
    assert [fault.kind for fault in program.faults] == [FaultKind.PROGRAM_SYNTAX]
    assert not program.runs


def test_one_program_is_parsed_at_a_time(monkeypatch) -> None:
    inside, together, parse = [], [], ast.parse

    def parse_slowly(text: str) -> ast.Module:
        inside.append(text)
        together.append(len(inside))
        sleep(0.001)
        tree = parse(text)
        inside.pop()
        return tree

    monkeypatch.setattr("ast.parse", parse_slowly)
    with ThreadPoolExecutor(8) as threads:
        programs = list(threads.map(read, [REQUIRE_HEADING] * 40))
    assert set(together) == {1}
    assert all(program.runs for program in programs)


def inputs(*lines: str) -> tuple[Input, ...]:
    return read("def run(input):\n" + "".join(f"    {line}\n" for line in lines)).inputs


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

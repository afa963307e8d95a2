"""What a program's expressions are, where that can be told without running it."""

import ast

import pytest

from skillpack.parse.program.literals import Literals


def words(source: str) -> tuple[tuple[str, ...], bool]:
    """Return what is known of the first argument of the only call of `command`."""
    tree = ast.parse(source)
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "command":
                scope = statement.name if isinstance(statement, ast.FunctionDef) else ""
                return Literals(tree).words(node.args[0] if node.args else None, scope)
    raise AssertionError("no command")


def in_run(*lines: str, top: str = "") -> str:
    return f"{top}\ndef run(input):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    "source",
    [
        in_run("command(['git', 'status'])"),
        in_run("command(('git', 'status'))"),
        in_run("command(ARGV)", top="ARGV = ['git', 'status']"),
        in_run("argv = ['git', 'status']", "command(argv)"),
        in_run("command(GIT + ['status'])", top="GIT = ['git']"),
        in_run("command([GIT, 'sta' + 'tus'])", top="GIT = 'git'"),
        in_run("command([GIT] + REST)", top="GIT = 'git'\nREST = [STATUS]\nSTATUS = 'status'"),
        in_run("command((['git']) + (['sta' + ('tu' + 's')]))"),
        in_run("if input:", "    argv = ['git', 'status']", "    command(argv)"),
        # Names of functions are their own, and parameters of others are too.
        in_run("argv = ['git', 'status']", "command(argv)", top="def other(argv):\n    argv = [1]\n    return argv"),
        in_run("command(ARGV)", top="ARGV = ['git', 'status']\ndef other():\n    ARGV = []\n    return ARGV"),
        # Reading a list changes nothing.
        in_run(
            "for word in ARGV:",
            "    trace(' '.join(ARGV), {'n': len(ARGV), 'first': ARGV[0]})",
            "command(argv)",
            top="ARGV = ['git', 'status']",
        ).replace("command(argv)", "command(ARGV)"),
    ],
)
def test_is_known_as_a_whole(source: str) -> None:
    assert words(source) == (("git", "status"), True)


@pytest.mark.parametrize(
    "source",
    [
        in_run("command(['git', input['x'], 'status'])"),
        in_run("command(['git', *input['x']])"),
        in_run("command(['git'] + input['x'])"),
        in_run("command(['git'] + input['x'] + ['status'])"),
        in_run("command(GIT + [input['x']])", top="GIT = ['git']"),
        in_run("command(['git', '%s' % input['x']])"),
        in_run("command(['git', str(input['x'])])"),
        in_run("command(['git', 1])"),
    ],
)
def test_is_known_as_far_as_it_is_written(source: str) -> None:
    assert words(source) == (("git",), False)


@pytest.mark.parametrize(
    "source",
    [
        in_run("command()"),
        in_run("command([])"),
        in_run("command(input['argv'])"),
        in_run("command([input['program'], 'status'])"),
        in_run("command(input['first'] + ['status'])"),
        in_run("command(ARGV)"),
        in_run("command(ARGV)", top="ARGV = ['a']\nARGV = ['git', 'status']"),
        in_run("command(ARGV)", top="ARGV = ['git']\nARGV += ['status']"),
        in_run("command(ARGV)", top="ARGV = ['git']\nARGV.append('status')"),
        in_run("command(ARGV)", top="ARGV = ['git']\nARGV[0] = 'rm'"),
        in_run("command(ARGV)", top="def change(argv):\n    argv.append('x')\nARGV = ['git']\nchange(ARGV)"),
        in_run("command(ARGV)", top="ARGV = ['git']\nOTHER = ARGV\nOTHER.append('status')"),
        in_run("command(ARGV)", top="ARGV = ['git']\nOTHER = [ARGV]"),
        in_run("command(ARGV)", top="def ARGV():\n    return []\nARGV = ['git']"),
        in_run("argv = ['git']", "argv = input['argv']", "command(argv)"),
        in_run("for argv in [['git']]:", "    command(argv)"),
        in_run("command(input)", top="input = ['git']"),
        in_run("first, argv = 'a', ['git']", "command(argv)"),
        in_run("command(A)", top="A = B\nB = A"),
        in_run("command(A)", top="A = [A]"),
        in_run("command('git' + ['status'])"),
        in_run("command(['git'] * 2)"),
        in_run("command(['git'] + 'status')"),
    ],
)
def test_says_nothing_of_what_only_a_run_knows(source: str) -> None:
    assert words(source) == ((), False)


def test_a_text_is_one_word() -> None:
    assert words(in_run("command(A + 'b')", top="A = 'a '")) == (("a b",), True)


@pytest.mark.parametrize(
    "source",
    [
        "A0 = ['a']\n" + "".join(f"A{n} = A{n - 1} + A{n - 1}\n" for n in range(1, 60)) + "command(A59)",
        "A0 = 'a'\n" + "".join(f"A{n} = A{n - 1} + A{n - 1}\n" for n in range(1, 60)) + "command([A59])",
        "A0 = ['a']\n" + "".join(f"A{n} = A{n - 1}\n" for n in range(1, 5000)) + "command(A4999)",
        "command(" + "[" * 90 + "]" * 90 + ")",
        "command([" + "'a'," * 15000 + "])",
        "A = '" + "a" * 300 + "'\ncommand([" + "A," * 30000 + "])",
    ],
)
def test_what_grows_without_end_is_not_followed(source: str) -> None:
    known, whole = words(source)
    assert not whole
    assert sum(map(len, known)) <= 10_000


def test_a_function_of_the_host_that_is_handed_around_is_told() -> None:
    names = frozenset({"command", "ask"})

    def told(source: str) -> list[tuple[str, int]]:
        return [(node.id, node.lineno) for node in Literals(ast.parse(source)).handed_around(names)]

    assert told("c = command\ndef run(input):\n    c(['rm'])\n    return [ask for x in input]") == [
        ("command", 1),
        ("ask", 4),
    ]
    assert told("def run(input):\n    command(['git'])") == []
    assert told("def other(command):\n    return command\ndef run(input):\n    other('x')") == []
    assert told("ask = 1\ndef run(input):\n    return ask") == []

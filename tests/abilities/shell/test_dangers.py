"""What a command may destroy, start or write is known by its program first: of any other no word is looked at."""

import ast
import inspect
import re

import pytest

from skillpack.abilities.shell.dangers import DESTROYERS, destruction, switch
from skillpack.abilities.shell.payload import may_put, written_places
from skillpack.abilities.shell.tables import any_of

CLIENTS = "psql mysql mariadb sqlite3 mongosh mongo redis-cli sqlcmd clickhouse-client cqlsh duckdb"


def test_every_program_that_has_a_case_is_looked_at() -> None:
    patterns = [
        node for node in ast.walk(ast.parse(inspect.getsource(destruction))) if isinstance(node, ast.MatchValue)
    ]
    names = {node.value.value for node in patterns if isinstance(node.value, ast.Constant)}
    assert names
    assert names <= DESTROYERS


@pytest.mark.parametrize(
    "words",
    [
        *((client, "-c", "DROP DATABASE x") for client in CLIENTS.split()),
        ("mkfs.ext4", "/dev/sda"),
        ("mkfs", "/dev/sda"),
        ("mke2fs", "/dev/sda"),
        ("/sbin/mkfs.xfs", "/dev/sda"),
    ],
)
def test_programs_without_a_case_are_looked_at(words: tuple[str, ...]) -> None:
    assert destruction(words) is not None


def test_the_words_of_other_programs_destroy_nothing() -> None:
    assert destruction(("echo", "rm", "-rf", "/")) is None
    assert destruction(("python", "-c", "DROP DATABASE x")) is None


@pytest.mark.parametrize("name", ["npx", "bunx", "pnpm", "yarn", "docker", "tmux", "screen", "xargs", "script", "ssh"])
def test_an_agent_may_be_started_by_another_program(name: str) -> None:
    assert switch((name, "claude", "--dangerously-skip-permissions")) == "--dangerously-skip-permissions"


def test_other_programs_start_none() -> None:
    assert switch(("cat", "claude", "--dangerously-skip-permissions")) == ""


@pytest.mark.parametrize("name", ["tee", "cp", "mv", "install", "ln", "dd", "sed"])
def test_what_writes_without_a_redirection_may_put_something(name: str) -> None:
    words = (f"/usr/bin/{name}", "-i", "a", "of=b")
    assert list(written_places(words, ()))
    assert may_put(words, ())


def test_what_is_redirected_is_put_somewhere_and_what_only_prints_is_not() -> None:
    assert may_put(("echo", "a"), ("b",))
    assert list(written_places(("echo", "a"), ("b",))) == ["b"]
    assert may_put(("crontab", "-"), ())
    assert not may_put(("echo", "a"), ())


def test_a_pattern_of_several_matches_what_one_of_them_does() -> None:
    one, other = re.compile("a|b$"), re.compile("c")
    assert [bool(any_of(one, other).match(text)) for text in ("ax", "b", "bx", "cx", "d")] == [
        True,
        True,
        False,
        True,
        False,
    ]

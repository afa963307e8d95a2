"""No pattern holds a possessive quantifier over a group: Python 3.11.0 to 3.11.4 match it wrongly, and say nothing.

`(?:ab?c)++` takes four characters of `abcabd` there, and some others end in a `SystemError`. Right everywhere are a
possessive quantifier over one character or class (`[^"]*+`), and atomic groups (`(?>ab?c)+`, `(?>(?:ab?c)+)`).
"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.site.grammars import GRAMMARS

ROOT = Path(__file__).parents[1]

_QUANTIFIER = re.compile(r"(?:[*+?]|\{\d*(?:,\d*)?\})\+")
_CLASS = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)
_COMMENT = re.compile(r"\(\?#[^)]*\)")
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_PLUS = re.compile(r"\+|\\(?:x2[Bb]|u002[Bb]|U0000002[Bb]|0?53|N\{PLUS)")
"""A plus as Python may write it: a file without one has no quantifier that is possessive, and need not be parsed."""

RECORDING = """
import importlib, json, pkgutil, re, sys

made, compile_ = {}, re.compile

def recording(pattern, flags=0):
    compiled = compile_(pattern, flags)
    text = compiled.pattern if isinstance(compiled.pattern, str) else compiled.pattern.decode("latin-1")
    made[text] = bool(compiled.flags & re.VERBOSE)
    return compiled

re.compile = recording
import skillpack
for module in pkgutil.walk_packages(skillpack.__path__, "skillpack."):
    if not module.name.endswith("__main__"):
        for value in list(vars(importlib.import_module(module.name)).values()):
            if getattr(value, "__qualname__", "").startswith("late."):
                value()
from skillpack.site.grammars import GRAMMARS
for grammar in GRAMMARS.values():
    grammar.cut()
json.dump(made, sys.stdout)
"""
"""Prints what is compiled while every module is imported, each late pattern is called and each grammar is made."""


def possessive_groups(pattern: str, *, verbose: bool = False) -> list[str]:
    """Return each group of a pattern that has a possessive quantifier, with the quantifier."""
    found, starts, at = [], [], 0
    while at < len(pattern):
        if pattern[at] == "\\":
            at += 2
        elif pattern[at] == "[" and (characters := _CLASS.match(pattern, at)):
            at = characters.end()
        elif verbose and pattern[at] == "#":
            at = (pattern + "\n").index("\n", at)
        elif comment := _COMMENT.match(pattern, at):
            at = comment.end()
        elif pattern[at] == ")" and starts:
            start, end = starts.pop(), at + 1
            blank = _BLANK.match(pattern, end) if verbose else None
            if (quantifier := _QUANTIFIER.match(pattern, blank.end() if blank else end)) and start + 1 < at:
                found.append(pattern[start : quantifier.end()])
            at = end
        else:
            if pattern[at] == "(":
                starts.append(at)
            at += 1
    return found


def _texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every text of a module; what is put into one stands in it as one character."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.Constant) and isinstance(node.value, bytes):
            yield node.lineno, node.value.decode("latin-1")


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("(?:ab?c)++", ["(?:ab?c)++"]),
        ("(a)*+", ["(a)*+"]),
        ("x(a|b)?+y", ["(a|b)?+"]),
        ("(?:a){2,3}+", ["(?:a){2,3}+"]),
        ("(?:a){,3}+", ["(?:a){,3}+"]),
        ("((?:a)*+b)++", ["(?:a)*+", "((?:a)*+b)++"]),
        (r"(?P<a>[)]\)(?#:)()c)*+", [r"(?P<a>[)]\)(?#:)()c)*+"]),
        ("(?>ab)++", ["(?>ab)++"]),
        ("[ab]*+a++.?+\\w{2,}+", []),
        ("(?>ab?c)+(?>(?:ab)*)", []),
        (r"(a\)*+)[(]a\(b)*+[()*+]", []),
        (r"[])*+(]\\(a)+", []),
        ("$&'()*+,;=", []),
        ("(a) *+", []),
    ],
)
def test_finds_the_construct_and_nothing_like_it(pattern: str, found: list[str]) -> None:
    assert possessive_groups(pattern) == found


def test_blanks_and_comments_count_for_nothing_where_the_pattern_says_so() -> None:
    assert possessive_groups("(a # (b)++\n) # why\n *+", verbose=True) == ["(a # (b)++\n) # why\n *+"]


@pytest.mark.parametrize("pattern", ["(?:ab?c)+", "(?>ab?c)+", "(?>(?:ab?c)+)"])
def test_what_is_written_instead_matches_as_it_should(pattern: str) -> None:
    for text in ("abcabd", "abcac", "acabab"):
        wanted = re.match("(?:abc|ac)*", text)
        found = re.match(pattern, text)
        assert found is not None
        assert wanted is not None
        assert found[0] == wanted[0]


def test_no_compiled_pattern_holds_one() -> None:
    """Composed ones too: what they are made of says nothing of where it is put. Those of libraries come along."""
    run = subprocess.run([sys.executable, "-c", RECORDING], cwd=ROOT, capture_output=True, text=True, check=True)
    made = json.loads(run.stdout)
    assert len(made) > 450
    assert made.keys() >= {grammar.pattern for grammar in GRAMMARS.values()}
    assert [group for text, verbose in made.items() for group in possessive_groups(text, verbose=verbose)] == []


def test_no_text_in_a_source_file_holds_one() -> None:
    """Patterns that only a function compiles are texts of its file."""
    files = [path for folder in ("skillpack", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 800
    assert [
        (f"{path.relative_to(ROOT)}:{line}", group)
        for path in files
        if path != Path(__file__)
        for source in [path.read_text(encoding="utf-8")]
        if _PLUS.search(source)
        for line, text in _texts(ast.parse(source))
        if _QUANTIFIER.search(text)
        for verbose in (False, True)
        for group in possessive_groups(text, verbose=verbose)
    ] == []

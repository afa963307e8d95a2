"""Patterns that are compiled when they are needed."""

import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

from skillpack import abilities
from skillpack.check import rules
from skillpack.parse.patterns import late

MODULES = sorted(
    f"{room.__name__}.{module.name}" for room in (abilities, rules) for module in iter_modules(room.__path__)
)


def test_compiles_a_pattern_once() -> None:
    pattern = late(rb"a +b", re.IGNORECASE | re.VERBOSE)
    assert pattern().fullmatch(b"AAB")
    assert pattern() is pattern()


@pytest.mark.parametrize("name", MODULES)
def test_each_of_rules_and_abilities_compiles(name: str) -> None:
    values = vars(import_module(name)).values()
    for pattern in [value for value in values if getattr(value, "__qualname__", "").startswith("late.")]:
        assert isinstance(pattern(), re.Pattern)

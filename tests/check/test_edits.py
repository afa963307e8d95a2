"""Edits of the front matter."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from skillpack.check.edits import quote_scalar, quote_source, quoted, replace_scalar, replace_value
from skillpack.model.document import Document, Node
from skillpack.model.finding import Edit


@given(st.text())
@settings(deadline=None)
def test_quoted_text_reads_back_as_itself(text: str) -> None:
    assert yaml.safe_load(quoted(text)) == text
    assert "\n" not in quoted(text)


def _value(document: Document, name: str) -> Node:
    field = document.field(name)
    assert field is not None
    return field.value


@pytest.mark.parametrize("line", ["version: 1.2", "version: '1.2'", 'version:   "1.2" # x'])
def test_a_scalar_is_replaced_within_its_quotes(line, skill, page) -> None:
    text = page(line)
    document = skill(text).document
    start = text.index("1.2")
    assert replace_scalar(document, _value(document, "version"), "2.0") == Edit("SKILL.md", start, start + 3, "2.0")


@pytest.mark.parametrize("lines", ['version: "1\\u002e2"', "version: >-\n  1.2", "version:", "version: [1.2]"])
def test_a_scalar_that_is_spelled_otherwise_is_left(lines, skill, page) -> None:
    document = skill(page(lines)).document
    assert replace_scalar(document, _value(document, "version"), "1.2.0") is None


def test_only_plain_values_are_put_in_quotes(skill, page) -> None:
    document = skill(page("a: 1", "b: '1'", "c: ~", "d: null", "e: |\n  1")).document
    assert [name for name in "abcde" if quote_scalar(document, _value(document, name))] == ["a"]


@pytest.mark.parametrize("lines", ["hint: [a,\n  b]", "hint:\n- a", "hint: a"])
def test_only_brackets_on_one_line_become_text(lines, skill, page) -> None:
    document = skill(page(lines)).document
    assert quote_source(document, _value(document, "hint")) is None


@pytest.mark.parametrize("lines", ["tools:\n- a # why", "'tools': [a]", "? tools\n: [a]"])
def test_a_value_is_not_replaced_where_something_would_be_lost(lines, skill, page) -> None:
    document = skill(page(lines)).document
    edit = replace_value(document, document.field("tools"), "a")
    assert edit is None or lines.startswith("'")


def test_a_very_long_front_matter_is_not_mended(skill, page) -> None:
    document = skill(page(*(f"k{number}: {number}" for number in range(600)), "hint: [a]")).document
    assert quote_scalar(document, _value(document, "k5")) is None
    assert quote_source(document, _value(document, "hint")) is None
    assert replace_value(document, document.field("hint"), "a") is None

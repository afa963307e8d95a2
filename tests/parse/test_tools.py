from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.document import Field
from skillpack.parse.tools import read_tools, split_tools

ReadField = Callable[[str], Field]


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("Read Grep", ("Read", "Grep")),
        ("Read, Grep,Bash", ("Read", "Grep", "Bash")),
        ("a, b c", ("a", "b", "c")),
        ("Bash(git commit:*) Read", ("Bash(git commit:*)", "Read")),
        ("Bash(git add:*, git rm:*), Read", ("Bash(git add:*, git rm:*)", "Read")),
        ("Bash(python -c print(1)) Read", ("Bash(python -c print(1))", "Read")),
        ("Read(src/**) Read(src/**)", ("Read(src/**)",)),
        ("Bash(git Read", ("Bash(git", "Read")),
        ("mcp__x__y\n  Write", ("mcp__x__y", "Write")),
        (") (", (")", "(")),
        ("", ()),
        (" , ", ()),
    ],
)
def test_a_text_is_cut_outside_of_parentheses(text: str, tools: tuple[str, ...]) -> None:
    """Requirements C16."""
    assert split_tools(text) == tools


@pytest.mark.demand("I4")
@pytest.mark.parametrize("text", ["t: Read Bash(x y)", "t: [Read, Bash(x y)]", "t:\n- Read\n- Bash(x y)\n- Read\n"])
def test_each_form_gives_the_same_tools(field: ReadField, text: str) -> None:
    assert read_tools(field(text)) == ("Read", "Bash(x y)")


def test_no_field_no_value_and_no_list_give_no_tools(field: ReadField) -> None:
    assert read_tools(None) == read_tools(field("t:")) == read_tools(field("t: {a: b}")) == ()


@given(st.text(alphabet="ab(),: ", max_size=80))
def test_no_tool_is_empty_or_lost(text: str) -> None:
    tools = split_tools(text)
    assert all(tools)
    assert set("".join(tools)) | set(" ,") == set(text) | set(" ,")

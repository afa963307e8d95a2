from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.document import Field
from skillpack.model.limits import Limits
from skillpack.model.requirements import Requirements
from skillpack.model.skill import Invocation
from skillpack.parse.document import read_document
from skillpack.parse.invocation import (
    read_invocation,
    read_required_tools,
    read_requirements,
    read_tools,
    split_tools,
)
from skillpack.parse.skill import read_metadata

ReadField = Callable[[str], Field]


@pytest.fixture
def read(candidate) -> Callable[[str], Invocation]:
    def invocation(front_matter: str) -> Invocation:
        document = read_document(candidate(f"---\n{front_matter}---\n"), Limits())
        return read_invocation(document, read_metadata(document))

    return invocation


@pytest.mark.demand("I4")
def test_everybody_may_by_default(read) -> None:
    assert read("name: a\n") == Invocation()


@pytest.mark.demand("I4")
def test_reads_the_fields_of_instructor_php(read) -> None:
    text = (
        "disable-model-invocation: true\nuser-invocable: false\nargument-hint: [issue-number]\nmodel: small\n"
        "context: fork\nagent: reviewer\n"
    )
    assert read(text) == Invocation(
        by_model=False, by_user=False, hint="[issue-number]", model="small", context="fork", agent="reviewer"
    )


def test_reads_the_portable_forms_in_metadata(read) -> None:
    text = "metadata:\n  disable-model-invocation: 'true'\n  argument-hint: '[file]'\n  model: small\n"
    assert read(text) == Invocation(by_model=False, hint="[file]", model="small")


def test_a_field_counts_before_its_portable_form(read) -> None:
    assert read("user-invocable: true\nmetadata: {user-invocable: 'false'}\n").by_user


@pytest.mark.parametrize("word", ["yes", "no", "off", "'on'", "1", "", "null", "[true]"])
def test_other_words_get_the_restrictive_value(read, word: str) -> None:
    """Requirements C38."""
    invocation = read(f"disable-model-invocation: {word}\nuser-invocable: {word}\n")
    assert (invocation.by_model, invocation.by_user) == (False, False)


@pytest.mark.parametrize("word", ["false", "'false'", '"false"', "False"])
def test_quotes_around_a_switch_do_not_matter(read, word: str) -> None:
    assert read(f"disable-model-invocation: {word}\n").by_model


def test_null_is_no_text(read) -> None:
    assert read("model:\nagent: ~\nargument-hint: null\n") == Invocation()


@pytest.mark.demand("A3")
@pytest.mark.parametrize(
    "front_matter",
    [
        "requires:\n  bins:\n  - pandoc\n  - jq\n  env: TOKEN\n  os: [linux, darwin]\n",
        "requires: {bins: 'pandoc, jq', env: [TOKEN], os: linux darwin}\n",
        "metadata:\n  requires-bins: pandoc jq\n  requires-env: TOKEN\n  requires-os: linux, darwin\n",
    ],
)
def test_requirements_have_several_forms(candidate, front_matter: str) -> None:
    document = read_document(candidate(f"---\n{front_matter}---\n"), Limits())
    assert read_requirements(document, read_metadata(document)) == Requirements(
        ("pandoc", "jq"), ("TOKEN",), ("linux", "darwin")
    )


def test_requires_that_is_no_map_is_ignored(candidate) -> None:
    document = read_document(candidate("---\nrequires: pandoc\n---\n"), Limits())
    assert read_requirements(document, {}) == Requirements()


@pytest.mark.demand("A6")
def test_required_tools_have_a_portable_form(candidate) -> None:
    for text in ("required_tools: [bash, git]\n", "metadata:\n  required-tools: bash, git\n"):
        document = read_document(candidate(f"---\n{text}---\n"), Limits())
        assert read_required_tools(document, read_metadata(document)) == ("bash", "git")


@pytest.mark.parametrize(
    "front_matter",
    [
        "name: a\ndescription: Use: when: asked\ndisable-model-invocation: true\n",
        "name: a\n...\ndisable-model-invocation: true\n",
        "name: a\n--- more\ndisable-model-invocation: true\n",
        "note: &x y\n'disable-model-invocation': yes\n",
        "disable-model-invocation: true\ndisable-model-invocation: false\n",
    ],
)
def test_what_forbids_models_holds_behind_a_line_that_nobody_reads(read, front_matter: str) -> None:
    assert not read(front_matter).by_model


@pytest.mark.parametrize("last", ["disable-model-invocation: false", "x-disable-model-invocation: true"])
def test_other_lines_behind_it_forbid_nothing(read, last: str) -> None:
    assert read(f"name: a\ndescription: Use: when: asked\n{last}\n").by_model


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

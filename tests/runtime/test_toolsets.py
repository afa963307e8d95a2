"""The tools of each system: schemas, texts, metadata, failures."""

import jsonschema
import pytest

from skillpack.errors import ToolExecutionError
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.session import Session
from skillpack.runtime.tool import call_tool, for_anthropic, for_mcp, for_openai
from skillpack.runtime.toolsets import instructor, metis


@pytest.mark.demand("M33", "M46")
def test_schemas_are_schemas() -> None:
    for tool in (*metis.TOOLS, *instructor.TOOLS):
        jsonschema.Draft202012Validator.check_schema(dict(tool.input_schema))
        assert tool.side_effects == "read"
        assert not tool.requires_workspace


@pytest.mark.demand("M34", "M37")
def test_schemas_of_metis_are_its_own_and_a_query_has_a_length() -> None:
    assert metis.SKILL_SEARCH.input_schema == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "maxLength": 1024},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
        },
        "required": ["query"],
        "additionalProperties": False,
    }
    assert metis.SKILL_LOAD.input_schema == {
        "type": "object",
        "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 64}},
        "required": ["name"],
        "additionalProperties": False,
    }


@pytest.mark.demand("M36", "M48.19", "M48.27")
def test_search_lists_what_matches(write, session) -> None:
    write("pdf-redact", said="Redact regions.")
    write("pdf-processing", root="global", said="Extract text.")
    write("letters")

    result = call_tool(metis.TOOLS, session(), "skill_search", {"query": "pdf"})

    assert result.text == (
        "Skills matching 'pdf' (2):\n"
        "- pdf-processing [global] — Extract text.\n"
        "- pdf-redact [workspace] — Redact regions."
    )
    assert result.metadata == {"query": "pdf", "result_count": 2, "result_names": ["pdf-processing", "pdf-redact"]}


def test_search_fills_up_with_what_is_ranked(write, session) -> None:
    write("blob-copy", said="Copies storage.")
    write("azure", said="Works with storage blobs of azure.")
    write("storage-blob", said="Moves files.")
    write("hidden", said="Azure storage blob.", more="disable-model-invocation: true\n")
    write("letters")

    found = call_tool(metis.TOOLS, session(), "skill_search", {"query": "azure storage blob"})
    filled = call_tool(metis.TOOLS, session(), "skill_search", {"query": "blob"})
    limited = call_tool(metis.TOOLS, session(), "skill_search", {"query": "blob", "limit": 2})
    literal = metis.LITERAL_SEARCH.call(session(), {"query": "azure storage blob"})

    assert found.metadata["result_names"][0] == "azure"
    assert set(found.metadata["result_names"]) == {"azure", "blob-copy", "storage-blob"}
    assert filled.metadata["result_names"] == ["blob-copy", "storage-blob", "azure"]
    assert limited.metadata["result_names"] == ["blob-copy", "storage-blob"]
    assert literal.text == "No skills matched 'azure storage blob'."


@pytest.mark.demand("M36", "M48.28")
def test_a_search_without_matches_is_no_error(session, events) -> None:
    result = call_tool(metis.TOOLS, session(), "skill_search", {"query": "Pdf "})

    assert (result.text, result.is_error) == ("No skills matched 'Pdf '.", False)
    assert not events


def test_a_query_that_is_too_long_is_an_error_that_says_how_long_it_is_and_not_what(write, session) -> None:
    write("pdf", said="x" * 1024)

    longest = call_tool(metis.TOOLS, session(), "skill_search", {"query": "x" * 1024})
    result = call_tool(metis.TOOLS, session(), "skill_search", {"query": "x" * 1025})

    assert longest.metadata["result_names"] == ["pdf"]
    assert (result.text, result.is_error) == (
        "invalid arguments: arguments.query must be shorter than or equal to 1024 characters, not 1,025",
        True,
    )


def test_names_of_arguments_that_nobody_knows_do_not_fill_the_answer(session) -> None:
    result = call_tool(metis.TOOLS, session(), "skill_search", {"query": "", "y" * 10_000: 1})

    assert result.is_error
    assert result.text.startswith("invalid arguments: arguments must not contain {'yyy")
    assert len(result.text) < 600


@pytest.mark.parametrize("query", ["pdf", "{} {0}", "a'b", "\u202ex"])
def test_agents_that_are_not_metis_do_not_get_the_query_back(write, session, query: str) -> None:
    write("pdf", said=f"Does {query}.".replace("'", "''").join("''"))

    found = metis.UNECHOED_SEARCH.call(session(), {"query": query})
    none = metis.UNECHOED_SEARCH.call(session(), {"query": f"{query}zzz"})

    assert found.text.startswith("Skills that match (1):\n- pdf [workspace] — Does ")
    assert none.text == "No skills match."
    assert metis.SKILL_SEARCH.call(session(), {"query": query}).text.startswith(f"Skills matching {query!r} (1):")


@pytest.mark.demand("M34", "M48.22")
def test_the_limit_of_a_search(write, session) -> None:
    for number in range(12):
        write(f"s{number}")

    assert len(call_tool(metis.TOOLS, session(), "skill_search", {"query": ""}).metadata["result_names"]) == 10
    assert (
        len(call_tool(metis.TOOLS, session(), "skill_search", {"query": "", "limit": 2}).metadata["result_names"]) == 2
    )


@pytest.mark.demand("M38", "M48.30")
def test_load_gives_the_body_once(write, session, events) -> None:
    write("pdf", root="global", body="Read it.\n")
    made = session()

    first = call_tool(metis.TOOLS, made, "skill_load", {"name": "pdf"}, tool_use_id="call-1")
    second = call_tool(metis.TOOLS, made, "skill_load", {"name": "pdf"})

    assert first.text == "# Skill: pdf (source: global)\n\nRead it.\n"
    assert second.metadata["already_loaded"] is True
    assert [event.payload["triggered_by_tool_use_id"] for event in events] == ["call-1"]


@pytest.mark.demand("M36", "M37", "M48.29", "M48.34")
@pytest.mark.parametrize(("tool", "arguments"), [("skill_search", {"query": "x"}), ("skill_load", {"name": "x"})])
def test_a_session_without_skills_says_so(tool: str, arguments: dict[str, object]) -> None:
    result = call_tool(metis.TOOLS, Session(None), tool, arguments)

    assert (result.text, result.is_error) == ("skills are not configured for this session", True)


@pytest.mark.demand("M37", "M48.31")
def test_an_unknown_skill_is_an_error_for_the_model(session) -> None:
    with pytest.raises(ToolExecutionError, match="no skill registered with name 'x'"):
        metis.SKILL_LOAD.call(session(), {"name": "x"})


@pytest.mark.demand("M34", "M37")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("skill_search", {}),
        ("skill_search", {"query": 3}),
        ("skill_search", {"query": "x", "limit": 0}),
        ("skill_search", {"query": "x", "limit": 51}),
        ("skill_search", {"query": "x", "more": 1}),
        ("skill_load", {"name": ""}),
        ("skill_load", {"name": "x" * 65}),
    ],
)
def test_arguments_are_checked(session, tool: str, arguments: dict[str, object]) -> None:
    result = call_tool(metis.TOOLS, session(), tool, arguments)

    assert result.is_error
    assert result.text.startswith("invalid arguments: ")


def test_a_model_reads_which_argument_is_wrong(session) -> None:
    assert call_tool(metis.TOOLS, session(), "skill_load", {"name": 3}).text == (
        "invalid arguments: arguments.name must be string"
    )


def test_an_unknown_tool_is_an_answer(session) -> None:
    assert call_tool(metis.TOOLS, session(), "x", {}).text == "no tool 'x'; there are skill_search, skill_load"


@pytest.mark.demand("I2", "I3", "I7")
def test_instructor_lists_and_loads(write, session) -> None:
    folder = write("fix-issue", body="Fix $ARGUMENTS now.\n", more="argument-hint: '[number]'\n")
    (folder / "scripts").mkdir()
    (folder / "scripts" / "fix.py").write_text("print()")
    (folder / "scripts" / ".hidden").write_text("")
    (folder / "notes.md").write_text("x")
    write("deploy", more="disable-model-invocation: true\n")
    made = session(dialect=DIALECTS["instructor"])

    listed = call_tool(instructor.TOOLS, made, "load_skill", {"list_skills": True})
    loaded = call_tool(instructor.TOOLS, made, "load_skill", {"skill_name": "fix-issue", "arguments": "12"})

    assert listed.text == "Available skills:\n- [fix-issue [number]]: Does fix-issue."
    assert call_tool(instructor.TOOLS, made, "load_skill", {}).text == listed.text
    assert loaded.text == (
        '<skill name="fix-issue">\nFix 12 now.\n\n## Available resources\n- scripts/fix.py\n</skill>'
    )


@pytest.mark.demand("I7", "I10")
def test_instructor_says_what_it_does_not_load(write, session) -> None:
    write("deploy", more="disable-model-invocation: true\n")
    made = session(dialect=DIALECTS["instructor"])

    unknown = call_tool(instructor.TOOLS, made, "load_skill", {"skill_name": "x"})
    hidden = call_tool(instructor.TOOLS, made, "load_skill", {"skill_name": "deploy"})

    assert (unknown.text, unknown.is_error) == ("Skill 'x' not found.\n\n(no skills available)", True)
    assert "only people may start it" in hidden.text


@pytest.mark.demand("M33", "M48.26")
def test_tools_in_the_shapes_of_others() -> None:
    (search, _) = for_anthropic(metis.TOOLS)
    assert search["input_schema"] == metis.SKILL_SEARCH.input_schema
    assert for_openai(metis.TOOLS)[1]["function"]["name"] == "skill_load"
    assert for_mcp(metis.TOOLS)[0]["inputSchema"]["required"] == ["query"]


@pytest.mark.demand("M31", "M33")
def test_a_skill_is_loaded_by_a_name_of_the_index_or_of_a_search(write, session) -> None:
    write("pdf", body="Read it.\n")
    direct, searching = session(), session()
    (name,) = call_tool(metis.TOOLS, searching, "skill_search", {"query": "PDF"}).metadata["result_names"]

    assert "- pdf: " in direct.index.text
    assert (
        call_tool(metis.TOOLS, direct, "skill_load", {"name": "pdf"}).text
        == call_tool(metis.TOOLS, searching, "skill_load", {"name": name}).text
    )


@pytest.mark.demand("M42", "M44", "M48.32", "M48.33")
@pytest.mark.parametrize("root", ["global", "workspace"])
def test_a_load_is_one_event_that_says_why_and_from_where(write, session, events, root: str) -> None:
    write("pdf", root=root)

    call_tool(metis.TOOLS, session(), "skill_load", {"name": "pdf"}, tool_use_id="call-1")

    (event,) = events
    assert (event.type, event.payload["load_reason"], event.payload["source"]) == ("skill.loaded", "on_demand", root)
    assert event.payload["triggered_by_tool_use_id"] == "call-1"

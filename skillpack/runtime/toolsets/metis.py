"""`skill_search` and `skill_load` (seed 000; M33 to M43)."""

from dataclasses import replace

from skillpack.errors import FetchError, LoadRefusedError, ToolExecutionError, UnknownSkillError
from skillpack.prompt.escape import one_line
from skillpack.runtime.session import Session
from skillpack.runtime.tool import Tool, ToolCall, ToolResult

LONGEST_QUERY = 1024
"""Characters of a query: no description that Metis takes is longer, so that a longer one matches nothing."""

_UNCONFIGURED = "skills are not configured for this session"


def _search(call: ToolCall) -> ToolResult:
    """Answer in Metis' own words, which hold the query as Python writes it (M36)."""
    query = repr(call.arguments["query"])
    return _answer(call, f"Skills matching {query}", f"No skills matched {query}.")


def _search_unechoed(call: ToolCall) -> ToolResult:
    return _answer(call, "Skills that match", "No skills match.")


def _answer(call: ToolCall, some: str, none: str) -> ToolResult:
    query = call.arguments["query"]
    found = _configured(call.session).search(query, limit=call.arguments["limit"])
    lines = [f"- {one_line(skill.name)} [{skill.source}] — {one_line(skill.description)}" for skill in found]
    head = f"{some} ({len(found)}):" if found else none
    names = [skill.name for skill in found]
    return ToolResult(
        "\n".join([head, *lines]),
        metadata={"query": query, "result_count": len(found), "result_names": names},
    )


def _load(call: ToolCall) -> ToolResult:
    session = _configured(call.session)
    try:
        opened = session.activate(call.arguments["name"], tool_use_id=call.tool_use_id)
    except (UnknownSkillError, LoadRefusedError, FetchError) as error:
        raise ToolExecutionError(str(error)) from error
    return ToolResult(opened.text, metadata=opened.metadata)


def _configured(session: Session) -> Session:
    if session.skills is None:
        raise ToolExecutionError(_UNCONFIGURED)
    return session


SKILL_SEARCH = Tool(
    name="skill_search",
    description="Find skills whose name or description holds a text. An empty query lists the first skills by name.",
    input_schema={
        "type": "object",
        "properties": {
            "query": {"type": "string", "maxLength": LONGEST_QUERY},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    run=_search,
)
UNECHOED_SEARCH = replace(SKILL_SEARCH, run=_search_unechoed)
"""The same for agents that are not Metis: what a model typed is not said to it again."""
SKILL_LOAD = Tool(
    name="skill_load",
    description="Return the instructions of a skill. Follow them for the task at hand.",
    input_schema={
        "type": "object",
        "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 64}},
        "required": ["name"],
        "additionalProperties": False,
    },
    run=_load,
)
TOOLS = (SKILL_SEARCH, SKILL_LOAD)

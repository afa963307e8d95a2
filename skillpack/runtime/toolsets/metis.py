"""`skill_search` and `skill_load` (seed 000; M33 to M43)."""

from skillpack.errors import FetchError, LoadRefusedError, ToolExecutionError, UnknownSkillError
from skillpack.prompt.escape import one_line
from skillpack.runtime.session import Session
from skillpack.runtime.tool import Tool, ToolCall, ToolResult

_UNCONFIGURED = "skills are not configured for this session"


def _search(call: ToolCall) -> ToolResult:
    query = call.arguments["query"]
    found = _configured(call.session).search(query, limit=call.arguments["limit"])
    lines = [f"- {one_line(skill.name)} [{skill.source}] — {one_line(skill.description)}" for skill in found]
    head = f"Skills matching {query!r} ({len(found)}):" if found else f"No skills matched {query!r}."
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
            "query": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    run=_search,
)
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

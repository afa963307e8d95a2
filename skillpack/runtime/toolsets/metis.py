"""`skill_search` and `skill_load` (Metis, section 8; M33 to M43)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from skillpack.errors import FetchError, LoadRefusedError, ToolExecutionError, UnknownSkillError
from skillpack.prompt.escape import one_line
from skillpack.runtime.session import Session
from skillpack.runtime.skill import SkillMetadata
from skillpack.runtime.tool import Tool, ToolCall, ToolResult

LONGEST_QUERY = 1024
"""Characters of a query: no description that Metis takes is longer, so that a longer one matches nothing."""

_UNCONFIGURED = "skills are not configured for this session"


class _Find(Protocol):
    """A search of a session."""

    def __call__(self, query: str, *, limit: int) -> Sequence[SkillMetadata]:
        """Return at most so many skills."""


def _search(call: ToolCall) -> ToolResult:
    return _in_words_of_metis(call, _configured(call.session).find_skills)


def _search_literally(call: ToolCall) -> ToolResult:
    return _in_words_of_metis(call, _configured(call.session).search)


def _search_unechoed(call: ToolCall) -> ToolResult:
    return _answer(call, _configured(call.session).find_skills, "Skills that match", "No skills match.")


def _in_words_of_metis(call: ToolCall, find: _Find) -> ToolResult:
    """Answer in Metis' own words, which contain the query as Python writes it (M36)."""
    query = repr(call.arguments["query"])
    return _answer(call, find, f"Skills matching {query}", f"No skills matched {query}.")


def _answer(call: ToolCall, find: _Find, some: str, none: str) -> ToolResult:
    query = call.arguments["query"]
    found = find(query, limit=call.arguments["limit"])
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
    description="Find skills for a task. Those whose name or description contains the query come first, then those "
    "with words of it, best first. An empty query lists the first skills by name.",
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
LITERAL_SEARCH = replace(
    SKILL_SEARCH,
    description="Find skills whose name or description contains a text. An empty query lists the first skills by name.",
    run=_search_literally,
)
"""The search of Metis alone: the whole query, in a name or a description (M35)."""
UNECHOED_SEARCH = replace(SKILL_SEARCH, run=_search_unechoed)
"""As SKILL_SEARCH, for agents that are not Metis: the answer does not repeat the query."""
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
_ANY_NAME = {"type": "object", "properties": {"name": {"type": "string", "minLength": 1}}}
UNECHOED_TOOLS = (UNECHOED_SEARCH, replace(SKILL_LOAD, input_schema={**SKILL_LOAD.input_schema, **_ANY_NAME}))
"""Those of agents that are not Metis: they load skills with longer names too."""

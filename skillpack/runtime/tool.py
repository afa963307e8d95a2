"""Tools as data: any loop can offer and call them."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from skillpack.errors import SkillpackError
from skillpack.runtime.schema import checked
from skillpack.runtime.session import Session

SideEffects = Literal["read", "write", "execute", "network"]
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answers.

    Attributes:
        text: For the model.
        is_error: True where the tool could not do what it was called for.
        metadata: For the host, never for the model.
    """

    text: str
    is_error: bool = False
    metadata: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool.

    Attributes:
        arguments: As the schema allows them, with its defaults.
        tool_use_id: Of the model's message, where the host knows it.
        cancelled: Set by the host once nobody waits for the answer any more: a program of a skill ends then.
    """

    session: Session
    arguments: Mapping[str, Any]
    tool_use_id: str | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may call (M33).

    Attributes:
        input_schema: JSON Schema of the arguments, as models are told.
        accepts: What a call is held to, where the tool has better answers to a wrong one; else `input_schema`.
        requires_workspace: Whether it needs a folder to work in.
        run: A call -> the answer; raises ToolExecutionError where it cannot.
    """

    name: str
    description: str
    input_schema: Schema
    run: Callable[[ToolCall], ToolResult]
    side_effects: SideEffects = "read"
    requires_workspace: bool = False
    accepts: Schema | None = None

    def call(
        self,
        session: Session,
        arguments: Mapping[str, Any],
        *,
        tool_use_id: str | None = None,
        cancelled: threading.Event | None = None,
    ) -> ToolResult:
        """Return the tool's answer.

        Raises:
            ToolExecutionError: The arguments are not what the schema says, or the tool could not do it.
        """
        schema = self.input_schema if self.accepts is None else self.accepts
        return self.run(ToolCall(session, checked(arguments, schema), tool_use_id, cancelled or threading.Event()))


def call_tool(
    tools: Sequence[Tool],
    session: Session,
    name: str,
    arguments: Mapping[str, Any],
    *,
    tool_use_id: str | None = None,
    cancelled: threading.Event | None = None,
) -> ToolResult:
    """Return the answer of a tool by its name; a failure is an answer too, for the model to read."""
    tool = next((each for each in tools if each.name == name), None)
    if tool is None:
        known = ", ".join(each.name for each in tools)
        return ToolResult(f"no tool {name!r}; there are {known}", is_error=True)
    try:
        return tool.call(session, arguments, tool_use_id=tool_use_id, cancelled=cancelled)
    except SkillpackError as error:
        return ToolResult(str(error), is_error=True)


def for_anthropic(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Return tools as the Messages API of Anthropic takes them."""
    return [
        {"name": tool.name, "description": tool.description, "input_schema": dict(tool.input_schema)} for tool in tools
    ]


def for_openai(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Return tools as the chat API of OpenAI takes them."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": dict(tool.input_schema),
            },
        }
        for tool in tools
    ]


def for_mcp(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Return tools as the `tools/list` of the Model Context Protocol lists them."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": dict(tool.input_schema),
            "annotations": {"readOnlyHint": tool.side_effects == "read"},
        }
        for tool in tools
    ]

"""`use_skill` and `run_metaskill` (metaSKILLs; K7, K14, K22 to K32)."""

import threading
from collections.abc import Mapping
from typing import Any

from skillpack import machine
from skillpack.errors import (
    FetchError,
    InputMissingError,
    LoadRefusedError,
    MetaskillError,
    ToolExecutionError,
    UnknownSkillError,
    UsageError,
)
from skillpack.metaskill.engine import EXTRA
from skillpack.metaskill.host import Run, RunResult, RunStep, run_program
from skillpack.parse.program.program import MOST
from skillpack.parse.tool_source import install_extra
from skillpack.runtime.event import Event, deliver
from skillpack.runtime.schema import checked
from skillpack.runtime.session import Session
from skillpack.runtime.skill import Skill
from skillpack.runtime.tool import Tool, ToolCall, ToolResult
from skillpack.runtime.visibility import Audience, hidden_because

OPT_OUT = "metaskill-input"
"""Key of `metadata` by which a skill says `optional`: its program runs on an empty input too."""

_PROPERTIES: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "description": "The metaskill name to execute."},
    "input": {"type": "object", "description": "Input data passed to the metaskill program."},
    "max_ask_calls": {"type": "integer", "minimum": 1, "description": "Maximum nested model calls."},
    "max_command_calls": {"type": "integer", "minimum": 0, "description": "Maximum command calls."},
}
"""Words of the specification (section 10)."""
_ARGUMENTS = {
    "type": "object",
    "properties": {**_PROPERTIES, "input": _PROPERTIES["input"] | {"default": {}}},
    "required": ["name"],
}
"""What a call is held to: a name that is not listed, and no input, have answers of their own (K7, K25)."""


def tools_for(session: Session) -> tuple[Tool, ...]:
    """Return the tools of a session; `run_metaskill` only where there is a program that may run (K27, K32)."""
    return (USE_SKILL, *program_tools(session))


def program_tools(session: Session) -> tuple[Tool, ...]:
    """Return `run_metaskill` where there is a program that may run, for a host with tools of its own; else nothing."""
    names = [skill.name for skill in session.metadata() if session.executable(skill)]
    if not names:
        return ()
    tool = Tool(
        name="run_metaskill",
        description="Run a dynamic skill workflow by name.",
        input_schema={
            "type": "object",
            "properties": {**_PROPERTIES, "name": _PROPERTIES["name"] | {"enum": names}},
            "required": ["name", "input"],
        },
        accepts={},
        run=_run,
        side_effects="execute",
        requires_workspace=True,
    )
    return (tool,)


def run_metaskill(
    session: Session,
    name: str,
    given: Mapping[str, Any],
    *,
    asks: int | None = None,
    commands: int | None = None,
    cancelled: threading.Event | None = None,
    audience: Audience = "model",
) -> RunResult:
    """Run the program of a skill once, and tell the session's sink (K14, K22, K25).

    Checks come in this order: is there such a skill, has it a program, may that run, is there an engine, can the
    program be read, is there an input.

    Args:
        asks: Questions that the program may ask; None for the usual number.
        commands: The same of commands.
        cancelled: Set by somebody else to end the run.
        audience: Who asks: a model runs nothing that only people may start, and the other way round.

    Raises:
        MetaskillError: There is no result. The message begins with `error:`, as callers get it.
    """
    skill = _executable(session, name, audience)
    if session.engine is None:
        how = install_extra(machine.installed_from(), EXTRA)
        raise MetaskillError(f"error: starlark runtime not installed. {how[:1].upper()}{how[1:]}")
    source = _source(session, skill)
    if not given and (skill.metadata or {}).get(OPT_OUT) != "optional":
        raise InputMissingError(
            "error: input is required. The metaskill needs specific keys in the input object. Here are the skill "
            f"instructions:\n\n{_instructions(session, skill)}\n\nRetry run_metaskill with the correct input keys."
        )
    _emit(session, "metaskill_start", {"name": name, "language": skill.language})

    def step(done: RunStep) -> None:
        _emit(session, "metaskill_step", {"name": name, **_facts(done)})

    try:
        result = run_program(
            Run(
                name,
                source,
                session.engine,
                given,
                session.programs,
                session.workspace,
                session.env,
                asks,
                commands,
                cancelled or threading.Event(),
                step,
            )
        )
    except MetaskillError as error:
        _emit(session, "metaskill_error", {"name": name, "error": str(error)})
        raise MetaskillError(f"error: metaskill '{name}': {error}", hint=error.hint) from error
    _emit(
        session,
        "metaskill_finish",
        {
            "name": name,
            "status": result.status,
            "ask_calls": result.asks,
            "command_calls": result.commands,
            "duration_s": round(result.seconds, 3),
            "sandbox": list(result.sandbox),
        },
    )
    return result


def _executable(session: Session, name: str, audience: Audience) -> Skill:
    """Return a skill whose program may run."""
    skill = session.skills.get(name) if session.skills is not None else None
    if skill is None or hidden_because(skill, audience):
        raise MetaskillError(f"error: unknown metaskill: '{name}'")
    if skill.program_fault:
        raise MetaskillError(f"error: {skill.program_fault}")
    if not skill.language:
        raise MetaskillError(f"error: skill '{name}' is not a metaskill")
    policy = session.programs.trust
    if not session.programs.covers(skill.trust):
        whose = "" if policy == "off" else "external "
        hint = "" if policy == "off" else f"read its `{skill.program}`, then run it with `--policy all`"
        raise MetaskillError(f"error: {whose}metaskill '{name}' is not allowed (policy: {policy})", hint=hint)
    return skill


def _source(session: Session, skill: Skill) -> str:
    """Return the text of a program, as it is now."""
    try:
        content = session.resource(skill.name, skill.program)
        text = content.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except (UsageError, FetchError, LoadRefusedError, UnicodeDecodeError) as error:
        raise MetaskillError(f"error: failed to read metaskill file: {error}") from error
    if len(content) > MOST:
        raise MetaskillError(f"error: failed to read metaskill file: it is larger than {MOST} bytes")
    return text


def _instructions(session: Session, skill: Skill) -> str:
    try:
        return session.instructions(skill.name)
    except (FetchError, LoadRefusedError):
        return skill.body


def _facts(step: RunStep) -> dict[str, object]:
    """Return the payload of the event for a step."""
    facts: dict[str, object] = {"operation": step.operation, "success": step.success}
    if step.operation == "trace":
        return facts | {"kind": step.label, "data": step.data}
    label = "purpose" if step.operation == "ask" else "argv"
    return facts | {label: step.label, "duration_s": round(step.seconds, 3)}


def _emit(session: Session, type_: str, payload: Mapping[str, object]) -> None:
    # What a program asks for, runs and notes may hold anything of the user's.
    event = Event(type_, payload, session.session_id, session.turn_id, actor="tool", sensitivity="private")
    deliver(event, session.sink)


def _use(call: ToolCall) -> ToolResult:
    name = call.arguments["name"]
    try:
        opened = call.session.activate(name, tool_use_id=call.tool_use_id)
    except UnknownSkillError:
        return ToolResult(f"error: unknown skill: '{name}'", is_error=True)
    except (LoadRefusedError, FetchError) as error:
        return ToolResult(f"error: {error}", is_error=True)
    return ToolResult(opened.text, metadata=opened.metadata)


def _run(call: ToolCall) -> ToolResult:
    try:
        given = checked(call.arguments, _ARGUMENTS)
    except ToolExecutionError as error:
        return ToolResult(f"error: {error}", is_error=True)
    try:
        result = run_metaskill(
            call.session,
            given["name"],
            given["input"],
            asks=given.get("max_ask_calls"),
            commands=given.get("max_command_calls"),
            cancelled=call.cancelled,
        )
    except MetaskillError as error:
        return ToolResult(str(error), is_error=True)
    return ToolResult(result.text, metadata={"status": result.status, "sandbox": result.sandbox})


USE_SKILL = Tool(
    name="use_skill",
    description="Load the instructions of a skill by its name.",
    input_schema={
        "type": "object",
        "properties": {"name": {"type": "string", "description": "The skill name to load."}},
        "required": ["name"],
        "additionalProperties": False,
    },
    run=_use,
)

"""`load_skill` (instructor-php; I6, I7)."""

from skillpack.errors import FetchError, LoadRefusedError, UnknownSkillError
from skillpack.prompt.escape import one_line
from skillpack.runtime.session import Session
from skillpack.runtime.skill import SkillMetadata
from skillpack.runtime.tool import Tool, ToolCall, ToolResult

_NOTHING = "(no skills available)"


def metadata_line(skill: SkillMetadata) -> str:
    """Return a skill as lists show it: `[name hint]: description` (I11)."""
    return f"[{one_line(f'{skill.name} {skill.invocation.hint}')}]: {one_line(skill.description)}"


def list_text(session: Session) -> str:
    """Return the list of skills that the model may load (I12)."""
    lines = [f"- {metadata_line(skill)}" for skill in session.metadata()]
    return "\n".join(["Available skills:", *lines]) if lines else _NOTHING


def _load(call: ToolCall) -> ToolResult:
    session, name = call.session, call.arguments.get("skill_name")
    if call.arguments.get("list_skills") or name is None:
        return ToolResult(list_text(session))
    try:
        opened = session.activate(name, call.arguments.get("arguments"), tool_use_id=call.tool_use_id)
    except UnknownSkillError as error:
        # One that is there and hidden is said to be so: the model would look for it again.
        hidden = session.skills is not None and session.skills.get(name) is not None
        said = f"Skill '{name}' cannot be loaded: {error}." if hidden else f"Skill '{name}' not found."
        return ToolResult(f"{said}\n\n{list_text(session)}", is_error=True)
    except (LoadRefusedError, FetchError) as error:
        return ToolResult(f"Error: Failed to load skill '{name}': {error}", is_error=True)
    return ToolResult(opened.text, metadata=opened.metadata)


LOAD_SKILL = Tool(
    name="load_skill",
    description="Load the instructions of a skill by its name, or list the skills that there are.",
    input_schema={
        "type": "object",
        "properties": {
            "skill_name": {"type": "string", "description": "Name of the skill to load."},
            "list_skills": {"type": "boolean", "description": "True lists the skills."},
            "arguments": {"type": "string", "description": "Put in the place of the skill's placeholders."},
        },
        "required": [],
        "additionalProperties": False,
    },
    run=_load,
)
TOOLS = (LOAD_SKILL,)

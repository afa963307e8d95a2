"""What a host's loop asks a session, at four places (instructor-php, Components; I12 to I15).

Each takes values and returns values; what there is to remember is the session's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skillpack.errors import SkillpackError
from skillpack.runtime.session import Activation, Session
from skillpack.runtime.tool import ToolResult

_LOADERS = frozenset({"load_skill", "skill_load", "use_skill"})
Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LoopStep:
    """What a step of the loop goes on with.

    Attributes:
        messages: With the index of skills as the first system message, once.
        model: That the active skill asks for; empty for the host's own.
    """

    messages: tuple[Message, ...]
    model: str


@dataclass(frozen=True, slots=True)
class UserText:
    """A user's text and the skills that it mentions as `$name`.

    Attributes:
        opened: In the order of the text; each is shown to the model beside the text.
        refused: Name -> why it was not opened.
    """

    text: str
    opened: tuple[Activation, ...]
    refused: Mapping[str, str]


def before_step(messages: Sequence[Message], session: Session) -> LoopStep:
    """Return the messages with the index of skills, and the model of the active skill (I12, I15).

    The index is put in front where no system message has it; there is none without skills for the model.
    """
    model = session.active.invocation.model if session.active is not None else ""
    text = session.index.text
    marker = text.partition("\n")[0]  # a message that has its first line holds the index
    if not text or any(message.get("role") == "system" and marker in _text(message) for message in messages):
        return LoopStep(tuple(messages), model)
    return LoopStep(({"role": "system", "content": text.rstrip("\n")}, *messages), model)


def before_tool(name: str, session: Session) -> str:
    """Return why a tool may not be called while a skill is active; empty where it may (I14).

    A pattern such as `Bash(git:*)` allows its tool by name: which of its arguments are allowed is the host's matter.
    The tools that open skills are always allowed, so that a model can go on to another one.
    """
    allowed = session.active.allowed_tools if session.active is not None else ()
    if not allowed or name in _LOADERS or name in {tool.partition("(")[0] for tool in allowed}:
        return ""
    return f"Tool '{name}' is not allowed by the active skill. Allowed tools: {', '.join(allowed)}"


def after_tool(name: str, arguments: Mapping[str, Any], result: ToolResult, session: Session) -> None:
    """Make the skill active that a tool opened; its tools and its model take the place of the last one's (I13).

    A call that failed, or only listed skills, changes nothing.
    """
    opened = result.metadata.get("skill_id")
    if name in _LOADERS and not result.is_error and isinstance(opened, str) and opened in arguments.values():
        session.active = session.activated.get(opened) or session.preloaded.get(opened)


def user_text(text: str, session: Session) -> UserText:
    """Open the skills that a user's text mentions as `$name`; a program is never run by that (K14)."""
    opened, refused = [], {}
    for name in session.mentioned(text):
        try:
            opened.append(session.activate(name, audience="user"))
        except SkillpackError as error:
            refused[name] = str(error)
    return UserText(text, tuple(opened), refused)


def _text(message: Message) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, Sequence) else ()
    return "\n".join(part["text"] for part in parts if isinstance(part, Mapping) and isinstance(part.get("text"), str))

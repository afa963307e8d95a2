"""The names of Metis's skills package, over our own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, Protocol

from skillpack.errors import SkillpackError, ToolExecutionError
from skillpack.runtime.budget import UNLIMITED
from skillpack.runtime.event import Sink, ignore, new_id
from skillpack.runtime.loader import SkillRoot, load_root
from skillpack.runtime.session import Session
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SKILLS_FOLDER, SkillStore, default_skills_dir, load_skills, metis_host
from skillpack.runtime.tool import Tool, ToolResult
from skillpack.runtime.toolsets.metis import LITERAL_SEARCH, SKILL_LOAD

__all__ = [
    "SKILL_LOAD",
    "SKILL_SEARCH",
    "SideEffects",
    "Skill",
    "SkillSource",
    "SkillStore",
    "SkillStoreFactory",
    "SkillValidationError",
    "ToolContext",
    "ToolExecutionError",
    "default_skills_dir",
    "load_skills",
    "read_skill",
    "register_skill_tools",
    "skill_store_factory",
]

SKILL_SEARCH = LITERAL_SEARCH
SkillSource = Literal["global", "workspace"]
SkillStoreFactory = Callable[[Path | None], SkillStore]
"""What a session manager calls once a session, with the workspace's folder, as `skill_store_factory` is called."""


class SideEffects(StrEnum):
    """What a tool does beside its answer; equal to `Tool.side_effects`. Both tools of skills are READ (M33)."""

    READ = "read"
    WRITE = "write"
    EXECUTE = "execute"
    NETWORK = "network"


class SkillValidationError(SkillpackError):
    """A skill file breaks a rule of the format (M19).

    Attributes:
        path: Of the skill file.
        errors: Every message, at least one.
    """

    def __init__(self, path: Path, errors: tuple[str, ...]) -> None:
        super().__init__(f"{path}: {'; '.join(errors)}")
        self.path = path
        self.errors = errors


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """What a dispatcher binds for one call of a tool (M33).

    Attributes:
        skills: The store of the session; None where it has no skills: both tools fail then.
        skill_activations: The session that keeps what was opened and counts it, one for all calls; None keeps nothing:
            each load answers with the body.
        tool_use_id: Of the model's message, which the event names.
        bus: Takes the events, where `skill_activations` is None; it has a sink of its own.
    """

    session_id: str = field(default_factory=new_id)
    turn_id: str | None = None
    tool_use_id: str | None = None
    workspace_path: Path | None = None
    skills: SkillStore | None = None
    skill_activations: Session | None = None
    bus: Sink = ignore

    def call(self, tool: Tool, arguments: Mapping[str, Any]) -> ToolResult:
        """Return the answer of `skill_search` or `skill_load`.

        Raises:
            ToolExecutionError: The arguments are not what the schema says, or the tool could not do it.
        """
        return tool.call(self._session(), arguments, tool_use_id=self.tool_use_id)

    def _session(self) -> Session:
        session = self.skill_activations or Session(
            self.skills, budgets=UNLIMITED, sink=self.bus, session_id=self.session_id
        )
        session.turn_id = self.turn_id
        return session


class Dispatcher(Protocol):
    """What takes tools."""

    register: Callable[[Tool], object]


def read_skill(skill_dir: Path | str, *, source: SkillSource = "workspace") -> Skill:
    """Return the skill of one folder.

    Raises:
        SkillValidationError: It breaks a rule, or there is none.
    """
    folder = Path(skill_dir).absolute()
    found = load_root(SkillRoot(folder, source, depth=0), metis_host())
    if found.skills:
        return found.skills[0]
    errors = found.invalid[0].errors if found.invalid else ("there is no SKILL.md",)
    raise SkillValidationError(folder / "SKILL.md", errors)


def register_skill_tools(dispatcher: Dispatcher) -> None:
    """Register `skill_search` and `skill_load`, which need a session (M33)."""
    for tool in (SKILL_SEARCH, SKILL_LOAD):
        dispatcher.register(tool)


def skill_store_factory(workspace_path: Path | str | None = None) -> SkillStore:
    """Return the skills of a new session: the user's own, and over them those of a workspace (M2, M3, M33).

    Args:
        workspace_path: The workspace's folder; None for a session without one.
    """
    workspace = None if workspace_path is None else Path(workspace_path) / SKILLS_FOLDER
    return load_skills(global_dir=default_skills_dir(), workspace_dir=workspace)

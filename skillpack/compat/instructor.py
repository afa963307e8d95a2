"""The names of the PHP framework instructor's skills, spelled as Python spells them, over our own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skillpack.runtime import hooks
from skillpack.runtime.arguments import expand
from skillpack.runtime.dialect import INSTRUCTOR, instructor_resources
from skillpack.runtime.library import SkillLibrary as Library
from skillpack.runtime.resource import list_resources
from skillpack.runtime.session import Session
from skillpack.runtime.shell import ShellGrant
from skillpack.runtime.skill import Skill as LoadedSkill
from skillpack.runtime.skill import SkillMetadata
from skillpack.runtime.tool import ToolResult
from skillpack.runtime.toolsets.instructor import LOAD_SKILL, metadata_line

__all__ = [
    "LOAD_SKILL",
    "AppendSkillMetadataHook",
    "Skill",
    "SkillLibrary",
    "SkillModelOverrideHook",
    "SkillToolFilterHook",
    "TrackActiveSkillHook",
    "UseSkills",
]


@dataclass(frozen=True, slots=True)
class InstructorSkill:
    """A skill that never changes (I11)."""

    loaded: LoadedSkill

    def render(self, arguments: str | None = None) -> str:
        """Return the text for the model, with arguments in the place of placeholders."""
        return INSTRUCTOR.render(self.loaded, expand(self.loaded.body, arguments), list_resources(self.loaded))

    def render_metadata(self) -> str:
        """Return the line of a list: `[name hint]: description`."""
        return metadata_line(self.loaded)

    def to_array(self) -> dict[str, Any]:
        """Return the fields by their names in the front matter, without those that say nothing."""
        skill, start = self.loaded, self.loaded.invocation
        fields = {
            "license": skill.license,
            "compatibility": skill.compatibility,
            "metadata": dict(skill.metadata or {}),
            "allowed-tools": list(skill.allowed_tools),
            "disable-model-invocation": not start.by_model,
            "argument-hint": start.hint,
            "model": start.model,
            "context": start.context,
            "agent": start.agent,
            "resources": instructor_resources(list_resources(skill)),
        }
        always = {"name": skill.name, "description": skill.description, "body": skill.body.strip()}
        hidden = {} if start.by_user else {"user-invocable": False}
        return always | {key: value for key, value in fields.items() if value} | hidden


class InstructorLibrary:
    """The skills of a folder (I5)."""

    def __init__(self, folder: Path | str) -> None:
        self.skills = Library(folder)

    @classmethod
    def in_directory(cls, folder: Path | str) -> "InstructorLibrary":
        """Return the library of a folder."""
        return cls(folder)

    def list_skills(
        self, *, user_invocable: bool | None = None, model_invocable: bool | None = None
    ) -> list[SkillMetadata]:
        """Return the metadata of the skills without opening them."""
        return self.skills.list_skills(user_invocable=user_invocable, model_invocable=model_invocable)

    def has_skill(self, name: str) -> bool:
        """Return whether there is a skill of that name."""
        return self.skills.has_skill(name)

    def get_skill(self, name: str) -> InstructorSkill | None:
        """Return a skill, None where there is none; its file is read once."""
        found = self.skills.get(name)
        return None if found is None else InstructorSkill(found)

    def render_skill_list(self) -> str:
        """Return the list of skills that the model may load."""
        lines = [f"- {metadata_line(skill)}" for skill in self.list_skills(model_invocable=True)]
        return "\n".join(["Available skills:", *lines]) if lines else "(no skills available)"


class UseSkills:
    """A library wired into a conversation: the tool, and the hooks (I6).

    Attributes:
        tool: `load_skill`.
        session: Of the conversation.
    """

    def __init__(self, library: InstructorLibrary, *, preprocessor: ShellGrant | None = None) -> None:
        self.session = Session(library.skills, INSTRUCTOR, shell=preprocessor)
        self.tool = LOAD_SKILL
        self.hooks = (
            AppendSkillMetadataHook(self.session),
            SkillModelOverrideHook(self.session),
            SkillToolFilterHook(self.session),
            TrackActiveSkillHook(self.session),
        )


@dataclass(frozen=True, slots=True)
class _Hook:
    session: Session


class AppendSkillMetadataHook(_Hook):
    """Before a step: the list of skills as a system message, once (I12)."""

    def before_step(self, messages: Sequence[hooks.Message]) -> tuple[hooks.Message, ...]:
        """Return the messages with the list in front."""
        return hooks.before_step(messages, self.session).messages


class SkillModelOverrideHook(_Hook):
    """Before a step: the model of the active skill (I15)."""

    def before_step(self, model: str) -> str:
        """Return the model to use: the active skill's, else the one that is given."""
        return hooks.before_step((), self.session).model or model


class SkillToolFilterHook(_Hook):
    """Before a tool: what the active skill does not allow is blocked (I14)."""

    def before_tool_use(self, tool: str) -> str:
        """Return why a tool is blocked; empty where it is not."""
        return hooks.before_tool(tool, self.session)


class TrackActiveSkillHook(_Hook):
    """After a tool: the skill that was loaded is the active one (I13)."""

    def after_tool_use(self, tool: str, arguments: Mapping[str, Any], result: ToolResult) -> None:
        """Take the tools and the model of the skill that was loaded."""
        hooks.after_tool(tool, arguments, result, self.session)


Skill = InstructorSkill
"""As the framework calls it."""

SkillLibrary = InstructorLibrary
"""As the framework calls it."""

"""Who sees a skill (instructor-php, Invocation Control; I10), and which tools it takes."""

from collections.abc import Collection, Iterable
from typing import Literal, TypeVar

from skillpack.runtime.skill import SkillMetadata

Audience = Literal["model", "user"]
_Skill = TypeVar("_Skill", bound=SkillMetadata)


def hidden_because(skill: SkillMetadata, audience: Audience) -> str:
    """Return why an audience does not see a skill; empty where it does (I10)."""
    if audience == "model" and not skill.invocation.by_model:
        return "only people may start it"
    if audience == "user" and not skill.invocation.by_user:
        return "only the model may start it"
    return ""


def filter_by_tools(skills: Iterable[_Skill], tools: Collection[str]) -> list[_Skill]:
    """Return the skills that some tools are enough for, in their order (B13).

    A skill without `allowed-tools` asks for nothing, and stays.

    Args:
        tools: What a host allows: `Read`, or a pattern such as `Bash(git:*)`.
    """
    return [skill for skill in skills if not missing_tools(skill, tools)]


def missing_tools(skill: SkillMetadata, tools: Collection[str]) -> tuple[str, ...]:
    """Return the tools of a skill's `allowed-tools` that are not among some tools (B13, B14).

    `Bash` allows every pattern of it; `Bash(git:*)` allows that very pattern and no other, for which command a pattern
    covers is each host's own. Case counts.
    """
    return tuple(tool for tool in skill.allowed_tools if tool not in tools and tool.partition("(")[0] not in tools)

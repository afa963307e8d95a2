"""Who sees a skill (seed 002, Invocation Control; requirements C28)."""

from typing import Literal

from skillpack.runtime.skill import SkillMetadata

Audience = Literal["model", "user"]


def hidden_because(skill: SkillMetadata, audience: Audience) -> str:
    """Return why an audience does not see a skill; empty where it does (I10)."""
    if audience == "model" and not skill.invocation.by_model:
        return "only people may start it"
    if audience == "user" and not skill.invocation.by_user:
        return "only the model may start it"
    return ""

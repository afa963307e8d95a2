"""The names of ash's skills package: the classes are ours under the same names."""

from skillpack.runtime.definition import SkillDefinition, SkillRequirements
from skillpack.runtime.registry import SkillRegistry

__all__ = ["SkillDefinition", "SkillRegistry", "SkillRequirements"]

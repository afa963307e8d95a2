"""The names of ash's skills package: the classes are ours under the same names."""

from skillpack.runtime.registry import SkillDefinition, SkillRegistry, SkillRequirements

__all__ = ["SkillDefinition", "SkillRegistry", "SkillRequirements"]

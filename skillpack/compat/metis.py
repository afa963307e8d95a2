"""The names of Metis's skills package (seed 000), over our own."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol

from skillpack.errors import SkillpackError, ToolExecutionError
from skillpack.runtime.loader import SkillRoot, load_root
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore, default_skills_dir, load_skills, metis_host
from skillpack.runtime.tool import Tool
from skillpack.runtime.toolsets.metis import SKILL_LOAD, SKILL_SEARCH, TOOLS

__all__ = [
    "SKILL_LOAD",
    "SKILL_SEARCH",
    "Skill",
    "SkillSource",
    "SkillStore",
    "SkillValidationError",
    "ToolExecutionError",
    "default_skills_dir",
    "load_skills",
    "read_skill",
    "register_skill_tools",
]

SkillSource = Literal["global", "workspace"]


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
    for tool in TOOLS:
        dispatcher.register(tool)

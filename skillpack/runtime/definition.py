"""A skill as ash's registry gives it out, and what it needs of a machine (its Python Classes)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import structs

from skillpack import machine
from skillpack.model.requirements import Requirements, unmet
from skillpack.model.tree import Form
from skillpack.runtime.skill import Skill


@dataclass
class SkillRequirements:
    """What a skill needs to be available (A3).

    Attributes:
        bins: Programs on PATH.
        env: Environment variables that are set and not empty.
        os: Systems it runs on: `darwin`, `linux`, `windows`; none for every system.
    """

    bins: list[str] = field(default_factory=list)
    env: list[str] = field(default_factory=list)
    os: list[str] = field(default_factory=list)

    def check(self, environment: Mapping[str, str] | None = None, *, system: str = "") -> tuple[bool, str | None]:
        """Return whether all is there, and the first thing that is not: system, then programs, then variables (A10).

        Args:
            environment: With PATH; None for that of this process.
            system: Empty for that of this machine.
        """
        needs = Requirements(tuple(self.bins), tuple(self.env), tuple(self.os))
        present = machine.probe((needs,), machine.environment() if environment is None else environment)
        lack = unmet(needs, structs.replace(present, os=system) if system else present)
        return lack is None, lack


@dataclass
class SkillDefinition:
    """A skill with the fields of ash (A10).

    Attributes:
        instructions: The body without blanks around it.
        required_tools: Documentation only (A6).
        input_schema: JSON Schema, documentation only (A6); empty where the skill has none.
        skill_path: The skill's folder, absolute; None for a skill of one file.
    """

    name: str
    description: str
    instructions: str
    required_tools: list[str] = field(default_factory=list)
    input_schema: dict[str, Any] = field(default_factory=dict)
    requires: SkillRequirements = field(default_factory=SkillRequirements)
    skill_path: Path | None = None

    def is_available(
        self, environment: Mapping[str, str] | None = None, *, system: str = ""
    ) -> tuple[bool, str | None]:
        """Return whether the skill can be used here, else why not, as `requires.check` does (A3).

        Args:
            environment: A registry's, where its configuration adds variables; None for that of this process.
        """
        return self.requires.check(environment, system=system)


def definition_of(skill: Skill) -> SkillDefinition:
    """Return a loaded skill in ash's form; a change of it changes nothing else."""
    needs = skill.requires
    return SkillDefinition(
        name=skill.name,
        description=skill.description,
        instructions=skill.body.strip(),
        required_tools=list(skill.required_tools),
        input_schema=dict(skill.input_schema or {}),
        requires=SkillRequirements(list(needs.bins), list(needs.env), list(needs.os)),
        skill_path=skill.skill_dir if skill.form is Form.FOLDER else None,
    )

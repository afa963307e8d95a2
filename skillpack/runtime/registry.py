"""The skills of a workspace, as ash registers them (its Registry)."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from msgspec import structs

from skillpack import machine
from skillpack.files.discover import discover
from skillpack.model.limits import Limits
from skillpack.model.requirements import Requirements, unmet
from skillpack.model.settings import Source
from skillpack.model.tree import Form
from skillpack.report.terminal.visible_text import log_line
from skillpack.runtime.environment import read_environment
from skillpack.runtime.index import Index, make_index
from skillpack.runtime.loader import SkillRoot, host_profile, load_root, read_location, refusal
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore

FOLDER = "skills"
"""Where a workspace keeps its skills (A1)."""

HOST = "ash"
"""The profile by which it judges."""

_FORMS = (Form.FOLDER, Form.MARKDOWN, Form.YAML)  # a later one wins
_LIMITS = Limits()
_log = logging.getLogger("skillpack.runtime")


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


class SkillRegistry:
    """Skills by name; of two with one name the last wins (A11).

    Every skill is registered, whatever this machine lacks for it; `list_available`, iteration and the index leave out
    what cannot be used here (A3). Folders come first, then `.md`, `.yaml` and `.yml` files, each by name.

    Attributes:
        system: What `requires.os` is compared with; empty for this machine.
    """

    def __init__(
        self,
        *,
        config: Path | str | None = None,
        environment: Mapping[str, str] | None = None,
        system: str = "",
    ) -> None:
        """Begin without skills; `discover` loads them.

        Args:
            config: The host's configuration, `~/.ash/config.toml`, whose `[env]` adds to the environment (A9).
            environment: With PATH; None for that of this process, as it is when it is asked for.

        Raises:
            UsageError: The configuration is not TOML, or its `[env]` holds something else than texts.
            FetchError: It cannot be read.
        """
        self.system = system
        self._given = environment
        self._configured = {} if config is None else read_environment(config, _present(environment))
        self._skills: dict[str, Skill] = {}

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables that requirements are checked against, and that a host gives its session (A9).

        They hold secrets: nothing here prints or logs a value.
        """
        return {**_present(self._given), **self._configured}

    def discover(self, workspace_path: Path | str) -> None:
        """Load the skills of a workspace, from its folder `skills` (A1); a missing folder is no error (A12).

        What cannot be loaded is logged and skipped (A13). How many were loaded is logged too (A6).
        """
        self.reload_workspace(workspace_path)

    def reload_workspace(self, workspace_path: Path | str) -> int:
        """Load a workspace again, and return how many names are new (A5); what is gone from disk stays registered."""
        before, folder = len(self._skills), Path(workspace_path) / FOLDER
        loaded = load_root(SkillRoot(folder, "workspace", forms=_FORMS), host_profile(HOST))
        for bad in loaded.invalid:
            _log.warning("Failed to load skill from %s", log_line(bad))
        found: dict[str, Skill] = {}
        for skill in sorted(loaded.skills, key=_turn):
            _register(found, skill)
        for skill in found.values():
            _register(self._skills, skill)
        new = len(self._skills) - before
        if new:
            _log.info("Loaded %d skills from workspace (%s)", new, log_line(folder))
        return new

    def get(self, name: str) -> SkillDefinition:
        """Return a skill, available or not (A11).

        Raises:
            KeyError: There is none of that name.
        """
        if name not in self._skills:
            raise KeyError(f"Skill '{name}' not found")
        return _definition_of(self._skills[name])

    def has(self, name: str) -> bool:
        """Return whether a skill is registered, available or not."""
        return name in self._skills

    def list_names(self) -> list[str]:
        """Return the names of all skills, available or not, sorted."""
        return sorted(self._skills)

    def list_available(self) -> list[SkillDefinition]:
        """Return the skills that can be used here, by name (A3)."""
        return [_definition_of(skill) for skill in self._available()]

    def store(self, workspace_path: Path | str | None = None) -> SkillStore:
        """Return the skills that can be used here as they are now, for a `Session` (A3, A4).

        A skill of one file has no `file` in it, as ash names none.

        Args:
            workspace_path: What a refresh of the store loads again; None where it only asks the registry again.
        """

        def reload() -> SkillStore:
            if workspace_path is not None:
                self.reload_workspace(workspace_path)
            return self.store(workspace_path)

        # As the index lists them: ash names no file of a skill of one file.
        listed = (each if each.form is Form.FOLDER else replace(each, file=None) for each in self._available())
        return SkillStore(listed, reload=reload)

    def validate_skill_file(self, path: Path | str) -> tuple[bool, str | None]:
        """Return whether a file is a skill that would load, and what is wrong with it, in ash's words (A11).

        Args:
            path: A `.md` file; a folder stands for the `SKILL.md` in it.
        """
        file = Path(path).absolute()
        if file.is_dir():
            file /= "SKILL.md"
        if not file.exists():
            return False, f"File not found: {file}"
        if file.suffix != ".md":
            return False, f"Expected .md file, got: {file.name}"
        (place,) = discover((Source(file.name, forms=(Form.MARKDOWN,), depth=0),), file.parent)
        parsed, candidate = read_location(place, host_profile(HOST), _LIMITS)
        if not parsed.document.path:
            reason = next((f"{odd.kind}: {odd.detail}" for odd in candidate.skipped), "it is gone")
            return False, f"Failed to read file: {reason}"
        errors = refusal(parsed, candidate, host_profile(HOST), _LIMITS)
        return not errors, "; ".join(errors) or None

    def index(self) -> Index:
        """Return the section of a system prompt: each available skill with its file, `N/A` for one of one file (A8)."""
        return make_index(self.store(), HOST)

    def __iter__(self) -> Iterator[SkillDefinition]:
        return iter(self.list_available())

    def __len__(self) -> int:
        return len(self._skills)

    def __contains__(self, name: object) -> bool:
        return name in self._skills

    def __repr__(self) -> str:
        return f"SkillRegistry({log_line(', '.join(self.list_names()))})"

    def _available(self) -> list[Skill]:
        environment = self.environment
        return [
            skill
            for _, skill in sorted(self._skills.items())
            if _definition_of(skill).is_available(environment, system=self.system)[0]
        ]


def _definition_of(skill: Skill) -> SkillDefinition:
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


def _present(environment: Mapping[str, str] | None) -> Mapping[str, str]:
    return machine.environment() if environment is None else environment


def _register(skills: dict[str, Skill], skill: Skill) -> None:
    """Put a skill in the place of one of its name from another file."""
    known = skills.get(skill.name)
    if known is not None and known.file != skill.file:
        _log.warning("Skill '%s' overwritten by %s", log_line(skill.name), log_line(skill.file))
    skills[skill.name] = skill


def _turn(skill: Skill) -> tuple[int, str]:
    """Return in which turn a skill is registered: folders, `.md`, `.yaml`, `.yml`."""
    suffix = skill.file.suffix if skill.file is not None else ""
    return _FORMS.index(skill.form), suffix

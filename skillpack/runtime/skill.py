"""A skill as a program uses it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skillpack.model.digest import body_version
from skillpack.model.requirements import Requirements
from skillpack.model.skill import Invocation, estimated_tokens
from skillpack.model.tree import Form, Tree, Trust

MOST_BODY_TOKENS = 5000
"""Estimated tokens of a body above which a store warns (M22)."""

EVERYBODY = Invocation()
NO_REQUIREMENTS = Requirements()


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillMetadata:
    """What is known of a skill before it is opened: all but its body (B2, level 1).

    Attributes:
        source: Which root it comes from: `global`, `workspace`, or what the root is called.
        skill_dir: Absolute; for a skill of one file the folder that it lies in.
        metadata: Texts by key; None where the skill has no `metadata`.
        allowed_tools: Names and patterns, as `Read` and `Bash(git commit:*)`; nothing here enforces them.
        invocation: Who may start it, and how (I10).
        required_tools: For people; nothing here looks for them (A6).
        input_schema: JSON Schema of its input, for people too; None where the skill has none (A6).
        trust: External for what was installed, and for a link that leads out of the root.
        file: Its skill file, absolute; None for a skill that was not read from disk.
        language: Of its program (`starlark`); empty for a skill without one, or whose program cannot run.
        program: Path of that program, relative to the skill's folder; empty where `language` is.
        program_fault: What keeps its program from running, as `run_metaskill` says it; empty where nothing does.
        contents: Returns its files where it lies in no folder; None for one that does.
    """

    name: str
    description: str
    source: str
    skill_dir: Path
    license: str | None = None
    compatibility: str | None = None
    metadata: Mapping[str, str] | None = None
    allowed_tools: tuple[str, ...] = ()
    invocation: Invocation = EVERYBODY
    requires: Requirements = NO_REQUIREMENTS
    required_tools: tuple[str, ...] = ()
    input_schema: Mapping[str, Any] | None = None
    trust: Trust = Trust.LOCAL
    file: Path | None = None
    form: Form = Form.FOLDER
    language: str = ""
    program: str = ""
    program_fault: str = ""
    contents: Callable[[], Tree] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill(SkillMetadata):
    """A skill that was loaded (M20).

    Attributes:
        body: The Markdown after the front matter, leading newlines stripped.
    """

    body: str

    @property
    def version(self) -> str:
        """SHA-256 of the body, 16 hex digits: an edit of the front matter leaves it (M21)."""
        return body_version(self.body)

    @property
    def estimated_tokens(self) -> int:
        """Of the body: characters divided by four, at least 1 (M22)."""
        return estimated_tokens(self.body)

    @property
    def estimated_body_tokens(self) -> int:
        """The same under the name that Metis has for it."""
        return self.estimated_tokens

    @property
    def over_body_token_warn(self) -> bool:
        """Whether the body is longer than a store keeps silent about (M22)."""
        return self.estimated_tokens > MOST_BODY_TOKENS

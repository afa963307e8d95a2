"""What a server has to offer: skills of one moment, and what the user lets them do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from skillpack.metaskill.grant import ProgramGrant
from skillpack.runtime.dialect import METIS, Dialect
from skillpack.runtime.session import Session
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore
from skillpack.runtime.tool import Tool
from skillpack.runtime.toolsets import instructor, metaskill, metis

INSTRUCTIONS_CHARACTERS = 2000
"""Of the instructions: as much as Claude Code shows of them."""

_TOOLS: Mapping[str, Sequence[Tool]] = {
    "metis": metis.TOOLS,
    "instructor": instructor.TOOLS,
    "metaskill": (metaskill.USE_SKILL,),
}
DIALECTS = tuple(_TOOLS)
"""Names of the dialects that have tools."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Skills and what may be done with them.

    A server is not told where a conversation starts and ends, so that every call has a session of its own: no budget is
    spent and no text is held back because it was given before.

    Attributes:
        dialect: Whose tools there are, and how an opened skill looks.
        programs: The user's word on programs of skills; `run_metaskill` is there where it lets one run.
        characters: Of the instructions, at most.
        workspace: Where commands of programs start.
        env: The environment of commands, of which they get little.
    """

    store: SkillStore
    dialect: Dialect = METIS
    programs: ProgramGrant = field(default_factory=lambda: ProgramGrant("off"))
    characters: int = INSTRUCTIONS_CHARACTERS
    workspace: Path = field(default_factory=Path.cwd)
    env: Mapping[str, str] = field(default_factory=dict, repr=False)

    def session(self) -> Session:
        """Return a session for one call."""
        return Session(self.store, self.dialect, programs=self.programs, workspace=self.workspace, env=self.env)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools of the dialect, and `run_metaskill` where a program may run."""
        return (*_TOOLS[self.dialect.name], *metaskill.program_tools(self.session()))

    @property
    def instructions(self) -> str:
        """The index of what a model may choose from; names alone, or how to search, where it would be too long."""
        session = self.session()
        session.budgets = replace(self.dialect.budgets, index_characters=self.characters)
        text = session.index.text
        if len(text) <= self.characters:
            return text
        search = f": {self.dialect.search}" if self.dialect.search else ""
        return f"There are {len(session.metadata())} skills, instructions for tasks{search}.\n"

    def listed(self) -> Iterator[Skill]:
        """Yield the skills that a model may choose from, by name."""
        names = {skill.name for skill in self.session().metadata()}
        return (skill for skill in self.store if skill.name in names)

    def refreshed(self) -> "Offer":
        """Return the same of what is there now."""
        return replace(self, store=self.store.refresh())

"""What a server has to offer: skills of one moment, what the user lets them do, and what is left out and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from msgspec import Struct

from skillpack.mcp.address import skill_uri
from skillpack.mcp.message import visible_line
from skillpack.metaskill.grant import ProgramGrant
from skillpack.parse.document import SKILL_FILE
from skillpack.prompt.formats import STYLES
from skillpack.prompt.trim import trimmed
from skillpack.report.quantity import quantity
from skillpack.runtime.dialect import METIS, Dialect
from skillpack.runtime.index import listed_skill
from skillpack.runtime.loader import Invalid
from skillpack.runtime.session import Session
from skillpack.runtime.skill import Skill
from skillpack.runtime.store import SkillStore
from skillpack.runtime.tool import Tool
from skillpack.runtime.toolsets import instructor, metaskill, metis

_TOOLS = {tool.name: tool for tool in (*metis.UNECHOED_TOOLS, *instructor.TOOLS, metaskill.USE_SKILL)}
_ODD = "the name has characters that nobody sees, and no client could send it back: `{}`"
_FINDING = frozenset({"skill_search", "load_skill"})  # tools that tell names
_SHOWN = 3  # skills with their reasons in the instructions
_LONGEST = 160  # characters of one there


class UnservedSkill(Struct, frozen=True):
    """A skill that is not served.

    Attributes:
        name: Its folder, or its file without the ending.
        where: Its skill file.
        why: In one line.
    """

    name: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Backend:
    """Skills and what may be done with them.

    A server is not told where a conversation starts and ends, so that every call has a session of its own: no budget is
    spent and no text is held back because it was given before.

    Attributes:
        store: Without skills whose name a client could not give back: all that is said is made visible.
        dialect: Whose tools there are, and how an opened skill looks.
        programs: The user's word on programs of skills; `run_metaskill` is there where it lets one run.
        characters: Of the instructions, at most.
        workspace: Where commands of programs start.
        env: The environment of commands, of which they get little.
    """

    store: SkillStore
    dialect: Dialect = METIS
    programs: ProgramGrant = field(default_factory=lambda: ProgramGrant("off"))
    characters: int = 2000
    workspace: Path = field(default_factory=Path.cwd)
    env: Mapping[str, str] = field(default_factory=dict, repr=False)

    def session(self) -> Session:
        """Return a session for one call."""
        return Session(self.store, self.dialect, programs=self.programs, workspace=self.workspace, env=self.env)

    def __post_init__(self) -> None:
        """Leave out skills whose names cannot be said."""
        object.__setattr__(self, "store", _sayable(self.store))

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools of the dialect, and `run_metaskill` where a program may run."""
        return (*(_TOOLS[name] for name in self.dialect.tools), *metaskill.program_tools(self.session()))

    @property
    def unserved(self) -> tuple[UnservedSkill, ...]:
        """The skills that are there and not served: those that cannot be read, and those whose name is taken."""
        unserved = []
        for bad in self.store.invalid:
            lone = bad.path.name.lower() not in {SKILL_FILE.lower(), "skill.star"}
            name = bad.path.stem if lone else bad.path.parent.name
            unserved.append(UnservedSkill(name, visible_line(str(bad.path)), visible_line("; ".join(bad.errors))))
        for skill in self.store.shadowed:
            where = visible_line(str(skill.file or skill.skill_dir))
            why = f"another skill has the name {visible_line(skill.name)!r} and comes first"
            unserved.append(UnservedSkill(skill.name, where, why))
        return tuple(unserved)

    @property
    def instructions(self) -> str:
        """The index of what a model may choose from, how to find what it has no room for, and what is left out."""
        missing = _unserved_line(self.unserved)
        session, finding = self.session(), not _FINDING.isdisjoint(self.dialect.tools)
        listed = [(listed_skill(session.runnable(skill)), skill_uri(skill.name)) for skill in session.metadata()]
        room = max(self.characters - len(missing), 0)
        search = self.dialect.search if finding else ""
        index = trimmed(STYLES[self.dialect.index_format], listed, max_chars=room, search=search)
        if finding and len(index.left_out) == len(listed) > 0:
            return f"{quantity(len(listed), 'skill')} with instructions for tasks. Before a task, {search}.\n{missing}"
        return index.text + missing

    def listed(self) -> Iterator[Skill]:
        """Yield the skills that a model may choose from, by name."""
        names = {skill.name for skill in self.session().metadata()}
        return (skill for skill in self.store if skill.name in names)

    def refreshed(self) -> "Backend":
        """Return the same of what is there now."""
        return replace(self, store=self.store.refresh())


def _sayable(store: SkillStore) -> SkillStore:
    """Return the skills whose name is one line in which each character can be seen; the others count as invalid."""
    odd = [skill for skill in store if visible_line(skill.name) != skill.name]
    if not odd:
        return store
    kept = (skill for skill in store if skill not in odd)
    unsayable = (Invalid(skill.file or skill.skill_dir, (_ODD.format(visible_line(skill.name)),)) for skill in odd)
    invalid = (*store.invalid, *unsayable)
    return SkillStore(kept, shadowed=store.shadowed, invalid=invalid, reload=store.refresh)


def _unserved_line(skills: Sequence[UnservedSkill]) -> str:
    """Return a line for agents that names what is left out, with its newline; empty for nothing."""
    if not skills:
        return ""
    reasons = (f"{visible_line(each.name)} ({each.why})" for each in skills[:_SHOWN])
    shown = [each if len(each) <= _LONGEST else f"{each[: _LONGEST - 1].rstrip()}…" for each in reasons]
    more = len(skills) - len(shown)
    return f"Left out: {'; '.join(shown)}{f'; and {more:,} more' if more else ''}.\n"

"""One conversation over skills: what was opened, what it cost, who was told."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

from skillpack.errors import LoadRefusedError, SkillpackError, UnknownSkillError
from skillpack.metaskill.engine import engine_folder
from skillpack.metaskill.grant import ProgramGrant
from skillpack.prompt.escape import one_line
from skillpack.report.terminal.visible_text import log_line
from skillpack.runtime import budget
from skillpack.runtime.arguments import expand, mentions
from skillpack.runtime.budget import Budgets
from skillpack.runtime.dialect import METIS, Dialect
from skillpack.runtime.event import Actor, LoadReason, Sink, deliver, ignore, new_id, skill_loaded
from skillpack.runtime.fork import Forker, answer_of, make_fork
from skillpack.runtime.index import Index, make_index
from skillpack.runtime.resource import list_resources, read_resource
from skillpack.runtime.shell import ShellGrant, runner
from skillpack.runtime.skill import Skill, SkillMetadata
from skillpack.runtime.visibility import Audience, hidden_because
from skillpack.search.rank import rank_as_metis

_FEWEST_PREFIX_TOKENS, _MOST_PREFIX_TOKENS = 4500, 5500  # a prompt cache takes no shorter prefix
_CHARACTERS_PER_TOKEN = 4
_SHORTEST_SEGMENT = 200  # characters of a body that are worth a place
_log = logging.getLogger("skillpack.runtime")
_Skill = TypeVar("_Skill", bound=SkillMetadata)


class Skills(Protocol):
    """What a session needs of a store."""

    def list_skills(self) -> Sequence[SkillMetadata]:
        """Return the skills that can be opened, by name."""

    def get(self, name: str) -> Skill | None:
        """Return a skill with its body, None where there is none."""

    def rank_skills(self, query: str, *, limit: int = 10) -> Sequence[SkillMetadata]:
        """Return the skills that a query means, best first."""


@dataclass(frozen=True, slots=True)
class Activation:
    """A skill that was opened in a session.

    Attributes:
        text: What the model gets, in the session's dialect.
        already: `preloaded` or `loaded` where the text only points to what the model has; else empty.
    """

    skill: Skill
    text: str
    already: str = ""

    @property
    def metadata(self) -> dict[str, object]:
        """What a tool's result says beside its text (M43)."""
        facts: dict[str, object] = {
            "skill_id": self.skill.name,
            "skill_version": self.skill.version,
            "source": self.skill.source,
            "load_size_tokens": self.skill.estimated_tokens,
        }
        return facts | ({f"already_{self.already}": True} if self.already else {})


@dataclass
class Session:
    """A conversation: mutable, one for each, over skills that do not change under it.

    Attributes:
        skills: A store or a library; None for a host without skills.
        dialect: How the index and an opened skill look.
        budgets: The dialect's where nothing is said.
        sink: Takes the events.
        turn_id: Of the turn that goes on; a host sets it.
        shell: The user's word that commands inside of bodies may run; None leaves them as they stand.
        programs: The user's word on programs of skills; one that may not run is not spoken of.
        fork: The host's way to run a skill in a conversation of its own; None opens such a skill in this one.
        workspace: Where commands start.
        env: The environment of commands, of which they get little. It may hold secrets, so that no `repr` shows it.
        activated: Skills that were opened, by name, in order.
        preloaded: Skills whose bodies stand in the system prompt.
        active: The skill whose tools and model count (I13, I15); `hooks.after_tool` sets it.
    """

    skills: Skills | None
    dialect: Dialect = METIS
    budgets: Budgets | None = None
    sink: Sink = ignore
    session_id: str = field(default_factory=new_id)
    turn_id: str | None = None
    shell: ShellGrant | None = None
    programs: ProgramGrant = field(default_factory=ProgramGrant)
    fork: Forker | None = None
    workspace: Path = field(default_factory=Path.cwd)
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    activated: dict[str, Skill] = field(default_factory=dict, init=False)
    preloaded: dict[str, Skill] = field(default_factory=dict, init=False)
    active: Skill | None = field(default=None, init=False)
    _prefix: str | None = field(default=None, init=False, repr=False)
    _index: Index | None = field(default=None, init=False, repr=False)
    _arguments: dict[str, str | None] = field(default_factory=dict, init=False, repr=False)
    _warned: bool = field(default=False, init=False, repr=False)

    @cached_property
    def engine(self) -> Path | None:
        """Where the engine of programs is installed, None where it is not; looked for once."""
        return engine_folder()

    def metadata(self, audience: Audience = "model") -> tuple[SkillMetadata, ...]:
        """Return the skills that an audience may choose from, by name: level 1 (B2, I10)."""
        listed = self.skills.list_skills() if self.skills is not None else ()
        return tuple(skill for skill in listed if not hidden_because(skill, audience))

    def search(self, query: str, *, limit: int = 10, audience: Audience = "model") -> tuple[SkillMetadata, ...]:
        """Return the skills of an audience whose name or description contains a text, names first (M35)."""
        shown = {skill.name: skill for skill in self.metadata(audience)}
        found = rank_as_metis(query, ((skill.name, skill.description) for skill in shown.values()), limit=limit)
        return tuple(shown[name] for name in found)

    def find_skills(self, query: str, *, limit: int = 10, audience: Audience = "model") -> tuple[SkillMetadata, ...]:
        """Return the skills of an audience for a query: those of `search` first, then by rank, up to the limit."""
        literal = self.search(query, limit=limit, audience=audience)
        if self.skills is None or len(literal) == limit:
            return literal
        shown, first = self.metadata(audience), {skill.name for skill in literal}
        others = {skill.name: skill for skill in shown if skill.name not in first}
        ranked = self.skills.rank_skills(query, limit=len(self.skills.list_skills()))
        more = (others[skill.name] for skill in ranked if skill.name in others)
        return (*literal, *islice(more, limit - len(literal)))

    @property
    def index(self) -> Index:
        """The index of what the model may choose from; the same text until `refresh` (M27, M46)."""
        if self._index is None:
            self._index = make_index(
                map(self.runnable, self.metadata()),
                self.dialect.index_format,
                preloaded=self.preloaded,
                most_characters=self._budgets.index_characters,
                search=self.dialect.search,
            )
        return self._index

    def start(self, base: str = "", *, preload: Collection[str] | None = ()) -> str:
        """Return the system prompt: a text of the host, the index, the bodies that stand in it from the start.

        The first call decides; every later one returns the same bytes, so that a prompt cache holds (M27, M29).

        Args:
            preload: Names of skills whose bodies are put in (M28); None for as many, by name, as make a prefix that
                would be too short for a prompt cache long enough. Only whole bodies are put in.
        """
        if self._prefix is None:
            before = _joined(base, self.index.text)
            chosen = self._padding(before) if preload is None else [self._found(name, "model") for name in preload]
            self.preloaded = {skill.name: skill for skill in chosen}
            self._index = None  # its lines are marked now
            self._prefix = _joined(base, self.index.text, *(_segment(skill) for skill in chosen))
            for skill in chosen:
                self._emit(skill, "always", "system", None, None)
        return self._prefix

    def activate(
        self,
        name: str,
        arguments: str | None = None,
        *,
        audience: Audience = "model",
        tool_use_id: str | None = None,
    ) -> Activation:
        """Return a skill's instructions, and tell the sink: level 2 (B2, M30, M42).

        Where the dialect points to what the model has already, a second call is a pointer: it costs nothing and is no
        event (M39, M40). One with other arguments is not: the model has not seen that text.

        Args:
            arguments: Put into the body (I8); None leaves it as it is.
            audience: Who asks: a model does not open what only people may start, and the other way round.

        Raises:
            UnknownSkillError: There is no such skill for this audience.
            LoadRefusedError: A budget is spent (M41), or the skill changed since it was listed.
        """
        skill = self._found(name, audience)
        already = "preloaded" if name in self.preloaded else "loaded" if name in self.activated else ""
        known = arguments is None or arguments == self._arguments.get(name)
        if known and already in self.dialect.already:
            pointer = self.dialect.already[already].format(name=name)
            return Activation(skill, self.dialect.render(skill, pointer, ()), already)
        self._spend(skill)
        text = self._text(skill, arguments)
        self._emit(skill, "on_demand", "agent" if audience == "model" else "user", self.turn_id, tool_use_id)
        self.activated[name] = skill
        self._arguments[name] = arguments
        return Activation(skill, text)

    def resources(self, name: str) -> tuple[str, ...]:
        """Return the paths of a skill's files, relative to its folder: level 3 (B2).

        Raises:
            UnknownSkillError: There is no such skill.
        """
        return list_resources(self._known(name))

    def resource(self, name: str, path: str) -> bytes:
        """Return a file of a skill; nothing outside of its folder is ever read (B9, B14).

        Raises:
            UnknownSkillError: There is no such skill.
            UsageError: The skill has no such file.
            FetchError: The file cannot be read.
        """
        return read_resource(self._known(name), path)

    def mentioned(self, text: str) -> tuple[str, ...]:
        """Return the skills that a user's text mentions as `$name` (K14)."""
        return mentions(text, {skill.name for skill in self.metadata("user")})

    def executable(self, skill: SkillMetadata) -> bool:
        """Return whether a skill has a program that may run here, and can (K11, K28)."""
        return bool(skill.language) and self.programs.covers(skill.trust) and self.engine is not None

    def runnable(self, skill: _Skill) -> _Skill:
        """Return a skill without its program where that may not run here: then it is a static one (K32)."""
        return replace(skill, language="", program="") if skill.language and not self.executable(skill) else skill

    def instructions(self, name: str) -> str:
        """Return a skill as the dialect shows it, without opening it: no budget, no event, and nothing runs.

        Raises:
            UnknownSkillError: There is no such skill.
            FetchError: Its files cannot be read.
        """
        skill = self._known(name)
        return self.dialect.render(self.runnable(skill), skill.body, list_resources(skill))

    def refresh(self) -> None:
        """Take the skills anew from where they came from; what was opened stays open."""
        again = getattr(self.skills, "refresh", None)
        if again is not None:
            self.skills = again()
        self._index = self._prefix = None

    def _text(self, skill: Skill, arguments: str | None) -> str:
        """Return the text of a skill for the model: commands first, then arguments, then perhaps a fork (I16)."""
        granted = self.shell is not None and self.shell.covers(skill.trust)
        run = runner(self.shell, self.workspace, self.env) if self.shell is not None and granted else None
        body = expand(skill.body, arguments, run)
        if skill.invocation.context == "fork" and self.fork is not None:
            return answer_of(make_fork(skill, body), self.fork)
        return self.dialect.render(self.runnable(skill), body, list_resources(skill))

    @property
    def _budgets(self) -> Budgets:
        return self.dialect.budgets if self.budgets is None else self.budgets

    def _known(self, name: str) -> Skill:
        skill = self.skills.get(name) if self.skills is not None else None
        if skill is None:
            raise UnknownSkillError(f"no skill registered with name {name!r}")
        return skill

    def _found(self, name: str, audience: Audience) -> Skill:
        skill = self._known(name)
        reason = hidden_because(skill, audience)
        if reason:
            raise UnknownSkillError(f"the skill {name!r} is not available here: {reason}")
        return skill

    def _spend(self, skill: Skill) -> None:
        others = {name: each for name, each in self.activated.items() if name != skill.name}
        spent = sum(each.estimated_tokens for each in others.values())
        reason = budget.refusal(self._budgets, skill.name, skill.estimated_tokens, loaded=others, spent=spent)
        if reason:
            raise LoadRefusedError(reason)
        warn, total = self._budgets.warn_tokens, spent + skill.estimated_tokens
        if warn is not None and total >= warn and not self._warned:
            self._warned = True
            _log.warning("skills loaded in this session have ~%d tokens (warned at %d)", total, warn)

    def _emit(
        self, skill: Skill, reason: LoadReason, actor: Actor, turn_id: str | None, tool_use_id: str | None
    ) -> None:
        event = skill_loaded(skill, reason, self.session_id, turn_id=turn_id, tool_use_id=tool_use_id, actor=actor)
        deliver(event, self.sink)

    def _padding(self, prefix: str) -> list[Skill]:
        """Return the skills, by name, whose whole bodies fill up a prefix that is too short for a prompt cache."""
        if len(prefix) // _CHARACTERS_PER_TOKEN >= _FEWEST_PREFIX_TOKENS:
            return []
        room, chosen = _MOST_PREFIX_TOKENS * _CHARACTERS_PER_TOKEN - len(prefix), []
        for listed in self.metadata():
            if room < _SHORTEST_SEGMENT:
                break
            try:
                skill = self._known(listed.name)
            except SkillpackError as error:  # nobody asked for this one: the prompt does without it
                _log.warning("the skill '%s' is not preloaded: %s", log_line(listed.name), log_line(error))
                continue
            if len(_segment(skill)) <= room:
                room -= len(_segment(skill))
                chosen.append(skill)
        return chosen


def _segment(skill: Skill) -> str:
    return f"### Skill: {one_line(skill.name)}\n\n{skill.body.strip()}\n"


def _joined(*parts: str) -> str:
    return "\n\n".join(part.rstrip() for part in parts if part.strip()) + "\n"

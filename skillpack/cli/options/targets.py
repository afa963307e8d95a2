"""The flags that say where skills are installed, and the roots that they mean."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from msgspec import Struct

from skillpack import machine, resources
from skillpack.cli.console import notify, paint_for
from skillpack.errors import UsageError
from skillpack.install.agent_folders import distinct, every_target, holds_ours, present_agents
from skillpack.install.settings import install_settings
from skillpack.install.targets import (
    FILE,
    Target,
    agent_target,
    find_agent,
    find_workspace,
    folder_target,
    global_target,
    read_remembered,
    remember,
    worded_target,
    workspace_target,
)
from skillpack.model.agent import Agent
from skillpack.report.terminal.table import Column, table

F = TypeVar("F", bound=Callable[..., Any])

EVERY_AGENT = "all"
"""In the place of an agent's name: every agent that was used on this machine."""


class TargetFlags(Struct, frozen=True):
    """What was typed.

    Attributes:
        everywhere: `--global`.
        workspace: `--workspace [DIR]`; None where the flag is not there, `.` where it has no folder.
        agents: `--agent`, each.
        root: `--root`.
    """

    everywhere: bool
    workspace: str | None
    agents: tuple[str, ...]
    root: Path | None

    @property
    def any(self) -> bool:
        """Whether any was typed."""
        return self.everywhere or self.workspace is not None or bool(self.agents) or self.root is not None

    def words(self, written: Callable[[str | Path], str] = str) -> Iterator[str]:
        """Yield the flags as people type them; folders as a function writes them."""
        if self.root is not None:
            yield from ("--root", written(self.root))
        for agent in self.agents:
            yield from ("--agent", agent)
        if self.workspace is not None:
            yield from ("--workspace", written(self.workspace))
        if self.everywhere:
            yield "--global"


def target_options(command: F) -> F:
    """Add the flags to a command, which gets them together as `flags`, a `TargetFlags`."""

    @wraps(command)
    def with_flags(
        *given: object,
        everywhere: bool,
        workspace: str | None,
        agents: tuple[str, ...],
        root: Path | None,
        **named: object,
    ) -> object:
        return command(*given, flags=TargetFlags(everywhere, workspace, agents, root), **named)

    wrapped = cast("F", with_flags)
    for option in (
        click.option("--root", type=click.Path(path_type=Path), help="Any folder of skills."),
        click.option(
            "--agent",
            "agents",
            multiple=True,
            metavar="NAME",
            help="An agent's own folder, or `all` for every agent found here; repeatable.",
        ),
        click.option(
            "--workspace",
            is_flag=False,
            flag_value=".",
            metavar="[DIR]",
            help="DIR/.metis/skills, or this workspace's.",
        ),
        click.option(
            "--global", "everywhere", is_flag=True, help="~/.metis/skills; with --agent the agent's global folder."
        ),
    ):
        wrapped = option(wrapped)
    return wrapped


def chosen_targets(flags: TargetFlags, *, asks: bool = False) -> tuple[Target, ...]:
    """Return the roots that flags name, else those of the settings, those remembered, the workspace that we stand in.

    Args:
        flags: What was typed.
        asks: Ask once where nothing says it, on a terminal, and remember the answer.

    Raises:
        UsageError: Nothing says where, and nobody is there to be asked.
    """
    env, here, home = machine.environment(), Path.cwd(), Path.home()
    found = tuple(_flagged(flags, env, here, home)) or _set(env, here, home)
    if asks and EVERY_AGENT in flags.agents:
        notify(f"found on this machine: {', '.join(each.display for each in _agents(flags, env, home))}")
    if found:
        return distinct(found)
    if asks and sys.stdin.isatty():
        return distinct(_requested(env, here, home))
    raise UsageError(
        "no target is given",
        hint="`--global`, `--workspace`, `--agent claude-code` or `--root DIR`; or set `[install] targets`",
    )


def used_targets(flags: TargetFlags) -> tuple[Target, ...]:
    """Return the roots that flags name, else all that hold something of ours: here, and the user's own.

    Those of the settings and those remembered are among them.
    """
    env, here, home = machine.environment(), Path.cwd(), Path.home()
    if flags.any:
        return distinct(_flagged(flags, env, here, home))
    workspace = find_workspace(here, home) or here
    every = (*_set(env, here, home), *every_target(resources.agents(), workspace, home, env))
    return tuple(each for each in distinct(every) if holds_ours(each.root))


def listed_roots(flags: TargetFlags) -> tuple[Target, ...]:
    """Return the roots that flags name; without flags this workspace's, the user's own and all that hold ours.

    Of an agent both: the project's folder and the one for all projects.
    """
    if not flags.any:
        return distinct((*default_roots(), *used_targets(flags)))
    found = chosen_targets(flags)
    if flags.agents and not flags.everywhere and flags.workspace is None:
        both = TargetFlags(everywhere=True, workspace=None, agents=flags.agents, root=None)
        return distinct((*found, *chosen_targets(both)))
    return found


def default_roots() -> tuple[Target, ...]:
    """Return this workspace's root, if any, and the user's own."""
    workspace = find_workspace(Path.cwd(), Path.home())
    own = global_target(Path.home())
    return (workspace_target(workspace), own) if workspace is not None else (own,)


def workspace_lock(flags: TargetFlags) -> tuple[Target, ...]:
    """Return the workspace's own root where no flag says otherwise and it has a lock file; else nothing.

    What a project's lock file names is installed into the project, whatever is remembered for new skills.
    """
    workspace = find_workspace(Path.cwd(), Path.home())
    if flags.any or workspace is None:
        return ()
    target = workspace_target(workspace)
    return (target,) if target.root.lock_file.is_file() else ()


def _flagged(flags: TargetFlags, env: Mapping[str, str], here: Path, home: Path) -> list[Target]:
    found = [folder_target(here / flags.root.expanduser())] if flags.root is not None else []
    base = here / flags.workspace if flags.workspace not in {None, "."} else (find_workspace(here, home) or here)
    agents = _agents(flags, env, home)
    found += [agent_target(agent, base, home, env, everywhere=flags.everywhere) for agent in agents]
    if flags.workspace is not None and not flags.agents:
        found.append(workspace_target(base))
    if flags.everywhere and not flags.agents:
        found.append(global_target(home))
    return found


def _agents(flags: TargetFlags, env: Mapping[str, str], home: Path) -> Iterator[Agent]:
    """Yield the agents that flags name; for `all` those that were used on this machine.

    Raises:
        UsageError: There is none of a name, or none was used here.
    """
    for name in flags.agents:
        if name != EVERY_AGENT:
            yield find_agent(name, resources.agents())
            continue
        present = present_agents(resources.agents(), home, env)
        if not present:
            raise UsageError(
                "no agent found on this machine",
                hint="`--agent NAME` names one; `skillpack doctor --agents` lists all known agents",
            )
        yield from present


def _set(env: Mapping[str, str], here: Path, home: Path) -> tuple[Target, ...]:
    """Return the roots of the settings, else those remembered, else the workspace's."""
    workspace = find_workspace(here, home)
    words = install_settings(here, home, env).targets or read_remembered(_file(env))
    if words:
        return tuple(_worded(words, workspace or here, env, home))
    return (workspace_target(workspace),) if workspace is not None else ()


def _worded(words: Sequence[str], workspace: Path, env: Mapping[str, str], home: Path) -> Iterator[Target]:
    for word in words:
        yield worded_target(word, resources.agents(), workspace, home, env)


def _requested(env: Mapping[str, str], here: Path, home: Path) -> tuple[Target, ...]:
    """Ask where to, and remember it."""
    agents = (f"{agent.name}:global" for agent in present_agents(resources.agents(), home, env))
    shown: dict[str, tuple[str, Target]] = {}
    for word in ("global", "workspace", *agents):
        target = worded_target(word, resources.agents(), here, home, env)
        shown.setdefault(target.root.folder, (word, target))
    choices = list(shown.values())
    notify("Where should skills be installed? The answer is saved; flags override it once.")
    rows = [
        (str(number), word.removesuffix(":global"), _short(each.root.folder, here, home))
        for number, (word, each) in enumerate(choices, 1)
    ]
    for line in table((Column(""), Column(""), Column("", shrinks=True)), rows, paint_for(stderr=True)):
        notify(f"  {line}")
    answer = click.prompt("Numbers or names, with commas", default="1", err=True)
    words = [_word(part.strip(), [word for word, _ in choices]) for part in answer.split(",") if part.strip()]
    if not words:
        raise UsageError("no target chosen", hint="a number, or an agent's name")
    found = tuple(_worded(words, here, env, home))
    remember(_file(env), words)
    return found


def _short(folder: str, here: Path, home: Path) -> str:
    """Return a folder as people write it."""
    for top, name in ((here, "."), (home, "~")):
        if Path(folder).is_relative_to(top.resolve()):
            return f"{name}/{Path(folder).relative_to(top.resolve()).as_posix()}"
    return folder


def _word(answer: str, offered: Sequence[str]) -> str:
    """Return the word that a number or a name means; an agent that is here is meant for all projects."""
    if answer.isascii() and answer.isdigit():
        if not 1 <= int(answer) <= len(offered):
            raise UsageError(f"no target has the number {answer}", hint=f"1 to {len(offered)}, or an agent's name")
        return offered[int(answer) - 1]
    return f"{answer}:global" if f"{answer}:global" in offered else answer


def _file(env: Mapping[str, str]) -> Path:
    return machine.state_folder(env) / FILE

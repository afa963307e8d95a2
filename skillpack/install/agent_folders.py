"""The folders of agents on this machine: of the project that we stand in and of the user, whoever reads them."""

import os
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from skillpack.errors import OutputError
from skillpack.install.root.root import Root
from skillpack.install.targets import (
    Target,
    agent_target,
    expanded,
    folder_target,
    global_target,
    workspace_target,
)
from skillpack.model.agent import Agent

_MOST_UP = 64  # folders that are looked through upwards


class AgentFolder(Struct, frozen=True):
    """A folder that agents read.

    Attributes:
        target: As a root.
        agents: That read it, those that are on this machine first, then those that many know.
        everywhere: True for the user's own, which serves all projects.
        flags: That name it on a command line: `--agent claude-code --global`.
        workspace: The project that it belongs to; None for the user's own.
        leaves: True where a link of the project leads to it, out of the project.
    """

    target: Target
    agents: tuple[Agent, ...]
    everywhere: bool
    flags: str
    workspace: Path | None
    leaves: bool = False


def find_project(here: Path, home: Path, agents: Sequence[Agent]) -> Path | None:
    """Return the nearest folder upwards that holds skills of an agent, `.metis/`, or is a checkout; never the home."""
    skill_folders = sorted({agent.project_dir for agent in agents if agent.project_dir.startswith(".")})
    for folder in (here, *here.parents)[:_MOST_UP]:
        if folder == home:
            return None
        with suppress(OSError):
            if any((folder / name).is_dir() for name in (".metis", ".git", *skill_folders)):
                return folder
    return None


def is_present(agent: Agent, agents: Sequence[Agent], home: Path, env: Mapping[str, str]) -> bool:
    """Return whether an agent is on this machine, as far as a folder of its own tells: one that it shares does not."""
    if agent.global_dir is None or Counter(each.global_dir for each in agents)[agent.global_dir] > 1:
        return False
    own = expanded(agent.global_dir, home, env).parent
    with suppress(OSError):
        return own not in {home, home / ".config", home / ".agents"} and own.is_dir()
    return False


def find_folders(
    agents: Sequence[Agent],
    project: Path | None,
    home: Path,
    env: Mapping[str, str],
    *,
    named: Sequence[Agent] = (),
) -> Iterator[AgentFolder]:
    """Yield the folders that are there, the project's first; several agents that share one give one.

    Args:
        agents: All that are known.
        project: None where there is none.
        home: The user's.
        env: Where folders may be set.
        named: Only folders of these; all where there are none.
    """
    here = {agent.name for agent in agents if is_present(agent, agents, home, env)}
    shared: dict[str, list[tuple[Target, Agent, bool]]] = {}
    for everywhere in (False, True) if project is not None else (True,):
        for agent in agents:
            plain = agent.project_dir.startswith(".") or agent.name in here or agent in named
            target = _target(agent, project or home, home, env, everywhere=everywhere) if everywhere or plain else None
            if target is not None and os.path.isdir(target.root.folder):
                shared.setdefault(target.root.folder, []).append((target, agent, everywhere))
    for rows in shared.values():
        readers = tuple(
            sorted(
                (agent for _, agent, _ in rows), key=lambda agent: (agent.name not in here, agent.rank or sys.maxsize)
            )
        )
        if not named or any(agent in named for agent in readers):
            target, first, everywhere = next((row for row in rows if row[1] is readers[0]), rows[0])
            if named:
                first = next(agent for agent in readers if agent in named)
            yield AgentFolder(
                target=target,
                agents=readers,
                everywhere=everywhere,
                flags=f"--root {shlex.quote(target.key[5:])}"
                if _leaves(target)
                else _flags(first, everywhere=everywhere),
                workspace=None if everywhere else project,
                leaves=_leaves(target),
            )


def _target(agent: Agent, project: Path, home: Path, env: Mapping[str, str], *, everywhere: bool) -> Target | None:
    """Return an agent's root; None where it has none.

    One to which a link leads out of the project has its own path as key: nothing is to be changed there unasked.
    """
    if everywhere and agent.global_dir is None:
        return None
    try:
        if agent.native:
            return global_target(home) if everywhere else workspace_target(project)
        return agent_target(agent, project, home, env, everywhere=everywhere)
    except OutputError:
        return folder_target(project / agent.project_dir)


def _leaves(target: Target) -> bool:
    return target.key.startswith("root:")


def _flags(agent: Agent, *, everywhere: bool) -> str:
    if agent.native:
        return "--global" if everywhere else "--workspace"
    return f"--agent {agent.name}" + (" --global" if everywhere else "")


def present_agents(agents: Sequence[Agent], home: Path, env: Mapping[str, str]) -> tuple[Agent, ...]:
    """Return the agents that were used on this machine: the folder of their settings is there.

    A folder that several of them share tells of none.
    """
    sharing = Counter(agent.global_dir for agent in agents)
    found = []
    for agent in agents:
        if agent.settings:
            folder = expanded(agent.settings, home, env)
        elif agent.global_dir is None or sharing[agent.global_dir] > 1:
            continue
        else:
            folder = expanded(agent.global_dir, home, env).parent
        if folder.is_dir():
            found.append(agent)
    return tuple(found)


def every_target(agents: Sequence[Agent], workspace: Path, home: Path, env: Mapping[str, str]) -> Iterator[Target]:
    """Yield the roots of a workspace, then the user's own: Metis's, and those of every agent that has one.

    A root that a link leads out of the workspace is left out.
    """
    with suppress(OutputError):
        yield workspace_target(workspace)
    for agent in agents:
        with suppress(OutputError):
            yield agent_target(agent, workspace, home, env, everywhere=False)
    yield global_target(home)
    for agent in agents:
        if agent.global_dir is not None:
            yield agent_target(agent, workspace, home, env, everywhere=True)


def distinct(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Return targets without those whose root came before: several agents share one folder."""
    found: dict[str, Target] = {}
    for each in targets:
        found.setdefault(each.root.folder, each)
    return tuple(found.values())


def holds_ours(root: Root) -> bool:
    """Return whether something of ours is or was in a root: our state of it, or its lock file."""
    return os.path.isdir(root.state) or os.path.lexists(root.lock_file)

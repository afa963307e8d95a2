"""Which folders of agents are on this machine, and which of them hold something of ours."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from skillpack.errors import OutputError
from skillpack.install.root.root import Root
from skillpack.install.targets.targets import Target, agent_target, expanded, global_target, workspace_target
from skillpack.model.agent import Agent


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

"""The flags that say where skills are installed, and the roots that they mean (decisions 36)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from skillpack import machine, resources
from skillpack.errors import UsageError
from skillpack.install.targets import (
    Target,
    agent_target,
    find_agent,
    find_workspace,
    folder_target,
    global_target,
    workspace_target,
)

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class TargetFlags:
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


def target_options(command: F) -> F:
    """Add the flags to a command, which gets them as `everywhere`, `workspace`, `agents` and `root`."""
    for option in (
        click.option("--root", type=click.Path(path_type=Path), help="Any folder of skills."),
        click.option("--agent", "agents", multiple=True, metavar="NAME", help="An agent's own folder; repeatable."),
        click.option(
            "--workspace",
            is_flag=False,
            flag_value=".",
            metavar="[DIR]",
            help="DIR/.metis/skills, or this workspace's.",
        ),
        click.option(
            "--global", "everywhere", is_flag=True, help="~/.metis/skills; with --agent the agent's global one."
        ),
    ):
        command = option(command)
    return command


def chosen_targets(flags: TargetFlags) -> tuple[Target, ...]:
    """Return the roots that flags name, else the workspace that we stand in.

    Raises:
        UsageError: No flag says where, and there is no workspace here.
    """
    env, here, home = machine.environment(), Path.cwd(), Path.home()
    found = tuple(_flagged(flags, env, here, home))
    if found:
        return found
    workspace = find_workspace(here, home)
    if workspace is None:
        raise UsageError(
            "it is not said where to install to",
            hint="`--global`, `--workspace`, `--agent claude-code` or `--root DIR`",
        )
    return (workspace_target(workspace),)


def _flagged(flags: TargetFlags, env: Mapping[str, str], here: Path, home: Path) -> list[Target]:
    found = [folder_target(here / flags.root.expanduser())] if flags.root is not None else []
    base = here / flags.workspace if flags.workspace not in {None, "."} else (find_workspace(here, home) or here)
    for name in flags.agents:
        agent = find_agent(name, resources.agents())
        found.append(agent_target(agent, base, home, env, everywhere=flags.everywhere))
    if flags.workspace is not None and not flags.agents:
        found.append(workspace_target(base))
    if flags.everywhere and not flags.agents:
        found.append(global_target(home))
    return found

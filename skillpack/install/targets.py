"""Where skills go: the folders of Metis, of a workspace and of other agents, and the choice that was remembered."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from skillpack.errors import FetchError, OutputError, UsageError
from skillpack.files.disk import reported
from skillpack.files.read import read_file
from skillpack.install.root.root import Root, find_root
from skillpack.model.agent import Agent

METIS = ".metis/skills"
"""Of a home or a workspace (Metis, section 3)."""

_VARIABLE = re.compile(r"\$(\w+)\|([^/]+(?:/\.[^/]+)?)(/.*|)")


class Target(Struct, frozen=True):
    """A root that was asked for.

    Attributes:
        title: As people call it: `Metis, global`, `Claude Code, this project`.
        key: As flags say it, so that it can be asked for again: `global`, `agent:claude-code`, `root:PATH`.
    """

    title: str
    key: str
    root: Root


def find_workspace(here: Path, home: Path) -> Path | None:
    """Return the nearest folder upwards that holds `.metis/`, the user's home left out; None where there is none."""
    for folder in (here, *here.parents):
        if folder != home and (folder / ".metis").is_dir():
            return folder
    return None


def global_target(home: Path) -> Target:
    """Return the root of all workspaces: `~/.metis/skills`."""
    return Target("Metis, global", "global", find_root(home / METIS))


def workspace_target(workspace: Path) -> Target:
    """Return the root of a workspace.

    Raises:
        OutputError: A link leads it out of the workspace.
    """
    return Target(f"Metis, {workspace}", f"workspace:{workspace}", _inside(workspace, METIS))


def folder_target(folder: Path) -> Target:
    """Return a root that the user names."""
    return Target(str(folder), f"root:{folder}", find_root(folder))


def agent_target(agent: Agent, workspace: Path, home: Path, env: Mapping[str, str], *, everywhere: bool) -> Target:
    """Return the root of an agent: the project's, or the user's own.

    Args:
        agent: Whose.
        workspace: The project's folder.
        home: The user's.
        env: Where folders may be set.
        everywhere: True for the user's own, which serves all projects.

    Raises:
        UsageError: The agent has no such folder.
        OutputError: A link leads it out of the workspace.
    """
    if not everywhere:
        key = f"agent:{agent.name}:{workspace}"
        return Target(f"{agent.display}, {workspace}", key, _inside(workspace, agent.project_dir))
    if agent.global_dir is None:
        raise UsageError(f"{agent.display} has no global folder", hint="remove `--global`")
    return Target(
        f"{agent.display}, global",
        f"agent:{agent.name}:global",
        find_root(expanded(agent.global_dir, home, env)),
    )


def worded_target(word: str, agents: Sequence[Agent], workspace: Path, home: Path, env: Mapping[str, str]) -> Target:
    """Return the root that a word of settings, or of a person, means.

    Args:
        word: `global`, `workspace`, an agent's name, or that with `:global`; with a `/` a folder.
        agents: Known ones.
        workspace: What `workspace` and an agent's name alone are relative to.
        home: The user's.
        env: Where folders may be set.

    Raises:
        UsageError: It means nothing.
        OutputError: A link leads out of the workspace.
    """
    if word == "global":
        return global_target(home)
    if word == "workspace":
        return workspace_target(workspace)
    if "/" in word or os.sep in word:
        return folder_target(expanded(word, home, env))
    name, colon, scope = word.partition(":")
    if colon and scope != "global":
        raise UsageError(f"unknown target `{word}`", hint=f"write `{name}` or `{name}:global`")
    return agent_target(find_agent(name, agents), workspace, home, env, everywhere=bool(colon))


def expanded(value: str, home: Path, env: Mapping[str, str]) -> Path:
    """Return the folder that `~/x` or `$VAR|DEFAULT/rest` means; a variable without a value counts as unset."""
    found = _VARIABLE.fullmatch(value)
    if found is not None:
        given = env.get(found[1], "")
        value = f"{given or found[2]}{found[3]}"
    return home / value[2:] if value.startswith("~/") else Path(value)


def find_agent(name: str, agents: Sequence[Agent]) -> Agent:
    """Return an agent by name.

    Raises:
        UsageError: There is none of that name.
    """
    for agent in agents:
        if name in (agent.name, agent.display):
            return agent
    known = [agent.name for agent in agents if name.casefold() in agent.name or agent.name in name.casefold()]
    raise UsageError(
        f"no agent is named `{name}`",
        hint=f"did you mean `{known[0]}`?" if known else "`skillpack doctor --agents` lists them",
    )


def _inside(workspace: Path, path: str) -> Root:
    """Return a root in a workspace, whose files may be anybody's: a link there may not lead us elsewhere."""
    root = find_root(workspace / path)
    top = os.path.realpath(workspace)
    if os.path.commonpath([top, root.folder]) != top:
        raise OutputError(
            f"`{workspace / path}` leads out of `{workspace}`", hint=f"if you want that, use `--root {root.folder}`"
        )
    return root


FILE = "targets.json"
SCHEMA = 1
_MOST = 2**16  # bytes


def read_remembered(file: Path) -> tuple[str, ...]:
    """Return the words that were remembered; a file that is not there, or is not ours, remembers nothing."""
    try:
        row = json.loads(read_file(file, _MOST))
    except (FetchError, ValueError, RecursionError):
        return ()
    words = row.get("targets") if isinstance(row, dict) and row.get("schema") == SCHEMA else None
    return tuple(each for each in words if isinstance(each, str)) if isinstance(words, list) else ()


def remember(file: Path, words: Sequence[str]) -> None:
    """Write down where skills are to be installed from now on; the file is replaced as a whole.

    Raises:
        OutputError: The disk refuses.
    """
    with reported(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f".{file.name}.{os.getpid()}")
        beside.write_text(json.dumps({"schema": SCHEMA, "targets": list(words)}, indent=1) + "\n", encoding="utf-8")
        beside.replace(file)

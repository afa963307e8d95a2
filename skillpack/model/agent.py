"""An agent: a program that reads skills from folders of its own."""

from msgspec import Struct

USUAL_LINE = "npx skills add {source} -a {agent}"
"""Installs for an agent that says nothing else."""


class Agent(Struct, frozen=True):
    """An agent's skill folders, and how people install for it.

    A folder `$VAR|DEFAULT/rest` is the variable's value, or DEFAULT where it is unset, then `/rest`.

    Attributes:
        project_dir: Below a project's folder.
        global_dir: The user's own; None where it has none.
        profile: Name of the profile that says what it accepts and shows; empty where that is not known.
        rank: Where it stands among those that are named first, from 1 on; 0 for the others.
        native: True where `--global` and `--workspace` alone mean its folders.
        line: For a shell: what installs, with `{source}` for an address and what follows it, and `{agent}`.
        discovers: True where the line reads the discovery index, which cannot hold every skill.
        settings: A folder that is there where the agent was used; empty where that is the one above `global_dir`.
    """

    name: str
    display: str
    project_dir: str
    global_dir: str | None
    profile: str = ""
    rank: int = 0
    native: bool = False
    line: str = USUAL_LINE
    discovers: bool = True
    settings: str = ""
